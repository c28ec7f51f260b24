// A lesson: the herald says a sentence and points, the picker picks, and whatever is chosen is answered at once: the
// page was told with the step which choice is right, and what is said to every other. Steps come by their number.
import { say, sentences } from "./aloud.js";
import { introduce, post } from "./api.js";
import { details } from "./details.js";
import { sit, start } from "./fair.js";
import { morph, rescue } from "./morph.js";
import * as motion from "./motion.js";
import { Picker } from "./picker.js";
import * as scenes from "./scenes.js";
import * as views from "./views.js";

const YEAR = 365 * 24 * 3600; // seconds
const TRAVEL = 340; // milliseconds that a piece is on its way
const page = document.getElementById("page");
const by = (id) => document.getElementById(id);
const main = () => by("main");
const read = (root, id) => JSON.parse(root.querySelector(`#${id}`).textContent);
const base = `/learn/${page.dataset.lesson}`;
const steps = new Map(); // by number, a promise of its page
let taught = read(document, "taught");
let waits = null; // a step that is not shown, because what it asks was already chosen

const reread = details(); // before the picker: a long press is for reading, not for picking
// Before the picker: what a click meant is what lay under it, not what its choice has brought there since.
document.addEventListener(
  "click",
  (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest("[data-step]");
    const begins = target?.closest("[data-first-game]");
    if (begins) firstGame(begins);
    else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      go(Number(link.dataset.step)).catch(() => {});
    } else if (target?.closest("[data-undo]:not(main)")) go(Number(main().dataset.at) - 1).catch(() => {});
  },
  true,
);
const picker = new Picker({ send, say });

// What was chosen: the right thing leads on, everything else is answered.
async function send(action) {
  if (action === taught.right) {
    await go(Number((waits ?? main()).dataset.at) + 1);
    return;
  }
  const answer = taught.said[taught.wrong[action]] ?? page.dataset.error;
  if (waits) {
    const shown = waits;
    waits = null;
    picker.decision = 0; // the step is new to it
    apply(shown);
  }
  speak(answer, true);
  point();
  throw new Error(answer);
}

function speak(text, wrong) {
  by("spoken").textContent = text;
  by("teacher").toggleAttribute("data-wrong", wrong);
  say(text);
}

// ---------------------------------------------------------------- from step to step

function step(at) {
  if (!steps.has(at)) {
    const coming = fetch(`${base}/${at}`).then((answer) => {
      if (!answer.ok) throw new Error(page.dataset.error);
      return answer.text();
    });
    coming.catch(() => steps.delete(at));
    steps.set(at, coming);
  }
  return steps.get(at);
}

async function go(at, remembered = false) {
  let html = "";
  try {
    html = await step(at);
  } catch (error) {
    speak(error.message || page.dataset.error, true);
    throw error;
  }
  if (!remembered) history.pushState(null, "", `?step=${at}`);
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  taught = read(fresh, "taught");
  waits = fresh;
  if (picker.follows(read(fresh, "asked"))) return;
  waits = null;
  apply(fresh);
}

function apply(fresh) {
  const on = Number(fresh.dataset.at) > Number(main().dataset.at);
  const inside = main().contains(document.activeElement);
  const time = on && !motion.quiet() ? TRAVEL : 0;
  const rows = new Set([...main().querySelectorAll("#log > li")].map((row) => row.id));
  const places = motion.survey(main(), fresh);
  const numbers = motion.numbers(main());
  morph(main(), fresh);
  ready();
  if (inside) rescue();
  motion.travel(places, main(), time);
  motion.count(numbers, main(), time);
  if (on && rows.size)
    scenes.play(
      [...main().querySelectorAll("#log > li")]
        .filter((row) => !rows.has(row.id))
        .reverse()
        .flatMap((row) => [...row.querySelectorAll("template.scene")]),
    );
  const next = by("prompt-next");
  if (picker.keys && next) next.focus({ preventScroll: true });
  const asked = main().dataset.owes === "1" ? by("prompt-title").textContent : "";
  say(sentences([by("spoken").textContent, asked]));
}

// After every change: what is asked, what is pointed at, how far it is.
function ready() {
  const at = Number(main().dataset.at);
  by("teacher").removeAttribute("data-wrong");
  picker.load(shortened(read(document, "asked")));
  reread();
  views.refresh(at + 1);
  point();
  document.cookie = `${page.dataset.cookie}=${at}; Path=/learn; Max-Age=${YEAR}; SameSite=Lax`;
  if (at < Number(main().dataset.last)) step(at + 1).catch(() => {});
}

// A piece with which everything is wrong, and for the same reason, is answered when it is picked: nobody is asked for
// its place first.
function shortened({ decision, actions }) {
  const answers = new Map(); // by the first piece, the answers there are
  const answer = (action) => (action === taught.right ? null : taught.wrong[action]);
  for (const [action, [ids]] of actions)
    for (const id of ids) answers.set(id, new Set(answers.get(id)).add(answer(action)));
  const wrong = (id) => answers.get(id).size === 1 && !answers.get(id).has(null);
  for (const id of answers.keys())
    if (wrong(id)) {
      by(id)?.removeAttribute("data-leads");
      by(id)?.setAttribute("data-at-once", "");
    }
  return { decision, actions: actions.map(([action, steps]) => [action, wrong(steps[0][0]) ? [steps[0]] : steps]) };
}

// What the herald speaks of has a golden ring, and is in sight.
function point() {
  for (const one of document.querySelectorAll(".is-told")) one.classList.remove("is-told");
  const found = main().dataset.points.split(" ").map(by).filter(Boolean);
  for (const one of found) one.classList.add("is-told");
  for (const one of found.reverse())
    if (one.closest("#desk")) one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    else views.reveal(one);
}

// ---------------------------------------------------------------- what people do

// A first game with gentle bots: made, joined and begun at once.
async function firstGame(button) {
  button.disabled = true;
  try {
    const { guest, name, seats, lesson } = page.dataset;
    if (guest === "0") await introduce(name);
    const table = await post("/tables", {
      game: lesson,
      seats: JSON.parse(seats),
      language: document.documentElement.lang,
    });
    await sit(table.id, 0, name);
    await start(table.id);
    location.href = `/tables/${table.id}`;
  } catch (error) {
    speak(error.message || page.dataset.error, true);
    button.disabled = false;
  }
}

addEventListener("popstate", () => {
  const at = Number(new URLSearchParams(location.search).get("step") ?? 0);
  go(at, true).catch(() => {});
});

history.replaceState(null, "", `?step=${main().dataset.at}`);
ready();
say(by("spoken").textContent);
