"""The rules of a game as a page: text and examples from the folder `learn` of the game, and what every piece does.

`learn/en.html` and its sisters are written by hand. Whoever is asked something finds the rule under the anchor
`prompt-<kind>`. An example is a position written by hand, `learn/<name>.json`, drawn by the game's own board.
"""
from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from markupsafe import Markup

from chateaux.engine.game import Game
from chateaux.look.parts import parts, pieces_by_id
from chateaux.web import render

ABOUT: Final = re.compile(r'<template data-about="([^"]+)"[^>]*>(.*?)</template>', re.DOTALL)
HEADING: Final = re.compile(r'<section id="([^"]+)"[^>]*><h2>(.*?)</h2>', re.DOTALL)
HELP: Final = re.compile(r"piece\.(.+)\.help")


@cache
def learnt(game: Game, language: str) -> dict[str, Any]:
    """What a page of rules shows: the symbols it refers to, the text with its headings, and all pieces."""
    furniture, rules = render.furniture(game, language), text(game, language)
    return {"symbols": Markup(ABOUT.sub("", furniture)), "text": rules, "headings": headings(rules),
            "listed": listed(game, language, furniture)}


def headings(rules: Markup) -> list[tuple[str, str]]:
    """The sections of a text, for its table of contents.

    >>> headings(Markup('<section id="aim"><h2>Aim</h2>…</section>'))
    [('aim', 'Aim')]
    """
    return [(id, str(Markup(title).striptags())) for id, title in HEADING.findall(rules)]


def text(game: Game, language: str) -> Markup:
    """The rules in our own words; empty for a game that brings none."""
    name = parts(game).template(f"learn/{language}.html")
    if name is None:
        return Markup()
    context = surroundings(game, language) | {
        "example": lambda position, seat=0, **more: example(game, language, position, seat, more)}
    return Markup(render.ENVIRONMENT.get_template(name).render(context))


def surroundings(game: Game, language: str) -> dict[str, Any]:
    return render.helpers(game, language) | {"pieces": pieces_by_id(game), "game": game}


def example(game: Game, language: str, position: str, seat: int, more: Mapping[str, object]) -> Markup:
    """What a player has built in a position, drawn by the board; empty where there is no board.

    A game's own `learn/example.html` may be told `more`: which part of the board it should draw.
    """
    found = parts(game)
    if found.template("show/board.html") is None:
        return Markup()
    state = game.load(json.loads((found.folder / "learn" / f"{position}.json").read_text("utf-8")))
    context = surroundings(game, language)
    say = context["say"]
    names = [say("player.number", number=number + 1) for number in range(int(state.players))]
    view = game.view(state.observe(seat))
    context |= {"view": view, "names": names, "seat": seat, "board_of": render.book(game, language).board,
                "t": render.Sight(view=view, me=seat, names=names), **more}
    own = found.template("learn/example.html")
    drawn = render.ENVIRONMENT.get_template(own or "example.html").render(context)
    return Markup('<div class="pictured game-{}"><div class="breakdown">{}</div></div>').format(game.id, Markup(drawn))


def listed(game: Game, language: str, furniture: str) -> list[dict[str, Any]]:
    """Every piece, with what the table's page tells of it; from the words alone where there is no such page."""
    told = [(id, Markup(text)) for id, text in ABOUT.findall(furniture)]
    words = render.words_for(game, language)
    if not told:
        told = [(id, Markup("<h3>{}</h3><p>{}</p>").format(words.piece(id).bare, words.say(f"piece.{id}.help")))
                for id in (match[1] for match in map(HELP.fullmatch, words.messages) if match)]
    name = parts(game).template("learn/picture.html")
    picture = render.ENVIRONMENT.get_template(name) if name else None
    context = surroundings(game, language)
    return [{"id": id, "text": text, "picture": Markup(picture.render(context | {"id": id})) if picture else ""}
            for id, text in told]
