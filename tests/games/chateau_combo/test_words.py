"""The words of Château Combo: complete in three languages, natural, and true to the cards."""
from __future__ import annotations

import re

import pytest

from chateaux.games.chateau_combo.pieces import SCORINGS
from chateaux.games.chateau_combo.show.words import describe
from chateaux.look.words import LANGUAGES, Words
from tests.games.chateau_combo.table import CARDS, GAME, play, seat, table

NAMES = ["Ada", "Blaise", "Carl", "Disa", "Elin"]
EVENTS: dict[str, dict[str, object]] = {
    "key_move": {"place": "castle"},
    "key_refresh": {"place": "village", "cards": ["baker", "witch", "monk"]},
    "buy": {"card": "judge", "cell": "c3", "count": 4},
    "hide": {"card": "judge", "cell": "c3", "gold": 6, "keys": 2},
    "messenger": {"place": "village"},
    "gain_gold": {"count": 3},
    "gain_key": {"count": 1},
    "deposit": {"card": "vicar", "cell": "c3", "count": 2},
    "discard": {"card": "witch", "place": "village"},
    "reshuffle": {"place": "village"},
    "reveal": {"place": "castle", "cards": ["nun"]},
    "exhausted": {"place": "village"},
    "store": {"card": "vicar", "cell": "c3", "count": 1},
}
PROMPTS: dict[str, dict[str, object]] = {
    "take": {"place": "castle", "key": True, "move": False},
    "option": {"card": "banker"},
    "discard_for_gold": {"card": "gravedigger", "place": "village"},
    "discard_for_key": {"card": "guildmaster", "place": "village"},
    "fill": {"card": "steward", "count": 2},
}


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return Words(str(request.param), GAME)


def whole(sentence: str) -> bool:
    """A sentence a person can read: a capital, a full stop, no hole, no key that was not found."""
    return bool(re.fullmatch(r"[^a-zåäöéè{}].*[.]", sentence)) and not re.search(r"[{}_]|[a-z]\.[a-z]|–", sentence)


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_is_a_sentence(words: Words, kind: str) -> None:
    for count in (0, 1, 5):
        assert whole(words.event({"kind": kind, "seat": 1, **EVENTS[kind], **(
            {"count": count} if "count" in EVENTS[kind] else {})}, NAMES))


def test_games_tell_only_these_events() -> None:
    told = set()
    for seed in range(30):
        state = GAME.new(players=2 + seed % 4, seed=seed)
        step = seed
        while not state.over:
            player = state.to_act[0]
            actions = state.actions(player)
            told |= {event.kind for event in state.play(actions[step * 13 % len(actions)], player, events=True).events}
            step += 1
    assert told <= set(EVENTS)
    assert told >= set(EVENTS) - {"reshuffle", "exhausted"}


@pytest.mark.parametrize("kind", PROMPTS)
def test_every_prompt_is_a_sentence(words: Words, kind: str) -> None:
    assert whole(words.say(f"prompt.{kind}", PROMPTS[kind]))
    if kind == "fill":
        assert whole(words.say("prompt.fill", card="steward", count=1))


def test_every_line_of_a_breakdown_has_words(words: Words) -> None:
    for kind in [*SCORINGS, "face_down", "keys"]:
        line = words.say(f"breakdown.{kind}", times=2, each=3, points=6, card="judge")
        assert line != f"breakdown.{kind}"
        assert not re.search("[{}]", line)


# ---------------------------------------------------------------- the characters


def test_names_are_those_printed_on_the_cards() -> None:
    english, french = Words("en", GAME), Words("fr", GAME)
    for id, card in CARDS.items():
        assert english.messages[f"piece.{id}"] == (card["name_en"],)
        assert french.messages[f"piece.{id}"] == (card["name_fr"].replace("'", "’"),)


def test_swedish_names_are_all_different() -> None:
    swedish = Words("sv", GAME)
    assert len({swedish.messages[f"piece.{id}"] for id in CARDS}) == 78
    assert len({swedish.messages[f"piece.{id}.the"] for id in CARDS}) == 78


def test_french_articles_follow_the_name() -> None:
    """l’ before a vowel or a mute h, le or la before the rest, nothing before a title."""
    french = Words("fr", GAME)
    for id in CARDS:
        bare, the = french.messages[f"piece.{id}"][0], french.messages[f"piece.{id}.the"][0]
        if bare.startswith(("Sa ", "Son ")):
            assert the == bare
        elif bare[0] in "AEIOUÉH":
            assert the == "l’" + bare
        else:
            assert the in ("le " + bare, "la " + bare)


def test_french_women_are_women() -> None:
    french = Words("fr", GAME)
    women = {the.removeprefix("la ") for id in CARDS for the in french.messages[f"piece.{id}.the"]
             if the.startswith("la ")}
    assert women == {
        "Cardinale", "Nonne", "Générale", "Chevaleresse", "Banquière", "Châtelaine", "Princesse", "Doyenne",
        "Chancelière", "Duchesse", "Mère supérieure", "Miraculée", "Tailleuse de pierre", "Forgeronne", "Sculptrice",
        "Sorcière", "Mendiante", "Bergère", "Voyageuse", "Fermière", "Boulangère"}


def test_french_typography() -> None:
    """A no-break space before double punctuation, the curved apostrophe."""
    house = Words("fr").messages
    for key, forms in Words("fr", GAME).messages.items():
        for form in forms if key not in house else ():
            text = re.sub(r"\{[^}]*\}", "x", form)
            assert "'" not in text
            assert not re.search(r"(?<!\u00a0)[;:!?]", text), text


# ---------------------------------------------------------------- cards in words


@pytest.mark.parametrize("id", CARDS)
def test_every_card_says_what_it_does(words: Words, id: str) -> None:
    told = describe(CARDS[id], words.say)
    for sentence in [told["effect"], told["scoring"], *told["parts"]]:
        assert whole(sentence), sentence
    numbers = {int(number) for number in re.findall(r"\d+", told["scoring"])}
    assert CARDS[id]["scoring"]["points"] in numbers


def test_different_cards_say_different_things(words: Words) -> None:
    """Sentences are equal exactly when what is printed is equal."""
    for field in ("effect", "scoring"):
        printed: dict[str, str] = {}
        for card in CARDS.values():
            sentence = describe(card, words.say)[field]
            assert printed.setdefault(sentence, str(card[field])) == str(card[field]), sentence
        assert len(printed) == len(set(printed.values()))


@pytest.mark.parametrize(("language", "id", "effect", "scoring"), [
    ("en", "banker", "Choose one: put 2 gold from the supply into each of your purses, as far as there is room, or "
     "gain 3 keys.", "1 point for each gold in all your purses, on top of what they score."),
    ("en", "spy", "Gain 1 gold for each scholarship shield in your tableau. Gain 1 key for each military shield in one "
     "neighbour’s tableau.", "6 points if this card lies in the middle column."),
    ("en", "brigand", "Gain 1 key for each castle card in one neighbour’s tableau.",
     "7 points for each complete set: 3 village cards."),
    ("fr", "baron", "Dès votre prochain achat, les cartes du château et du village vous coûtent 1 pièce d’or de moins.",
     "10 points si votre tableau ne compte aucun blason de paysannerie."),
    ("fr", "executioner", "Défaussez l’une des cartes visibles du château et gagnez son coût imprimé en or.",
     "1 point par carte du château dans votre tableau."),
    ("sv", "usurper", "Få 1 nyckel för varje kort med exakt 1 sköld i din tablå.",
     "2 poäng för varje slottskort i din tablå."),
    ("sv", "knight", "Få 1 guld för varje slottskort i din tablå.",
     "3 poäng för varje adelssköld på kortets rad och i dess kolumn."),
])
def test_a_card_in_words(language: str, id: str, effect: str, scoring: str) -> None:
    told = describe(CARDS[id], Words(language, GAME).say)
    assert (told["effect"], told["scoring"]) == (effect, scoring)


@pytest.mark.parametrize(("language", "expected"), [
    ("en", ["Ada buys the Witch for 4 gold.", "Ada gains 1 gold.",
            "The messenger goes to the castle."]),
    ("fr", ["Ada achète la Sorcière pour 4 pièces d’or.", "Ada gagne 1 pièce d’or.",
            "Le messager rejoint le château."]),
    ("sv", ["Ada köper Häxan för 4 guld.", "Ada får 1 guld.",
            "Budbäraren går till slottet."])])
def test_a_turn_is_told(language: str, expected: list[str]) -> None:
    events = play(table(seat(), village="witch"), "buy witch @c3")
    told = [Words(language, GAME).event(event.seen_by(0), NAMES) for event in events]
    assert told[:3] == expected
