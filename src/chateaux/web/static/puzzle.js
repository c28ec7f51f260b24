// A puzzle: the picker picks, the house answers, and the page shows what was right or what it gives away.
import { say, sentences } from "./aloud.js";
import { introduce, post } from "./api.js";
import { details } from "./details.js";
import { morph, rescue } from "./morph.js";
import { clear, draw } from "./moves.js";
import { Picker } from "./picker.js";
import * as views from "./views.js";

const page = document.getElementById("page");
const by = (id) => document.getElementById(id);
const main = () => by("main");
const read = (id) => JSON.parse(by(id).textContent);
let shown = 0; // how often the page has changed: every question is a new one

const reread = details(); // before the picker: a long press is for reading, not for picking
const picker = new Picker({ send: (action) => answer({ action }), say });

// ---------------------------------------------------------------- answers

async function answer(chosen) {
  const path = main().dataset.here;
  try {
    if (page.dataset.guest === "0") await introduce(page.dataset.name); // somebody who has never been here
    page.dataset.guest = "1";
    apply((await post(path, chosen)).html);
  } catch (error) {
    complain(error);
    throw error;
  }
}

async function again() {
  const answered = await fetch(`${main().dataset.here}?part=true`);
  if (!answered.ok) throw new Error(page.dataset.error);
  apply(await answered.text());
}

function complain(error) {
  const text = error.message || page.dataset.error;
  say(text);
  setTimeout(() => {
    by("prompt-hint").textContent = text;
  });
}

function apply(html) {
  morph(main(), new DOMParser().parseFromString(html, "text/html").getElementById("main"));
  ready();
  rescue();
  if (picker.keys) main().querySelector("#prompt .btn--go:not([hidden])")?.focus({ preventScroll: true });
  say(sentences([by("prompt-title").textContent, by("prompt-hint").textContent]));
}

// ---------------------------------------------------------------- after every change

function ready() {
  shown += 1;
  by("status").textContent = main().dataset.status;
  picker.rest_ = [];
  const asked = read("asked");
  picker.load({ ...asked, decision: asked.decision ? shown : 0 });
  reread();
  views.refresh(shown);
  mark();
}

// The solution in numbered steps on the board, and what was answered.
function mark() {
  clear();
  const { best, played } = read("moves");
  draw(best, played);
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("[data-show]")) answer({}).catch(() => {});
  else if (target?.closest("[data-again]")) again().catch(complain);
});

ready();
