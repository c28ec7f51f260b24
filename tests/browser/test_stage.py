"""The table as a stage: no click is lost, nothing hops, and everything fits, while bots play on."""
from __future__ import annotations

import os
import random
from typing import Any

import pytest

import chateaux
from tests.browser.conftest import Arrives
from tests.browser.people import THINGS, Visitor
from tests.parts import having

GAMES = having("show/board.html")
CLICKS = int(os.environ.get("CHATEAUX_CLICKS", "100"))  # in each game; many more in the soak
USUAL = 100  # whoever asks for more clicks has time to watch every game to its end
SIZES = ((1180, 680), (1280, 720), (1440, 900), (1920, 1080))
TIMED = {"chateau-fort": {"mode": "timed", "rounds": 10}}  # with all that the other way has, and a clock
AREAS = ("players", "board", "shared", "chronicle", "herald", "prompt", "tray")

# What stays where it is while others play: only pieces move, rows of the chronicle, and words in their own places.
FURNITURE = ("#players > ul > *", "#views > *", "#side > *", "#desk > *", "#board > *", ".prompt .say", ".acts .btn",
             ".crow", ".road", ".riv", ".mysite", ".stacks", ".recipes", ".event > .hd", ".event > .ev",
             "#dice", "#dock", ".shieldline")
# What happens between pressing and letting go: whom the press met, whom the click, and whether anything moved.
WATCH = """furniture => {
  const boxes = () => new Map([...document.querySelectorAll('#main [id]')]
    .filter(one => one instanceof HTMLElement && one.checkVisibility() && !one.closest('#log,#talk,dialog')
      && !one.matches('.baron,.ct,[id^=die-]')) // pieces, and numbers that swell
    .map(one => [one.id, one.getBoundingClientRect()]));
  const apart = (begin, begins, end, ends) => Math.min(Math.abs(begin - begins), Math.abs(end - ends)) > 1;
  window.told = { clicks: 0, lost: [], hops: [], shifts: [] };
  new PerformanceObserver(list => {
    if (!running()) return;
    for (const { sources } of list.getEntries())
      for (const { node, previousRect: from, currentRect: to } of sources)
        if (node?.matches?.(furniture) && from.width && to.width
            && (apart(from.left, to.left, from.right, to.right) || apart(from.top, to.top, from.bottom, to.bottom)))
          told.shifts.push([node.id || node.className, from.x, from.y, to.x, to.y]);
  }).observe({ type: 'layout-shift' });
  const stood = new Map(); // where furniture was first seen
  const running = () => document.getElementById('main').dataset.phase === 'running';
  const look = () => {
    if (running())
      for (const one of document.querySelectorAll(furniture)) {
        const { x, y, width, height } = one.getBoundingClientRect();
        if (!one.id || !width || one.matches('.btn')) continue;
        const [was, now] = [stood.get(one.id), [x, y, width, height]];
        if (!was) stood.set(one.id, now);
        else if (now.some((edge, at) => Math.abs(edge - was[at]) > 1)) told.shifts.push([one.id, ...was, ...now]);
      }
    requestAnimationFrame(look);
  };
  look();
  window.goOn = () => { // one step of the story in every second picture, to the end of the game
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
    if (running()) requestAnimationFrame(() => requestAnimationFrame(goOn));
  };
  let down = null, before = new Map(), since = 0, held = 0, playing = true;
  addEventListener('pointerdown', event => {
    [down, before, since, playing] = [event.target, boxes(), performance.now(), running()];
  }, true);
  addEventListener('pointerup', () => {
    held = Math.round(performance.now() - since);
    if (held > 2900 || !playing) return; // so long a press holds nothing back (HOLD in press.js); the end rises
    for (const [id, box] of boxes()) {
      const old = before.get(id);
      const far = old ? Math.max(Math.abs(old.x - box.x), Math.abs(old.y - box.y)) : 0;
      if (far > 1) told.hops.push(`${id} by ${far} after ${held} ms`);
    }
  }, true);
  addEventListener('click', event => {
    told.clicks++;
    setTimeout(() => document.querySelectorAll('dialog[open]').forEach(one => one.close()));
    if (!running()) { event.preventDefault(); event.stopImmediatePropagation(); } // the end's page leads elsewhere
    const aimed = down === document.documentElement || down.closest('button,a,input,summary,[data-piece]');
    const met = event.target === down && down !== document.documentElement || !aimed;
    const [meant, got] = [down, event.target].map(one => one.outerHTML.slice(0, 80));
    if (!met && playing && held <= 2900) told.lost.push(`${meant}: ${got}, ${held} ms`);
  }, true);
}"""


def bots_play_on(visitor: Visitor, game: str) -> None:
    """A full table at which a bot plays for everybody, told fast."""
    visitor.comes_in()
    visitor.page.evaluate("localStorage.setItem('chateaux_pace', 'fast')")
    visitor.starts(game, "me", *["page"] * (chateaux.game(game).players[-1] - 1), options=TIMED.get(game))
    assert visitor.waits_for_a_turn()
    visitor.page.evaluate("""() => fetch(`/api/tables/${document.getElementById('page').dataset.table}/give-up`, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"seat": 0}' })""")
    visitor.sees("#prompt-take-back")


@pytest.mark.parametrize("game", GAMES)
def test_no_click_is_lost_and_nothing_moves_under_the_finger(arrives: Arrives, game: str) -> None:
    ann, chooser, clicks = arrives(reduced_motion="no-preference"), random.Random(game), 0
    for _ in range(CLICKS):  # a quick game on a busy machine leaves time for few
        clicks += clicked(ann, game, chooser, CLICKS - clicks)
        if clicks >= CLICKS:
            return
    raise AssertionError(f"{clicks} clicks in {CLICKS} games.")


def clicked(ann: Visitor, game: str, chooser: random.Random, most: int) -> int:
    """Click about while bots play, and see what came of it; how often."""
    bots_play_on(ann, game)
    ann.page.evaluate(WATCH, ", ".join(FURNITURE))
    room = [box for box in (ann.page.locator(one).first.bounding_box() for one in ("#stage", "#talk-text", "#side"))
            if box]
    clicks = 0
    while clicks < most and ann.main("phase") == "running":
        clicks += 1
        box = chooser.choice(room)
        ann.page.mouse.move(box["x"] + chooser.uniform(0.1, 0.9) * box["width"],
                            box["y"] + chooser.uniform(0.1, 0.9) * box["height"])
        ann.page.mouse.down()
        if chooser.random() < 0.3:
            ann.page.wait_for_timeout(chooser.randrange(60))
        ann.page.mouse.up()
    if CLICKS > USUAL:  # what is left of the game is watched too
        ann.page.evaluate("goOn()")
        ann.page.locator("#main[data-phase=over]").wait_for()
    told: dict[str, Any] = ann.page.evaluate("told")
    assert told["clicks"] >= clicks - 2, told
    assert (told["lost"], told["hops"], told["shifts"]) == ([], [], [])
    return clicks


# What flies over the page: a picture, from where to where, into whose panel. By the names of what is drawn.
FLIGHTS = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const one of addedNodes) {
        if (!one.classList?.contains('flying')) continue;
        const [way] = one.getAnimations();
        if (!way?.effect.getKeyframes()[0].transform?.startsWith('translate')) continue; // it leaves
        way.pause();
        way.currentTime = way.effect.getTiming().delay;
        const from = one.getBoundingClientRect();
        way.finish();
        const to = one.getBoundingClientRect();
        const panel = document.elementsFromPoint(to.x + to.width / 2, to.y + to.height / 2)
          .map((under) => under.closest('[id^=player-], [id^=riv-], #board, #shared, #tray')?.id).find(Boolean);
        if (Math.hypot(from.x - to.x, from.y - to.y) > 20) flown.push([one.innerHTML, panel ?? '']);
      }
  }).observe(document.body, { childList: true });
}"""
WANTED = {  # a piece by what is drawn, and where it goes: all of these are seen in a game of bots
    "castle-builder": [("#tiny-", "player-"), ("cb-tile-back", "player-"), ("cb-coin-back", "player-")],
    "chateau-combo": [("#tiny-", "player-"), ("cc-messenger", "board"), ("#face-", "board")],
    "chateau-fort": [("#face-", "riv-"), ("tiny", "riv-"), ("#face-", "board"), ("#face-", "tray")],
    "once-upon-a-castle": [("ou-token", "player-"), ("ou-token", "shared")],
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_told_by_pieces_that_fly_and_nothing_else_moves(arrives: Arrives, game: str) -> None:
    ann = arrives(reduced_motion="no-preference")
    bots_play_on(ann, game)
    ann.page.evaluate(FLIGHTS)
    ann.page.evaluate(WATCH, ", ".join(FURNITURE))
    ann.page.evaluate("goOn()")
    ann.page.locator("#main[data-phase=over]").wait_for()
    flown: list[list[str]] = ann.page.evaluate("flown")
    assert [(drawn, goal) for drawn, goal in WANTED.get(game, [])
            if not any(drawn in art and at.startswith(goal) for art, at in flown)] == []
    assert ann.page.evaluate("told.shifts") == []
    rows = ann.page.locator("#log > li").count()
    counters = ann.page.locator("#players .ct").all_inner_texts()
    ann.page.reload()
    assert ann.page.locator("#log > li").count() == rows > 1, "the end has the whole chronicle"
    assert ann.page.locator("#players .ct").all_inner_texts() == counters, "every number has counted to where it is"


def test_who_wants_no_motion_sees_nothing_fly_and_at_once_nothing_of_others(arrives: Arrives) -> None:
    for motion, pace, goal in (("reduce", "normal", ""), ("no-preference", "once", "player-1")):
        ann = arrives(reduced_motion=motion)
        ann.comes_in()
        ann.page.evaluate("pace => localStorage.setItem('chateaux_pace', pace)", pace)
        ann.starts("chateau-combo", "me", "page")
        assert ann.waits_for_a_turn()
        ann.page.evaluate(FLIGHTS)
        number = ann.number()
        ann.page.evaluate("""() => fetch(`/api/tables/${document.getElementById('page').dataset.table}/give-up`, {
            method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"seat": 0}' })""")
        ann.waits_for_news(number + 8)
        assert [at for _, at in ann.page.evaluate("flown") if at.startswith(goal)] == []


# Areas beyond the window, how far it scrolls, and what the herald and the prompt say outside of their own boxes.
OUT = """areas => {
    const beyond = (one, box) => one.left < box.left - 1 || one.top < box.top - 1 || one.right > box.right + 1
        || one.bottom > box.bottom + 1;
    const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const shown = (one) => one?.checkVisibility();
    const said = [...document.querySelectorAll('.coach .btn, .prompt :is(h2, p, .btn, .iconbtn)')].filter(shown);
    return [...areas.filter((id) => shown(document.getElementById(id))
            && beyond(document.getElementById(id).getBoundingClientRect(), window_)),
        ...said.filter((one) => beyond(one.getBoundingClientRect(),
            one.closest('.coach, .prompt').getBoundingClientRect())).map((one) => one.textContent.trim()),
        ...[...document.querySelectorAll('.prompt .say')].filter((one) => one.scrollHeight > one.clientHeight + 1
            || one.clientWidth < 90).map((one) => one.innerText),
        ...['scrollHeight', 'scrollWidth'].filter((one, at) =>
            document.documentElement[one] > [innerHeight, innerWidth][at])]; }"""


@pytest.mark.parametrize("game", GAMES)
def test_everything_fits_a_wide_window_with_help_open(arrives: Arrives, game: str) -> None:
    ann = arrives("fr-FR")  # the longest words
    most = chateaux.game(game).players[-1]
    ann.starts(game, "me", *["page"] * (most - 1))
    for language, sizes in (("fr", SIZES), ("sv", SIZES[:1]), ("en", SIZES[:1])):
        ann.page.evaluate("localStorage.removeItem('chateaux_guide')")  # he says a thing three times
        ann.page.click(f'[data-language="{language}"]')
        ann.page.locator(f'html[lang="{language}"]').wait_for()
        assert ann.waits_for_a_turn()
        ann.sees("#guide")
        for wide, high in sizes:
            ann.page.set_viewport_size({"width": wide, "height": high})
            assert ann.page.evaluate(OUT, list(AREAS)) == [], (language, wide, high)


def test_both_rows_of_the_market_fit_a_low_screen_wherever_the_messenger_is(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()

    def fits() -> bool:
        over: list[float] = []
        for wide, high in ((844, 390), (360, 640)):
            ann.page.set_viewport_size({"width": wide, "height": high})
            over.append(ann.page.evaluate("""() => Math.max(...[...document.querySelectorAll('.crow')].map((row) =>
                row.getBoundingClientRect().bottom)) - document.querySelector('.market').getBoundingClientRect().bottom
                """))
        return max(over) <= 1
    assert fits()
    number = ann.number()
    ann.page.evaluate("document.getElementById('key-move').click()")
    ann.waits_for_news(number)
    assert fits(), "the messenger is at the other place"


def test_typing_on_the_page_plays_no_turn(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("castle-builder", "me", "page")
    assert ann.waits_for_a_turn()
    ann.page.evaluate("document.activeElement.blur()")
    for _ in range(3):
        number = ann.number()
        ann.page.click("#pile")
        ann.page.keyboard.type("while the bots play on, I write ")
        ann.waits_for_news(number)
        assert ann.waits_for_a_turn()
    mine = ann.page.locator("#log li.play[data-seat='0']").all_inner_texts()
    assert not [row for row in mine if "build" in row], "prose builds nothing"


# Whether the herald stands over what is asked, which lit things he hides, and of how many he speaks.
OVER = """() => {
    const herald = document.getElementById('herald').getBoundingClientRect();
    const meets = (one) => { const box = one.getBoundingClientRect();
        return Math.min(herald.right, box.right) - Math.max(herald.left, box.left) > 1
            && Math.min(herald.bottom, box.bottom) - Math.max(herald.top, box.top) > 1; };
    const lit = [...document.querySelectorAll('.is-legal')];
    const told = [...document.querySelectorAll('.is-told')];
    const spoken = told.filter((one) => !one.querySelector('.is-legal'));
    return [meets(document.getElementById('prompt')), [...lit, ...spoken].filter(meets).map((one) => one.id),
        told.length]; }"""


@pytest.mark.parametrize("game", GAMES)
def test_the_herald_of_a_phone_hides_nothing_and_its_prompt_keeps_its_height(arrives: Arrives, game: str) -> None:
    ann = arrives("fr-FR", phone=True)
    ann.starts(game, "me", "page", "page")
    assert ann.waits_for_a_turn()
    assert "longuement" in ann.sees("#guide").inner_text(), "who touches is told how to read a piece"
    ann.taps('[data-help="next"]')
    for wide, high in ((390, 844), (360, 640), (844, 390)):
        ann.page.set_viewport_size({"width": wide, "height": high})
        ann.page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
        asked, hidden, told = ann.page.evaluate(OVER)
        assert not asked
        assert not hidden, (wide, high, hidden)
        assert told, "he speaks of something"
        assert ann.page.evaluate("document.body.scrollHeight <= innerHeight"), "nothing lies below the window"
        stands = ann.page.locator("#herald").bounding_box()
        assert stands
        assert 0 <= stands["x"] <= wide - stands["width"]
        assert 0 <= stands["y"] <= high - stands["height"]
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.needs_no_help()
    asked = ann.page.locator("#prompt").bounding_box()
    for _ in range(6):  # until everything is picked and waits for a last tap
        ann.page.locator(f"{THINGS} .is-legal:not(.is-sel, .btn)").first.tap()
        assert ann.page.locator("#prompt").bounding_box() == asked
        ann.sees(f"#prompt-confirm, {THINGS} .is-legal:not(.is-sel, .btn)")  # a tap is a click a little later
        if ann.page.locator("#prompt-confirm").is_visible():
            break
    ann.sees("#prompt-cancel")
    sentence, answer = (ann.page.locator(one).bounding_box() for one in ("#prompt-title", "#prompt-confirm"))
    assert answer["x"] > sentence["x"], "what is asked is read first"


def test_a_line_of_chat_leaves_what_waits_for_a_last_tap(arrives: Arrives) -> None:
    ann = arrives(phone=True)
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    ann.needs_no_help()
    ann.taps(".crow .pick.is-legal")
    ann.taps(".cell.is-legal")
    ann.sees("#prompt-confirm")
    number = ann.number()
    ann.page.evaluate("document.querySelector('[data-phrase]').click()")
    ann.waits_for_news(number)
    assert ann.page.locator(".ghosted").count() == 1
    ann.taps("#prompt-confirm")
    ann.waits_for_news(number + 1)


def test_what_somebody_prefers_is_shown_holds_and_is_remembered(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    wanted = [f'[data-prefer="{name}"][data-value="{value}"]' for name, value in
              (("confirm", "always"), ("text", "larger"), ("motion", "less"), ("hand", "left"))]
    wanted += ['[data-pace="slow"]', "[data-sound]"]
    ann.page.click('[data-open="menu"]')
    ann.page.click('[data-open="preferences"]')
    for one in wanted:
        assert ann.page.locator(f"#preferences {one}").get_attribute("aria-pressed") == "false"
        ann.page.click(f"#preferences {one}")
    ann.page.reload()
    assert ann.waits_for_a_turn()
    assert [ann.page.locator(f"#preferences {one}").get_attribute("aria-pressed") for one in wanted] == \
        ["true"] * 4 + ["false", "true"], "who wants less motion is shown everything at once"
    assert ann.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    number = ann.number()
    ann.page.locator(".crow .pick.is-legal").first.click()
    ann.page.locator(".cell.is-legal").first.click()
    ann.page.click("#prompt-confirm")
    ann.waits_for_news(number)
    ann.page.set_viewport_size({"width": 844, "height": 390})
    desk, views = (ann.page.locator(one).bounding_box() for one in ("#desk", "#views"))
    assert desk["x"] < views["x"], "under the left thumb"


def test_who_has_not_met_a_game_is_offered_the_gentlest_bots(arrives: Arrives) -> None:
    ann = arrives()
    ann.page.goto(f"{ann.url}/play/chateau-fort")
    assert ann.page.input_value("#kind-1") == "page"
    ann.page.click("[data-start]")
    ann.page.wait_for_url("**/tables/*")
    assert ann.waits_for_a_turn()
    ann.page.goto(f"{ann.url}/play/chateau-fort")
    assert ann.page.input_value("#kind-1") == "squire"
