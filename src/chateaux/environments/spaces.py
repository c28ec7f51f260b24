"""What the frameworks share: the spaces of a game, a seat's observation as arrays, and a position as pixels."""
from __future__ import annotations

import io
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from chateaux.engine.features import Features
from chateaux.engine.game import State
from chateaux.extras import extra

Seen = dict[str, npt.NDArray[Any]]  # "observation" and "action_mask"


def observation_space(features: Features) -> spaces.Dict:
    """The features with their ranges, and a 1 for each legal action."""
    return spaces.Dict({
        "observation": spaces.Box(np.array(features.least, np.int16), np.array(features.most, np.int16),
                                  dtype=np.int16),
        "action_mask": spaces.Box(0, 1, (features.game.action_count,), np.int8)})


def action_space(features: Features) -> spaces.Discrete[Any]:
    """The numbers of all actions."""
    return spaces.Discrete(features.game.action_count)


def seen_by(features: Features, state: State, seat: int) -> Seen:
    """What a seat knows and what it may do; a seat that is not asked may do nothing."""
    mask = np.zeros(features.game.action_count, np.int8)
    mask[state.actions(seat)] = 1
    return {"observation": np.array(features.values(state, seat), np.int16), "action_mask": mask}


def pixels(state: State, seat: int | None, width: int = 960) -> npt.NDArray[np.uint8]:
    """The picture of a position, as a seat (None: a spectator) sees it: rows of red, green and blue."""
    with extra("rl"):
        import resvg_py
        from PIL import Image
    from chateaux.pictures import picture

    drawn = bytes(resvg_py.svg_to_bytes(svg_string=picture(state, seat=seat).svg, width=width))
    return np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB"))


def opened(state: State, seat: int | None) -> None:
    """Show a position in the browser, as a page that needs nothing else."""
    import tempfile
    import webbrowser
    from pathlib import Path

    from chateaux.pictures import picture

    path = Path(tempfile.gettempdir()) / f"{state.game.id}.html"
    path.write_text(picture(state, seat=seat).html, "utf-8")
    webbrowser.open(path.as_uri())
