"""What every game must keep, as functions that raise AssertionError when a game does not.

`test_conformance` runs them over every registered game; `test_conformance_can_fail` plants broken
games and shows that they are caught.
"""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

import msgspec

import chateaux
from chateaux.engine.data import EVERYTHING, SPECTATOR, Choice, canonical

FORGETTING = {"reshuffle"}  # kinds of events after which a seat knows less than it could, as the game's page says
LONGEST = 20_000  # actions; a random game that is longer does not end


@dataclass(frozen=True)
class Setting:
    """A game with a number of players and options."""

    game: chateaux.Game
    players: int
    options: tuple[tuple[str, Choice], ...]

    def new(self, seed: int) -> chateaux.State:
        return self.game.new(self.players, seed, dict(self.options))

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options
                         if value != self.game.options[name].default)
        return f"{self.game.id}-{self.players}p{chosen}"


def settings(game: chateaux.Game, few: bool = False) -> list[Setting]:
    """Every number of players with the default options, and every combination of options.

    A few: every number of players with the default options, and combinations, each with one number of players,
    in which every two choices meet.
    """
    default = game.settled(None)
    sets = game.option_sets()
    if few:
        sets = [default, *(options for options in meeting(sets) if options != default)]
    found = []
    for number, options in enumerate(sets):
        counts = list(game.players)
        if few and options != default:
            counts = [counts[number % len(counts)]]
        found += [Setting(game, players, tuple(options.items())) for players in counts]
    return found


def meeting(sets: list[dict[str, Choice]]) -> list[dict[str, Choice]]:
    """Some of the combinations, in which every two choices that meet in any of them meet."""
    pairs = [{frozenset(pair) for pair in combinations_with_replacement(options.items(), 2)} for options in sets]
    chosen: list[dict[str, Choice]] = []
    met: set[frozenset[tuple[str, Choice]]] = set()
    while any(pair - met for pair in pairs):
        best = max(range(len(sets)), key=lambda number: len(pairs[number] - met))
        chosen.append(sets[best])
        met |= pairs[best]
    return chosen


def walk(setting: Setting, seed: int, state: chateaux.State | None = None) -> Iterator[tuple[chateaux.State, int, int]]:
    """Play a random game; yield the position before each action with the seat and the action."""
    chooser = random.Random(seed)
    if state is None:
        state = setting.new(seed)
    for _ in range(LONGEST):
        if state.over:
            return
        seat = chooser.choice(state.to_act)
        action = chooser.choice(state.actions(seat))
        yield state, seat, action
        state.play(action, seat)
    raise AssertionError(f"{setting} with seed {seed} does not end")


def sampled_positions(setting: Setting, seed: int, count: int) -> list[chateaux.State]:
    """Some positions of a random game, the first and the last before the end among them."""
    kept: list[chateaux.State] = []
    chooser = random.Random(seed)
    for number, (state, _, _) in enumerate(walk(setting, seed)):
        if len(kept) < count:
            kept.append(state.clone())
        elif chooser.random() < count / (number + 1):
            kept[chooser.randrange(1, count)] = state.clone()
    return kept


def through_json(data: object) -> dict[str, object]:
    """Data as it arrives after a journey through JSON."""
    decoded = msgspec.json.decode(canonical(data))
    assert isinstance(decoded, dict)
    return decoded


def fingerprint(state: chateaux.State) -> bytes:
    return canonical(state.dump())


def nothing_is_hidden(state: chateaux.State) -> bool:
    """Whether everybody knows everything, but for what chance will bring."""
    return state.position(EVERYTHING) == state.position(SPECTATOR)


# ---------------------------------------------------------------- the rules of a position


def random_game_ends_and_keeps_its_invariants(setting: Setting, seed: int) -> None:
    """Invariants hold after every action, past copies never change, a record replays to the same state."""
    record = chateaux.Record(setting.game, setting.players, dict(setting.options), seed)
    state = record.new()
    copies: list[tuple[chateaux.State, bytes]] = []
    for _, seat, action in walk(setting, seed, state):
        state.check()
        copies.append((state.clone(), fingerprint(state)))
        assert state.winners() == ()
        assert len(state.scores()) == setting.players
        record.add(seat, action)
    state.check()
    assert state.over
    assert state.to_act == ()
    assert all(state.actions(seat) == [] for seat in range(setting.players)), "nobody may act after the end"
    assert state.winners(), "somebody wins"
    for seat in range(setting.players):
        lines = state.breakdown(seat)
        assert sum(_points(line) for line in lines) == state.scores()[seat], f"seat {seat}'s breakdown does not add up"
        assert all(isinstance(line["kind"], str) for line in lines)
    for past, hashed in copies:
        assert fingerprint(past) == hashed, "a past copy has changed"
    again = chateaux.Record.from_json(record.to_json()).replay()
    assert fingerprint(again) == fingerprint(state), "the record replays to another state"


def _points(line: dict[str, object]) -> int:
    points = line["points"]
    assert isinstance(points, int)
    return points


def legality_is_one_thing(state: chateaux.State) -> None:
    """`actions`, `allows` and `play` agree; what is illegal raises, in a sentence, and changes nothing."""
    before = fingerprint(state)
    game = state.game
    for seat in range(-1, state.players):
        legal = state.actions(seat)
        assert legal == sorted(set(legal)), "legal actions are distinct and in rising order"
        assert all(0 <= action < game.action_count for action in legal)
        allowed = [action for action in range(game.action_count) if state.allows(seat, action)]
        assert allowed == legal, f"seat {seat}: allows and legal disagree"
        assert bool(legal) or seat not in state.to_act, "a seat that is asked has an action"
        refused = [action for action in range(game.action_count) if action not in set(legal)]
        refused = [*random.Random(seat).sample(refused, min(8, len(refused))), -1, game.action_count, 10**30]
        for action in refused:
            try:
                state.play(action, seat)
            except chateaux.IllegalAction as error:
                assert str(error).endswith("."), "an error is a sentence"
            else:
                raise AssertionError(f"seat {seat} could play the illegal action {action}")
    for stranger in (-2, state.players, 99, 10**30):
        assert state.actions(stranger) == []
        assert state.prompt(stranger) is None
        assert state.picks(stranger) == {}
        try:
            state.play(0, stranger)
        except chateaux.IllegalAction:
            pass
        else:
            raise AssertionError("a seat that does not exist could play")
    assert fingerprint(state) == before, "looking or failing has changed the position"


def notation_and_picks_are_unambiguous(state: chateaux.State) -> None:
    """Every legal action has its own text, which parses back, and its own picks, none a prefix of another's."""
    for seat in state.to_act:
        actions = state.actions(seat)
        texts = [state.text(action) for action in actions]
        assert len(set(texts)) == len(texts), f"ambiguous notation: {Counter(texts).most_common(1)}"
        for action, text in zip(actions, texts, strict=True):
            assert state.parse(text, seat) == action
            assert state.parse("  " + text.upper() + " ", seat) == action
        prompt = state.prompt(seat)
        assert prompt is not None
        assert isinstance(prompt["kind"], str)
        picks = state.picks(seat)
        assert sorted(picks) == actions
        spelled: dict[tuple[str, ...], int] = {}
        for action, steps in picks.items():
            assert steps, f"{state.text(action)} has nothing to pick"
            assert all(steps), "every step has an alternative"
            for path in _paths(steps):
                assert path not in spelled, f"{path} picks two actions"
                spelled[path] = action
        for path in spelled:
            for length in range(1, len(path)):
                assert path[:length] not in spelled, f"{path[:length]} is a prefix of {path}"
    for seat in set(range(state.players)) - set(state.to_act):
        if not state.actions(seat):
            assert state.prompt(seat) is None
            assert state.picks(seat) == {}


def _paths(steps: list[list[str]]) -> list[tuple[str, ...]]:
    paths: list[tuple[str, ...]] = [()]
    for alternatives in steps:
        paths = [(*path, pick) for path in paths for pick in alternatives]
    return paths


def dump_and_load_give_the_same_position(state: chateaux.State, seed: int) -> None:
    """load(dump) is the same position, and stays the same over 50 equal actions."""
    twin = state.game.load(through_json(state.dump()))
    assert fingerprint(twin) == fingerprint(state)
    original = state.clone()
    chooser = random.Random(seed)
    for _ in range(50):
        if original.over:
            break
        seat = chooser.choice(original.to_act)
        action = chooser.choice(original.actions(seat))
        assert twin.actions(seat) == original.actions(seat)
        original.play(action, seat)
        twin.play(action, seat)
    assert fingerprint(twin) == fingerprint(original)


# ---------------------------------------------------------------- secrets


def seen_by(state: chateaux.State, seat: int) -> bytes:
    """Everything that reaches a seat (or a spectator) at one position, errors included."""
    told: dict[str, object] = {
        "observation": state.observe(seat).to_data(),
        "view": state.view(None if seat == SPECTATOR else seat),
        "to_act": state.to_act, "over": state.over, "scores": state.scores(), "winners": state.winners()}
    if seat != SPECTATOR:
        actions = state.actions(seat)
        told |= {"actions": actions, "texts": [state.text(action) for action in actions],
                 "prompt": state.prompt(seat), "picks": {str(key): value for key, value in state.picks(seat).items()}}
        refused = [action for action in range(0, state.game.action_count, 7) if action not in set(actions)][:12]
        told["errors"] = [_error(state, action, seat) for action in refused]
    return canonical(told)


def _error(state: chateaux.State, action: int, seat: int) -> str:
    try:
        state.play(action, seat)
    except chateaux.IllegalAction as error:
        return f"{error.reason}: {error}"
    raise AssertionError(f"{action} was legal for the twin only")


def twin_looks_the_same(state: chateaux.State, seed: int) -> None:
    """A world sampled from an observation gives back that observation and all else the seat can see."""
    game = state.game
    for seat in range(SPECTATOR, state.players):
        observation = chateaux.Observation.from_data(through_json(state.observe(seat).to_data()))
        assert observation == state.observe(seat), "an observation survives JSON"
        worlds = game.worlds(observation)
        for number in range(3):
            twin = worlds.sample(seed + number)
            twin.check()
            assert twin.observe(seat) == observation, f"seat {seat} observes a sampled world differently"
            assert seen_by(twin, seat) == seen_by(state, seat), f"seat {seat} can tell a sampled twin from the truth"
            same = game.worlds(twin.observe(seat)).sample(seed)
            assert fingerprint(same) == fingerprint(worlds.sample(seed)), "the samples depend on what is hidden"


def twin_stays_the_same_along_a_game(setting: Setting, seed: int, seat: int, tries: int = 30) -> int:
    """The truth and a twin, played alike with what the seat sees of the draws made equal, look alike to the seat.

    Draws are made equal by trying chances for the twin; where none fits, a new twin is taken. Returns
    how many actions were compared.
    """
    state = setting.new(seed)
    twin = setting.game.worlds(state.observe(seat)).sample(seed)
    chooser = random.Random(seed)
    compared = 0
    while not state.over and compared < 200:
        actor = chooser.choice(state.to_act)
        both = [action for action in state.actions(actor) if twin.allows(actor, action)]
        assert actor != seat or both == state.actions(seat)
        if not both:
            twin = setting.game.worlds(state.observe(seat)).sample(chooser.getrandbits(60))
            continue
        action = chooser.choice(both)
        outcome = state.play(action, actor, events=True)
        told = canonical([event.seen_by(seat) for event in outcome.events])
        seen = seen_by(state, seat)
        fits = None
        news = outcome.revealed and not (outcome.own and actor == seat)  # what one shows of one's own one knows
        for _ in range(tries if news else 1):
            candidate = twin.clone()
            candidate.chance = chateaux.Chance.stream(chooser.getrandbits(60))
            theirs = candidate.play(action, actor, events=True)
            if (canonical([event.seen_by(seat) for event in theirs.events]) == told
                    and seen_by(candidate, seat) == seen and theirs.revealed == outcome.revealed):
                fits = candidate
                break
        assert fits is not None or news, (
            f"{state.text(action) if actor == seat else 'an action'} draws nothing, but seat {seat} sees a difference")
        if fits is None:
            fits = setting.game.worlds(state.observe(seat)).sample(chooser.getrandbits(60))
            assert seen_by(fits, seat) == seen
        twin = fits
        compared += 1
    return compared


def swapped_hands_stay_unseen(setting: Setting, seed: int, swap: Callable[[dict[str, object], int, int], None]) -> int:
    """Two opponents' hidden hands are exchanged in the truth: the third sees the same until a swapped piece shows.

    `swap` exchanges what two seats hold in a whole position. Returns how many actions were compared.
    """
    compared = 0
    for third in range(setting.players):
        a, b = [seat for seat in range(setting.players) if seat != third][:2]
        for state in sampled_positions(setting, seed, 6):
            data = through_json(state.dump())
            position = data["position"]
            assert isinstance(position, dict)
            swap(position, a, b)
            try:
                twin = setting.game.load(data)
            except chateaux.BadPosition:
                continue  # what the third knows of these hands forbids the exchange
            if twin.observe(third) != state.observe(third):
                continue
            assert seen_by(twin, third) == seen_by(state, third), f"seat {third} sees that two hands were exchanged"
            compared += _alike_until_a_piece_shows(state.clone(), twin, third, seed)
    return compared


def _alike_until_a_piece_shows(state: chateaux.State, twin: chateaux.State, third: int, seed: int) -> int:
    chooser = random.Random(seed)
    for count in range(30):
        if state.over:
            return count
        seat = chooser.choice(state.to_act)
        action = chooser.choice(state.actions(seat))
        if not twin.allows(seat, action):
            return count  # a swapped piece is about to show
        told = [event.seen_by(third) for event in state.play(action, seat, events=True).events]
        theirs = twin.play(action, seat, events=True)
        if theirs.revealed:
            return count + 1
        assert [event.seen_by(third) for event in theirs.events] == told
        assert seen_by(twin, third) == seen_by(state, third)
    return 30


def hidden_pieces_have_the_right_frequencies(
        setting: Setting, seed: int, held: Callable[[dict[str, object], int], list[object]],
        samples: int = 1500) -> None:
    """Dealt anew, a hidden hand is on average its share of all hidden pieces, whoever holds it.

    `held` gives what a seat holds in a whole position. Every pair of seats whose hands are hidden from an
    observer must have the same mean count of each piece, per piece held.
    """
    for state in sampled_positions(setting, seed, 3):
        observation = state.observe(SPECTATOR)
        worlds = setting.game.worlds(observation)
        counts: list[Counter[object]] = [Counter() for _ in range(setting.players)]
        for number in range(samples):
            position = worlds.sample(number).position(EVERYTHING)
            for seat in range(setting.players):
                counts[seat].update(held(position, seat))
        sizes = [counter.total() for counter in counts]
        for a in range(setting.players):
            for b in range(a):
                for piece in set(counts[a]) | set(counts[b]):
                    if not sizes[a] or not sizes[b]:
                        continue
                    pooled = (counts[a][piece] + counts[b][piece]) / (sizes[a] + sizes[b])
                    spread = (pooled * (1 - pooled) * (1 / sizes[a] + 1 / sizes[b])) ** 0.5
                    gap = abs(counts[a][piece] / sizes[a] - counts[b][piece] / sizes[b])
                    assert gap <= 5 * spread + 0.003, f"{piece} lies oftener with seat {a} than with seat {b}, or rarer"


def events_tell_only_what_may_be_known(setting: Setting, seed: int) -> None:
    """Without being asked nothing is written; an event's private part reaches only the seats it names."""
    for state, seat, action in walk(setting, seed):
        quiet, loud = state.clone(), state.clone()
        assert quiet.play(action, seat).events == ()
        outcome = loud.play(action, seat, events=True)
        assert fingerprint(quiet) == fingerprint(loud), "asking for events changes the game"
        for event in outcome.events:
            canonical(event.seen_by(EVERYTHING))
            for other in range(SPECTATOR, setting.players):
                seen = event.seen_by(other)
                if event.private and not (other >= 0 and event.to >> other & 1):
                    assert not set(event.private) & set(seen) - set(event.public)


def events_say_nothing_of_what_stays_hidden(state: chateaux.State, seed: int, samples: int = 300) -> None:
    """Among worlds that a seat cannot tell apart after an action, what it was told must not go with what is hidden."""
    if nothing_is_hidden(state):
        return
    chooser = random.Random(seed)
    actor = chooser.choice(state.to_act)
    action = chooser.choice(state.actions(actor))
    for seat in range(SPECTATOR, state.players):
        if seat == actor:
            continue
        worlds = state.game.worlds(state.observe(seat))
        groups: dict[bytes, list[tuple[bytes, set[tuple[str, str]]]]] = {}
        for number in range(samples):
            world = worlds.sample(chooser.getrandbits(60) + number)
            if world.allows(actor, action):
                told = canonical([event.seen_by(seat) for event in world.play(action, actor, events=True).events])
                group = groups.setdefault(canonical(world.observe(seat).to_data()), [])
                group.append((told, set(_items("", world.position(EVERYTHING)))))
        for group in groups.values():
            for told, count in Counter(told for told, _ in group).items():
                if not 8 <= count <= len(group) - 8:
                    continue
                here = Counter(item for other, items in group if other == told for item in items)
                there = Counter(item for other, items in group if other != told for item in items)
                for item in set(here) | set(there):
                    gap = abs(here[item] / count - there[item] / (len(group) - count))
                    assert gap < 0.8, f"what seat {seat} is told goes with the hidden {item}"


def worlds_are_calibrated(state: chateaux.State, seed: int, samples: int = 600) -> int:
    """What a seat sees after an action goes with what is hidden only as `worlds` says.

    An action that every world of a seat allows is played in many of them; among those that look the same
    afterwards, hidden things must be as frequent as in worlds sampled from that look. This catches an
    order, an id or a count that depends on a hidden piece. Returns how many groups were compared.
    """
    if len(state.to_act) != 1 or nothing_is_hidden(state):
        return 0  # the answers of others at the same time are theirs to choose, not dealt
    chooser = random.Random(seed)
    actor = state.to_act[0]
    action = chooser.choice(state.actions(actor))
    compared = 0
    for seat in range(SPECTATOR, state.players):
        worlds = state.game.worlds(state.observe(seat))
        groups: dict[bytes, list[object]] = {}
        after: dict[bytes, chateaux.Observation] = {}
        for number in range(samples):
            world = worlds.sample(chooser.getrandbits(60) + number)
            if not world.allows(actor, action):
                groups.clear()
                break
            told = {event.kind for event in world.play(action, actor, events=True).events}
            if len(world.to_act) > 1 or told & FORGETTING:
                continue
            observation = world.observe(seat)
            look = canonical(observation.to_data())
            after[look] = observation
            groups.setdefault(look, []).append(world.position(EVERYTHING))
        for look, group in groups.items():
            size = len(group)
            if size < 40:
                continue
            compared += 1
            again = state.game.worlds(after[look])
            sampled = (again.sample(chooser.getrandbits(60)).position(EVERYTHING) for _ in range(size))
            here, there = (Counter(item for position in some for item in _items("", position, group[0]))
                           for some in (group, sampled))
            for item in set(here) | set(there):
                pooled = (here[item] + there[item]) / (2 * size)
                gap = abs(here[item] - there[item]) / size
                spread = (max(pooled * (1 - pooled), 0.0) * 2 / size) ** 0.5
                assert gap <= 5.5 * spread + 0.02, f"to seat {seat} the hidden {item} is {gap:.0%} off"
    return compared


NOTHING = object()


def _items(path: str, data: object, like: object = NOTHING) -> Iterator[tuple[str, str]]:
    """What stands in a position and where; of one that is much like another, only what differs, and that it does."""
    if data == like:
        return
    if isinstance(data, dict):
        others = like if isinstance(like, dict) else {}
        for key, value in data.items():
            yield from _items(f"{path}.{key}", value, others.get(key, NOTHING))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            other = like[number] if isinstance(like, list) and number < len(like) else NOTHING
            yield from _items(f"{path}.{number}", value, other)
    else:
        yield path, str(data)
        if like is not NOTHING:
            yield path, "another"


def playthrough(setting: Setting, seed: int, most: int = 400) -> str:
    """A whole random game as a story: prompts, actions in notation, public events, scores."""
    lines = [f"# {setting}", ""]
    chooser = random.Random(seed)
    state = setting.new(seed)
    lines.append("start " + canonical(state.observe(SPECTATOR).position).decode())
    for number in range(LONGEST):
        if state.over:
            break
        seat = chooser.choice(state.to_act)
        prompt = state.prompt(seat)
        action = chooser.choice(state.actions(seat))
        text = state.text(action)
        outcome = state.play(action, seat, events=True)
        if number < most:
            lines.append(f"{number + 1}. seat {seat}, {(prompt or {})['kind']}: {text}")
            lines += [f"     {canonical(event.seen_by(SPECTATOR)).decode()}" for event in outcome.events]
    lines += ["", f"scores {state.scores()}, won by {list(state.winners())}"]
    return "\n".join(lines) + "\n"
