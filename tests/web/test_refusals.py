"""Every refusal that a person can see is said in their language."""
from __future__ import annotations

import ast
from pathlib import Path

import chateaux
from chateaux.look.words import Words
from chateaux.web.refusals import sentences, translated

HOME = Path(chateaux.__file__).parent
RAISED = {"Refused", "HTTPException", "NotAuthorizedException", "NotFoundException", "refuse"}
FOR_PROGRAMS = {"The figures are the host's: Authorization: Bearer …", "There is nothing of this kind."}


def said() -> set[tuple[str, str]]:
    """The sentences and the keys of all refusals that the house writes as they are."""
    found = set()
    for room in ("tables", "web"):
        for path in (HOME / room).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                given = [*node.args, *(one.value for one in node.keywords if one.arg == "detail")]
                texts = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                spoken = [text for text in texts if text.endswith((".", "!", "…"))]
                if name in RAISED and spoken:
                    after = texts[texts.index(spoken[0]) + 1:]
                    found.add((spoken[0], after[0] if after else ""))
    return found


def test_every_refusal_is_among_the_words() -> None:
    assert len(said()) > 40
    missing = [sentence for sentence, key in sorted(said())
               if sentence not in FOR_PROGRAMS and sentence not in sentences()
               and not Words("en").has(f"refused.{key}")]
    assert not missing, missing


def test_a_sentence_without_a_key_is_found_by_itself() -> None:
    assert translated("That seat is taken.", "sv") == "Den platsen är tagen."
    assert translated("Nothing of the kind", "sv") == "Nothing of the kind"
