// Help in somebody's first game: the herald tells what the game is about, then what is asked now, and points at
// what he speaks of, until it is known or not wanted any more. Every game has its own memory.
import { pressed } from "./press.js";

const OFTEN = 3; // how many decisions of one kind are explained
const KEY = "chateaux_guide";
const part = () => document.getElementById("guide");
const herald = () => document.getElementById("herald");
const prompt = () => document.getElementById("prompt");
let games = {}; // by game: never, aim (whether it was read), told: how often, by kind of decision
let current = null; // the decision that was counted last
let sent = null; // the decision whose help was sent away

try {
  games = JSON.parse(localStorage.getItem(KEY) ?? "{}").games ?? {};
} catch {
  // nothing is remembered
}

function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify({ games }));
  } catch {
    // a browser that keeps nothing is told again next time
  }
}

function memory() {
  const known = (games[part().dataset.game] ??= {});
  known.told ??= {};
  return known;
}

export const wanted = () => Boolean(part()) && !memory().never;

// After every change of the page.
export function refresh() {
  if (!part()) return;
  const known = memory();
  for (const button of document.querySelectorAll("[data-help=toggle]"))
    button.setAttribute("aria-pressed", String(!known.never));
  const { kind, guide, points } = prompt()?.dataset ?? {};
  const { decision } = JSON.parse(document.getElementById("asked").textContent);
  const fresh = decision !== current;
  const speaks =
    Boolean(kind && guide) && !known.never && sent !== decision && (known.told[kind] ?? 0) < OFTEN + Number(!fresh);
  part().hidden = !speaks;
  herald().toggleAttribute("data-open", speaks);
  point(speaks && known.aim ? points : "");
  if (!speaks) return;
  if (fresh) {
    known.told[kind] = (known.told[kind] ?? 0) + 1;
    delete herald().dataset.reading; // a new question is explained, wherever the pointer rests
  }
  current = decision;
  part().dataset.page = known.aim ? "2" : "1";
  document.getElementById("guide-text").textContent = guide;
  stand();
  remember();
}

const GAP = 8; // pixels between the herald and what he stands beside
const PROMPT = 1e3; // how much worse it is to hide what is asked than what he speaks of
const LIT = 0.5; // and what else can be picked
const NARROW = 290; // pixels: how wide he is where there is little room
const WIDE = 560;
const LOW = 132; // how high where there is even less,
const LINES = [102, 81, 60]; // and where he can only whisper

const shared = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

// What must not be hidden, and how bad it would be: what is asked, what he speaks of, or what is lit of it, and what
// else is lit.
function kept() {
  const told = [...document.querySelectorAll(".is-told")];
  const lit = [...document.querySelectorAll(".is-legal")];
  const spoken = told.flatMap((one) => {
    const inside = lit.filter((other) => one.contains(other));
    return inside.length ? inside : [one];
  });
  const boxes = (ones, weight) => ones.map((one) => ({ box: one.getBoundingClientRect(), weight }));
  return [...boxes([prompt()].filter(Boolean), PROMPT), ...boxes(spoken, 1), ...boxes(lit, LIT)];
}

// On a small screen the herald stands over the table, where he is least in the way: never over what is asked, over
// nothing that can be picked if there is any other place, and as low as may be. Where there is none, he becomes slim,
// and at last a line.
function stand() {
  const box = herald();
  box.removeAttribute("data-slim");
  Object.assign(box.style, { top: "", left: "", bottom: "", right: "", width: "", height: "" });
  if (!box.hasAttribute("data-open") || getComputedStyle(box).position !== "absolute") return;
  const room = box.offsetParent.getBoundingClientRect();
  const usual = box.getBoundingClientRect().width;
  const shown = kept();
  let best = null;
  const wide = Math.min(WIDE, room.width - 2 * GAP);
  const shapes = [
    { width: usual },
    { slim: "", width: usual },
    { slim: "", width: NARROW },
    { slim: "", width: wide },
    { slim: "", width: wide, height: `${LOW}px` }, // what he says is scrolled from here on
    ...LINES.map((high) => ({ slim: "line", width: wide, height: `${high}px` })),
  ];
  const take = ({ slim = null, width, height = "" }) => {
    if (slim === null) box.removeAttribute("data-slim");
    else box.dataset.slim = slim;
    Object.assign(box.style, { width: `${Math.round(width)}px`, height });
  };
  for (const shape of shapes) {
    take(shape);
    const found = place(room, shown, shape.width, box.getBoundingClientRect().height);
    if (!best || found.hidden < best.hidden) best = { ...found, shape };
    if (!best.hidden) break;
  }
  take(best.shape);
  Object.assign(box.style, {
    top: `${Math.round(best.top - room.top)}px`,
    left: `${Math.round(best.left - room.left)}px`,
    bottom: "auto",
    right: "auto",
  });
}

// Where somebody of this size hides least of what is shown.
function place(room, shown, width, height) {
  const edges = shown.map((one) => one.box);
  const inside = (low, high, size) => (at) => Math.min(Math.max(at, low), high - size);
  const tops = [room.bottom - height, ...edges.flatMap((one) => [one.top - GAP - height, one.bottom + GAP])];
  const lefts = [room.right - width, room.left, ...edges.flatMap((one) => [one.left - GAP - width, one.right + GAP])];
  let best = null;
  for (const top of new Set(tops.map(inside(room.top + GAP, room.bottom - GAP, height))))
    for (const left of new Set(lefts.map(inside(room.left + GAP, room.right - GAP, width)))) {
      const at = { top, left, bottom: top + height, right: left + width };
      const hidden = shown.reduce((sum, one) => sum + one.weight * shared(one.box, at), 0);
      if (!best || hidden < best.hidden || (hidden === best.hidden && top > best.top)) best = { ...at, hidden };
    }
  return best;
}
addEventListener("resize", () => part() && stand());
document.addEventListener("scrollend", () => part() && !pressed() && stand(), true); // another view is in sight

// What the herald speaks of has a golden ring.
function point(ids) {
  for (const one of document.querySelectorAll(".is-told")) one.classList.remove("is-told");
  for (const id of (ids ?? "").split(" ").filter(Boolean)) document.getElementById(id)?.classList.add("is-told");
}

let aimed = false; // whether the aim was said aloud: it is said once

export function spoken() {
  if (!part() || part().hidden) return "";
  const aim = part().dataset.page === "1" && !aimed;
  aimed ||= aim;
  return document.getElementById(aim ? "guide-aim" : "guide-text").textContent;
}

export function want(on) {
  Object.assign(memory(), { never: !on, told: {}, aim: false });
  current = sent = null;
  remember();
  refresh();
}

document.addEventListener("click", (event) => {
  const wish = event.target.closest?.("[data-help]")?.dataset.help;
  if (!wish || !part()) return;
  if (wish === "toggle") {
    want(!wanted());
    return;
  }
  const known = memory();
  if (wish === "next") known.aim = true;
  else if (wish === "known") known.told[prompt().dataset.kind] = OFTEN + 1;
  else known.never = true;
  current = wish === "next" ? current : null;
  remember();
  refresh();
  if (wish === "next") part().querySelector("[data-help=known]").focus({ preventScroll: true });
  else prompt()?.focus({ preventScroll: true });
});

// Where the herald stands over the desk, a touch beside him sends him away; what was touched is reached all the same.
document.addEventListener(
  "pointerdown",
  (event) => {
    const box = herald();
    if (
      !box?.hasAttribute("data-open") ||
      box.contains(/** @type {Node} */ (event.target)) ||
      getComputedStyle(box).position !== "absolute"
    )
      return;
    sent = current;
    refresh();
  },
  true,
);
