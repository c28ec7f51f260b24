"""How a card looks: its face, its bust, its back and its miniature, composed from the symbols of `art.svg`.

Everything is built from the card's data, so that somebody's own cards are drawn too.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup, escape

from chateaux.games.chateau_combo.schema import Cell
from chateaux.look import portraits
from chateaux.look.art import INK, Art, Line, figure, tincture
from chateaux.look.portraits import WITH_FAIR, chosen, stranger
from chateaux.look.words import Words

ART: Final = Art(Path(__file__).parent / "art.svg")
PAPER: Final = "#fff8e6"

Card = Mapping[str, Any]  # as in pieces.json

# body, hat, hair, beard, face, prop of each character; "-" is none
BUSTS: Final = """
steward: robe chaperon short goatee calm key | his_holiness: cape mitre short full old crozier
chaplain: robe skullcap tonsure - smile cross | cardinal: robe wide bob - calm book
templar: armor greathelm - - stern sword | gravedigger: tunic hood short full stern shovel
alchemist: robe skullcap long long old flask | astronomer: robe wizard long long calm telescope
pilgrim: robe wide short full smile staff | devout: robe hood bob - calm cross
nun: robe wimple - - smile book | architect: tunic beret short goatee calm compass
goldsmith: apron skullcap curly moustache smile chalice | apothecary: robe beret bun - calm flask
professor: robe beret short long old book | officer: armor plume short moustache stern scroll
captain: armor helm short goatee stern sword | judge: cape chaperon long - stern scales
patron: cape plume curly goatee smile purse | guildmaster: cape beret short full calm hammer
general: armor plume bob - stern scroll | knight: armor helm braids - calm shield
lookout: tunic kettle short full sly spyglass | royal_guard: armor kettle short moustache stern shield
banker: gown coif bun - sly purse | pawnbroker: robe chaperon short long sly scales
chatelaine: gown veil long - calm key | glassblower: apron kerchief curly full smile glass
princess: gown coronet long - smile rose | prince: cape coronet bob - smile sword
his_majesty: cape crown long full calm scepter | queen_mother: gown veil bun - old rose
jester: tunic jester short - sly lute | chancellor: robe hennin bun - calm scroll
baron: cape plume bob moustache stern chalice | her_majesty_the_queen: gown crown braids - calm scepter
duchess: gown hennin long - sly rose | scribe: robe skullcap tonsure - calm quill
mother_superior: robe wimple - - old crozier | inventor: apron beret curly moustache smile compass
spy: tunic hood short goatee sly dagger | vicar: robe wide tonsure - smile cross
miraculously_cured: tunic veil long - smile torch | squire: tunic skullcap bob - smile shield
philosopher: robe - tonsure long old scroll | doctor: robe beret short full calm flask
executioner: tunic mask - - stern axe | barbarian: tunic horns braids full stern axe
militiaman: tunic kettle curly - stern fork | bombardier: apron kettle short moustache sly bomb
stonemason: apron kerchief bob - smile chisel | blacksmith: apron kerchief bun - stern anvil
master_at_arms: armor - short full stern sword | mercenary: armor plume long goatee sly purse
innkeeper: apron cook short moustache smile mug | sculptor: apron beret bun - calm chisel
clockmaker: apron coif curly - calm clock | spice_merchant: gown chaperon long - smile spice
armorer: apron kerchief braids - calm hammer | potter: apron skullcap curly full smile pot
farmer: tunic straw braids - smile wheat | locksmith: apron beret short moustache sly key
carpenter: apron straw short full smile hammer | witch: robe witch curly - sly flask
brigand: tunic hood long goatee sly dagger | woodcutter: tunic kerchief short full smile axe
monk: robe - tonsure - smile mug | beggar: robe hood long - old staff
stable_boy: tunic plume curly - smile fork | winemaker: apron straw short moustache smile grapes
shepherd: tunic straw long - calm crook | usurper: cape coronet short goatee sly dagger
traveler: cape wide braids - smile staff | farmhand: apron kerchief bob - smile loaf
revolutionary: tunic beret bob moustache stern torch | fisherman: tunic wide short full calm fish
baker: apron cook bun - smile loaf | beekeeper: apron straw curly full calm honey
"""
BUST: Final = {id.strip(): parts.split() for id, _, parts in
               (item.partition(":") for item in BUSTS.strip().replace("\n", "|").split("|"))}
STRANGERS: Final = (  # what a character of somebody's own set may look like
    ("robe", "tunic", "apron", "cape", "gown"), ("beret", "chaperon", "wide", "straw", "kerchief", "plume"),
    ("short", "long", "bob", "curly"), ("-", "-", "full", "goatee"), ("calm", "smile", "stern", "sly"),
    ("book", "staff", "purse", "key", "scroll"))
GLASSES: Final = frozenset({"professor", "clockmaker", "pawnbroker", "doctor", "alchemist"})
PATCH: Final = frozenset({"mercenary", "brigand"})

CLOTH: Final = {  # main colour, shade, trim
    "nobility": (("#2f58a8", "#1d3a77", "#e7b53c"), ("#6b3f86", "#4d2a63", "#e7b53c"),
                 ("#a8324a", "#7f2036", "#f6d36a"), ("#2b6f8f", "#1b4f68", "#fbe39a")),
    "faith": (("#6d4a7f", "#50335f", "#fff8e6"), ("#fff8e6", "#dccdae", "#a8432a"),
              ("#3d4660", "#2a3147", "#e7b53c"), ("#8e2a3c", "#6b1c2b", "#fff8e6")),
    "scholarship": (("#2c7a61", "#1d5a47", "#fbe39a"), ("#44536b", "#303c50", "#79c3a7"),
                    ("#7a5a3a", "#5b4129", "#b3c58a"), ("#24586b", "#173f4e", "#fbe39a")),
    "military": (("#b5392a", "#8a281c", "#fbe39a"), ("#44536b", "#303c50", "#e5805a"),
                 ("#7b3a26", "#5a2818", "#e7b53c"), ("#2f58a8", "#1d3a77", "#fff8e6")),
    "craftsmanship": (("#c9742e", "#a4591d", "#6d4726"), ("#5f7d49", "#456036", "#8a5a2e"),
                      ("#4a6a86", "#345068", "#96673a"), ("#96506b", "#74384f", "#7a4a28")),
    "peasantry": (("#c49a2e", "#9d7a1e", "#fff8e6"), ("#7d8f4a", "#5f6e35", "#f0dcb4"),
                  ("#a5653d", "#804a2a", "#f6d9a0"), ("#6c7f95", "#526377", "#f0dcb4")),
}
TINT: Final = {"nobility": "#c3d3f0", "faith": "#e0cbe2", "scholarship": "#c4e0d3", "military": "#f0c9bf",
               "craftsmanship": "#f6d7b4", "peasantry": "#f5e6b0"}
RIBBON: Final = {"castle": "--rb:#34435a;--rb2:#232e40", "village": "--rb:#7c4a1c;--rb2:#57320f"}
COUNTED: Final = {"shield_types_present": "cc-s-any", "shield_types_missing": "cc-s-none",
                  "cards_with_purse": "cc-purse", "occupied_cells": "cc-card", "empty_cells": "cc-card-empty"}


def bust(id: str, shield: str) -> Markup:
    """A character from head to belt, box 100 × 100."""
    worn = ["glasses"] * (id in GLASSES) + ["patch"] * (id in PATCH)
    return portraits.bust(ART, id, BUST.get(id) or stranger(STRANGERS, id), chosen(CLOTH[shield], id, "g"), WITH_FAIR,
                          worn)


def effect_line(card: Card, words: Words) -> Line:
    """What a card does, in symbols."""
    line = Line(ART, 17)
    for number, part in enumerate(card["effect"]["parts"]):
        if number:
            line.text(f" {words.say('word.or')} " if card["effect"]["mode"] == "choose_one" else " ", 0.7)
        kind = part["kind"]
        if kind == "gain":
            if part["who"] == "opponents":
                line.icon("i-people", 0.8)
            line.text(f"+{part['amount']}").icon("cc-" + part["resource"])
            if part.get("per"):
                counted(line, part["per"])
        elif kind == "deposit_on_each_purse":
            line.text(f"+{part['gold']}").icon("cc-gold").text("/").icon("cc-purse")
        elif kind == "fill_purses":
            line.text(f"{part['cards']}×").icon("cc-purse").text("=").text("max", 0.65)
        elif kind == "discard_row_card":
            line.icon("cc-discard").icon("cc-banner-" + part["row"]).text("=").icon("cc-" + part["resource"])
        else:
            line.text(f"−{part['amount']}").icon("cc-gold")
            for place in part["places"]:
                line.icon("cc-banner-" + place)
    return line


def counted(line: Line, per: Mapping[str, Any]) -> None:
    """What an effect is multiplied by."""
    line.text("/")
    count = per["count"]
    if per.get("of") == "neighbour":
        line.icon("cc-neigh", 0.8)
    if count == "shield":
        line.icon("cc-s-" + per["shield"])
    elif count == "banner":
        line.icon("cc-banner-" + per["place"])
    elif count == "cards_with_cost":
        line.icon("cc-card").text("=").icon("cc-gold", 0.8).text(str(per["cost"]))
    else:
        line.icon(COUNTED.get(count) or f"cc-card-{per['number']}s")


def score_line(card: Card) -> Line:
    """What a card scores for, in symbols."""
    scoring, line = card["scoring"], Line(ART, 18)
    kind = scoring["kind"]
    if kind == "per_shield":
        line.text("/").icon("cc-s-" + scoring["shield"]).icon("cc-a-" + scoring["area"])
    elif kind == "per_shield_type_present":
        line.text("/").icon("cc-s-any").icon("cc-a-" + scoring["area"])
    elif kind == "per_shield_type_missing":
        line.text("/").icon("cc-s-none")
    elif kind == "if_shield_missing":
        line.text("0", 1).icon("cc-s-" + scoring["shield"])
    elif kind == "per_shield_set":
        line.text("/")
        for shield in scoring["set"]:
            line.icon("cc-s-" + shield)
    elif kind == "per_identical_shields":
        line.text(f"/ {scoring['size']}×").icon("cc-s-any")
    elif kind == "per_banner":
        line.text("/").icon("cc-banner-" + scoring["place"])
    elif kind == "per_banner_set":
        line.text("/")
        for place in scoring["set"]:
            line.icon("cc-banner-" + place)
    elif kind == "per_card_with_shield_number":
        line.text("/").icon(f"cc-card-{scoring['number']}s")
    elif kind == "per_card_with_cost":
        line.text("/").icon("cc-card").icon("cc-gold", 0.8).text(str(scoring["cost"]) + "+" * scoring["or_more"])
    elif kind == "per_card_with_discount":
        line.text("/").icon("cc-card").text("−1")
    elif kind == "per_key":
        line.text("/").icon("cc-key")
    elif kind == "purse":
        line.text("/").icon("cc-gold").text(f"≤{scoring['capacity']}", 0.8).icon("cc-purse")
    elif kind == "per_gold_in_all_purses":
        line.text("/").icon("cc-gold").icon("cc-purse")
    elif kind == "if_any_face_down_card":
        line.icon("cc-facedown")
    else:
        line.icon("cc-a-" + scoring["region"], 1.15)
    return line


def face(card: Card, words: Words) -> Markup:
    """A whole card face as printed, box 132 × 196."""
    name = words.piece(card["id"]).bare
    if name == card["id"]:
        name = str(card.get("name_en", name))
    size = 14 if len(name) <= 13 else 13
    squeezed = 110.0 if len(name) * size * 0.5 > 110 else 0.0  # long names are condensed, never shrunk
    shields = card["shields"]
    scoring = score_line(card)
    wide = min(scoring.width(), 66) + 42
    left = 66 - wide / 2
    parts = [
        ART.use("cc-frame-" + card["place"], 0, 0, 132, 196),
        Markup('<svg x="6" y="6" width="120" height="98" class="clip" viewBox="0 0 120 98">'
               f'<g transform="translate(8 1)">{bust(card["id"], shields[0])}</g></svg>'),
        ART.use("cc-ribbon", 0, 96, 132, 24), figure(name, 66, 111.5, size, PAPER, squeezed),
        Markup('<rect x="6" y="123" width="120" height="29" rx="3" fill="var(--pc1)"/>'),
        effect_line(card, words).draw(66, 137.5, 114, INK),
        Markup('<path d="M6 156h120v28a6 6 0 0 1-6 6H12a6 6 0 0 1-6-6z" fill="#2b3350"/>'),
        ART.use("cc-vp", left, 158, 31, 31), figure(card["scoring"]["points"], left + 15.5, 179, 16, PAPER),
        scoring.draw(left + 40 + min(scoring.width(), 66) / 2, 173, 66, PAPER),
        ART.use("cc-gold", 3, 3, 34, 34)]
    if card.get("messenger"):
        parts.append(ART.use("cc-go-" + card["messenger"], 7, 42, 26, 26))
    parts += [ART.use("cc-s-" + shield, 99, 4 + number * 31, 28, 32) for number, shield in enumerate(shields)]
    return Markup(f'<g style="--tint:{escape(TINT[shields[0]])};{escape(RIBBON[card["place"]])};color:{INK}">'
                  f'{Markup().join(parts)}</g>')


def tiny(card: Card) -> Markup:
    """A miniature for a rival's tableau, box 48 × 56: place, character, shields."""
    shields = card["shields"]
    band = "#5c6e82" if card["place"] == "castle" else "#b9762f"
    marks = Markup().join(ART.use("cc-s-" + shield, 31 - number * 14, 38, 15, 17)
                          for number, shield in enumerate(shields))
    return Markup(
        f'<rect x="1" y="1" width="46" height="54" rx="5" fill="{escape(TINT[shields[0]])}" stroke="{INK}" '
        f'stroke-width="2"/>'
        f'<path d="M2 10V6a4 4 0 0 1 4-4h36a4 4 0 0 1 4 4v4z" fill="{escape(band)}"/>'
        '<svg x="2" y="10" width="44" height="44" class="clip" viewBox="14 8 76 76">'
        f'{bust(card["id"], shields[0])}</svg>{escape(marks)}')


def symbols(cards: Sequence[Card], words: Words) -> Markup:
    """Every face and miniature as a symbol, so that a board only names them."""
    return Markup().join(
        Markup(f'<symbol id="face-{escape(card["id"])}" viewBox="0 0 132 196">{face(card, words)}</symbol>'
               f'<symbol id="tiny-{escape(card["id"])}" viewBox="0 0 48 56">{tiny(card)}'
               f'</symbol>') for card in cards)


@lru_cache(maxsize=4096)
def shown(id: str, price: int | None = None, paid: bool = False, gold: int = 0) -> Markup:
    """A card face with the price on its coin, and the gold that lies on its purse."""
    coin = Markup() if price is None else figure(price, 20, 26.5, 20, "#16604c" if paid else INK)
    lying = Markup().join(ART.use("cc-gold", 6 + (number % 5) * 12, 78 - number // 5 * 12, 18, 18)
                          for number in range(gold))
    return Markup(f'<svg class="ccard" viewBox="0 0 132 196" aria-hidden="true"><use href="#face-{escape(id)}"/>'
                  f'{escape(coin)}{escape(lying)}'
                  "</svg>")


@lru_cache(maxsize=64)
def back(place: str) -> Markup:
    """The back of a card."""
    return Markup(f'<svg class="ccard" viewBox="0 0 132 196" aria-hidden="true">'
                  f'{ART.use("cc-back-" + place, 0, 0, 132, 196)}</svg>')


@lru_cache(maxsize=1024)
def mini(id: str | None) -> Markup:
    """A card in miniature, or the back of one."""
    if id is None:
        inside = Markup(f'<rect x="1" y="1" width="46" height="54" rx="5" fill="#445366" stroke="{INK}" '
                        f'stroke-width="2"/>{ART.use("cc-facedown", 12, 16, 24, 24)}')
    else:
        inside = Markup(f'<use href="#tiny-{escape(id)}"/>')
    return Markup(f'<svg class="mcard" viewBox="0 0 48 56" aria-hidden="true">{escape(inside)}</svg>')


def trophy(cells: Sequence[Cell], seat: int) -> Markup:
    """Nine portraits on a wall hanging in a player's colours."""
    fringe = "l-13 12-13-12" * 7
    lying = [cell for cell in cells if cell.card]
    cards = Markup().join(
        Markup(f'<svg x="{3 + number % 3 * 55:g}" y="{4 + number // 3 * 62:g}" width="48" height="56" '
               f'viewBox="0 0 48 56">{small(cell)}</svg>') for number, cell in enumerate(lying))
    return Markup(
        '<svg class="hanging" viewBox="-14 -18 194 232" aria-hidden="true">'
        f'<path d="M-8-6h182v204{escape(fringe)}z" style="fill:url(#weave-{escape(tincture(seat))})"/>'
        '<path d="M-3-2h172v190H-3z" fill="var(--vellum)" stroke="var(--gd1)" stroke-width="1.6"/>'
        f'{escape(cards)}<path d="M-12-9h190" stroke="var(--wd2)" stroke-width="7" stroke-linecap="round"/>'
        '<path d="M-12-10.5h190" stroke="var(--wd0)" stroke-width="1.6" stroke-linecap="round" opacity=".7"/>'
        '<circle cx="-11" cy="-9" r="5.5" fill="var(--gd1)" stroke="var(--gd3)"/>'
        '<circle cx="177" cy="-9" r="5.5" fill="var(--gd1)" stroke="var(--gd3)"/></svg>')


def small(cell: Cell) -> Markup:
    """A card of a hanging, or its back."""
    if not cell.down:
        return Markup(f'<use href="#tiny-{escape(cell.card)}"/>')
    paper = "#445366" if cell.place == "castle" else "#8f5a20"
    return Markup(f'<rect x="1" y="1" width="46" height="54" rx="5" fill="{escape(paper)}" stroke="{INK}" '
                  'stroke-width="2"/>'
                  f'{ART.use("cc-banner-" + cell.place, 13, 17, 22, 22)}')
