// A game looked at again, step by step: slider, keys, play. A table's steps come by their address; those of
// somebody's file by sending the file along, which the house does not keep.
import { details } from "./details.js";
import { morph } from "./morph.js";
import { save } from "./picture.js";

const PACE = 1200; // milliseconds a step
const STORED = "chateaux_record";
const page = document.getElementById("page");
const live = document.getElementById("live");
const main = () => document.getElementById("main");
const by = (id) => document.getElementById(id);
const base = page.dataset.replay;
const reread = details();
const steps = new Map(); // "at/seat" to a promise of the position
let record = null; // the text of a file
let wanted = 0; // the step that was asked for last
let timer = 0;

const last = () => Number(main().dataset.last);
const seat = () => main().dataset.seat;
const query = (at, eyes) => `?at=${at}${eyes === "" ? "" : `&seat=${eyes}`}`;

async function fetched(at, eyes, whole = false) {
  const more = new URLSearchParams();
  if (eyes !== "") more.set("seat", eyes);
  if (whole) more.set("whole", "true");
  const answer = await fetch(
    `${base}/${at}?${more}`,
    record === null ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: record },
  );
  if (answer.ok) return answer.text();
  const told = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(answer.status === 413 ? page.dataset.large : told.sentence || page.dataset.error), {
    detail: told.detail,
  });
}

function step(at) {
  const key = `${at}/${seat()}`;
  if (!steps.has(key)) {
    const coming = fetched(at, seat());
    coming.catch(() => steps.delete(key));
    steps.set(key, coming);
    if (steps.size > 400) steps.delete(steps.keys().next().value);
  }
  return steps.get(key);
}

async function go(at) {
  wanted = Math.max(0, Math.min(last(), at));
  const aim = wanted;
  count(aim);
  try {
    const html = await step(aim);
    if (aim !== wanted) return;
    morph(main(), new DOMParser().parseFromString(html, "text/html").getElementById("main"));
    ready();
    live.textContent = by("moment").textContent;
    for (const near of [aim + 1, aim + 2, aim - 1]) if (near >= 0 && near <= last()) step(near).catch(() => {});
  } catch (error) {
    pause();
    live.textContent = by("moment").textContent = error.message || page.dataset.error;
  }
}

function count(at) {
  const where = `${at} / ${last()}`;
  by("reel-at").value = at;
  by("reel-at").setAttribute("aria-valuetext", where);
  by("reel-count").textContent = where;
}

// After every step: where in the story it is, and the address of this moment.
function ready() {
  const at = Number(main().dataset.at);
  wanted = at;
  count(at);
  by("status").textContent = main().dataset.status;
  for (const row of by("log").children) {
    const number = Number(row.id.slice(4));
    row.classList.toggle("to-come", number > at);
    row.classList.toggle("now", number === at);
    row.querySelector("a").ariaCurrent = number === at ? "true" : null;
  }
  const now = by(`row-${at}`) ?? [...by("log").children].filter((row) => !row.classList.contains("to-come")).pop();
  if (now) by("log").scrollTop = now.offsetTop - by("log").offsetTop - by("log").clientHeight / 2;
  history.replaceState(null, "", query(at, seat()));
  const link = by("reel-link");
  if (link) link.dataset.copy = location.href;
  for (const button of main().querySelectorAll("#board button:not([data-open],[data-close],[data-picture])"))
    button.setAttribute("aria-disabled", "true");
  reread();
  dispatchEvent(new Event("step"));
}

// Whoever adds to this page may go to a moment, or have the page made anew because more is known.
addEventListener("go", (event) => {
  pause();
  go(event.detail);
});
addEventListener("renew", async () => {
  try {
    const html = await fetched(wanted, seat(), true);
    const fresh = new DOMParser().parseFromString(html, "text/html");
    for (const kept of fresh.querySelectorAll("#main [data-keep]")) by(kept.id)?.removeAttribute("data-keep");
    steps.clear();
    morph(main(), fresh.getElementById("main"));
    ready();
  } catch (error) {
    live.textContent = error.message || page.dataset.error;
  }
});

// ---------------------------------------------------------------- slider, keys, play

const playing = () => timer !== 0;

function pause() {
  clearTimeout(timer);
  timer = 0;
  shown();
}

function play() {
  if (wanted >= last()) go(0);
  const beat = async () => {
    const began = Date.now();
    await go(wanted + 1);
    if (!playing()) return;
    if (wanted >= last()) pause();
    else timer = setTimeout(beat, Math.max(200, PACE - (Date.now() - began)));
  };
  timer = setTimeout(beat, wanted >= last() ? PACE : 150);
  shown();
}

function shown() {
  const button = document.querySelector('[data-go="play"]');
  button.dataset.on = String(playing());
  button.title = playing() ? page.dataset.pause : page.dataset.play;
}

const moves = { first: () => 0, back: () => wanted - 1, next: () => wanted + 1, last };
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

function act(name) {
  if (name === "play") return playing() ? pause() : play();
  pause();
  return go(moves[name]());
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest("[data-go]");
  if (button) {
    act(button.dataset.go);
    return;
  }
  if (target?.closest("[data-another]")) forget();
  const drawn = target?.closest("[data-picture]");
  if (drawn) save(by(drawn.dataset.picture), drawn.dataset.name);
  const row = target?.closest("#log [data-at]");
  if (row) {
    event.preventDefault();
    pause();
    go(Number(row.dataset.at));
  }
});

document.addEventListener("keydown", (event) => {
  if (!by("reel") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.matches("select,textarea,input:not([type=range])")) return;
  const space = event.key === " " && !at.closest("button,a,summary,label");
  if (!space && !(event.key in keys)) return;
  event.preventDefault();
  act(space ? "play" : keys[event.key]);
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "reel-at") return;
  if (playing()) pause();
  go(Number(event.target.value));
});

document.addEventListener("change", (event) => {
  if (event.target.id === "reel-seat") {
    const eyes = event.target.value;
    if (record === null) location.search = query(wanted, eyes);
    else open(record, wanted, eyes);
  } else if (event.target.id === "file" && event.target.files[0]) {
    take(event.target.files[0]);
    event.target.value = "";
  }
});

// ---------------------------------------------------------------- somebody's file

const remember = (text) => {
  try {
    sessionStorage.setItem(STORED, text);
  } catch {
    // too large to keep: only a reload forgets it
  }
};
const forget = () => sessionStorage.removeItem(STORED);

async function take(file) {
  problem("");
  if (file.size > Number(page.dataset.limit)) {
    problem(page.dataset.large);
    return;
  }
  await open(await file.text(), 0, "");
}

async function open(text, at, eyes) {
  const before = record;
  record = text;
  try {
    const html = await fetched(at, eyes, true);
    const fresh = new DOMParser().parseFromString(html, "text/html");
    page.replaceChildren(...fresh.head.childNodes, ...fresh.body.childNodes);
    steps.clear();
    remember(text);
    by("checked-button").hidden = false;
    by("to-analysis")?.removeAttribute("hidden");
    document.querySelector(".where b").textContent = main().dataset.name;
    ready();
  } catch (error) {
    record = before;
    forget();
    problem(error.message || page.dataset.error, error.detail);
  }
}

function problem(sentence, detail = "") {
  const place = by("problem");
  if (!place) {
    if (sentence) live.textContent = by("moment").textContent = sentence;
    return;
  }
  Object.assign(place, { textContent: sentence, hidden: !sentence });
  const more = by("problem-detail");
  const told = detail && detail !== sentence && document.documentElement.lang !== "en";
  Object.assign(more, { textContent: told ? detail : "", hidden: !told });
}

if (page.dataset.limit) {
  const over = (on) => by("drop")?.classList.toggle("over", on);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  addEventListener("dragleave", () => over(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
  const kept = sessionStorage.getItem(STORED);
  const asked = new URLSearchParams(location.search);
  if (kept) open(kept, Number(asked.get("at")) || 0, asked.get("seat") ?? "");
} else {
  ready();
}
