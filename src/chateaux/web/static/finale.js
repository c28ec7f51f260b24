// The end of a game: how it went is brought when the game has been replayed, and again when its analysis is there.
import { say } from "./aloud.js";
import { introduce, post } from "./api.js";
import { released } from "./press.js";

const SOON = 2500; // milliseconds between looks while it is worked on,
const LATER = 20000; // and while nobody has asked for it: somebody else at the table may
let timer = 0;
let asked = null; // the ledgers that were filled last

const ledgers = () => /** @type {HTMLElement | null} */ (document.querySelector("#ledgers[data-story]"));
const course = () => document.getElementById("course");

// After every change of the page: the first time that the end is there, it is told.
export function refresh() {
  const found = ledgers();
  const link = document.querySelector("#share [data-copy]");
  if (link instanceof HTMLElement) link.dataset.copy = location.origin + location.pathname;
  if (!found || asked === found) return;
  asked = found;
  tell();
}

async function tell() {
  clearTimeout(timer);
  const place = ledgers();
  if (!place) return;
  const before = course()?.dataset.state;
  const answer = await fetch(place.dataset.story).catch(() => null);
  if (!answer?.ok) {
    const said = answer ? (await answer.json().catch(() => ({}))).sentence : "";
    const note = place.querySelector(".waits");
    if (note) note.textContent = said || place.dataset.error;
    timer = setTimeout(tell, LATER); // the house may only be busy
    return;
  }
  const told = await answer.text();
  await released();
  const inside = place.contains(document.activeElement) ? document.activeElement.id : "";
  place.innerHTML = told;
  if (inside) document.getElementById(inside)?.focus({ preventScroll: true });
  const { state } = course().dataset;
  if (before && before !== "done" && state === "done") say(place.dataset.ready);
  if (state !== "done") timer = setTimeout(look, state === "running" ? SOON : LATER);
}

async function look() {
  const place = ledgers();
  if (!place) return;
  const told = document.hidden ? null : await progress(place.dataset.story.replace(/story$/, "analysis/progress"));
  if (told && told.state !== course().dataset.state) {
    tell();
    return;
  }
  const bar = document.getElementById("analysed");
  if (told && bar instanceof HTMLProgressElement) bar.value = told.known;
  timer = setTimeout(look, course().dataset.state === "running" ? SOON : LATER);
}

const progress = (address) =>
  fetch(address)
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);

async function begin(button) {
  button.disabled = true;
  const begun = () => post(`/tables/${button.dataset.analyse}/analysis`);
  try {
    await begun().catch(async (error) => {
      if (error.status !== 401) throw error;
      await introduce("?"); // somebody who has never been here
      return begun();
    });
    tell();
  } catch (error) {
    button.disabled = false;
    const place = button.parentElement.querySelector(".problem");
    Object.assign(place, { textContent: error.message || ledgers().dataset.error, hidden: false });
  }
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest("[data-analyse],[data-leap]") : null;
  if (!(target instanceof HTMLElement)) return;
  if (target.dataset.analyse) begin(target);
  else if (target instanceof HTMLAnchorElement) {
    event.preventDefault(); // the address stays, so that Back leaves the table
    document.querySelector(target.hash)?.scrollIntoView();
    for (const one of target.parentElement.children) one.ariaCurrent = one === target ? "true" : null;
  }
});
