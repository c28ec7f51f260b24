"""The examples in docstrings are shown as code in the documentation: a fence around each block of `>>>`."""
from __future__ import annotations

import re
from typing import Any

import griffe

BLOCK = re.compile(r"^([ \t]*)>>> .*(?:\n[ \t]*\S.*)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Changes what is read of a docstring, not the source."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = BLOCK.sub(lambda found: f"\n{found[1]}```pycon\n{found[0]}\n{found[1]}```\n",
                                            obj.docstring.value)
