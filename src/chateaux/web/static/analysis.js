// The analysis of a game: what replay.js does not know. The better move drawn on the board, the cursor on the course,
// the next slip, which decisions are listed, and more as it becomes known.
import { introduce, post } from "./api.js";
import { clear, draw } from "./moves.js";

const PAUSE = 1500; // milliseconds between looks while it is worked on
const page = document.getElementById("page");
const main = () => document.getElementById("main");
const by = (id) => document.getElementById(id);
let showing = true; // the better move on the board
let only = ""; // which decisions are listed
let timer = 0;

// ---------------------------------------------------------------- after every step

function mark() {
  clear();
  by("an-verdict")?.querySelector("[data-show]")?.setAttribute("aria-pressed", String(showing));
  const moves = JSON.parse(by("moves")?.textContent || "{}");
  if (showing && moves.played) draw(moves.best, moves.best.length ? moves.played : []);
}

function cursor() {
  const at = Number(main().dataset.at);
  const last = Number(main().dataset.last) || 1;
  by("flow")?.style.setProperty("--at", `${at / last}`);
  for (const one of document.querySelectorAll(".lane a"))
    one.ariaCurrent = Number(one.dataset.moment) === at ? "true" : null;
}

function list() {
  for (const row of by("log")?.children ?? [])
    row.hidden =
      (only === "mine" && row.dataset.seat !== main().dataset.reader) ||
      (only === "slips" && (row.dataset.mark === "best" || row.dataset.mark === "good"));
  for (const button of document.querySelectorAll("[data-only]"))
    button.setAttribute("aria-pressed", String(button.dataset.only === only));
}

function stepped() {
  if (!main().dataset.state) return; // no game is there yet
  mark();
  cursor();
  list();
  clearTimeout(timer);
  if (main().dataset.state === "running") timer = setTimeout(look, PAUSE);
}

// ---------------------------------------------------------------- what becomes known

const go = (at) => dispatchEvent(new CustomEvent("go", { detail: at }));
const renewed = () => dispatchEvent(new Event("renew"));

async function look() {
  const table = page.dataset.table;
  if (table) {
    const told = await fetch(`/tables/${table}/analysis/progress`)
      .then((answer) => answer.json())
      .catch(() => ({}));
    const now = main().dataset;
    if (told.state === now.state && String(told.known) === now.known) timer = setTimeout(look, PAUSE);
    else renewed();
  } else renewed();
}

async function begin(button) {
  button.disabled = true;
  const place = button.parentElement.querySelector(".problem");
  try {
    const table = page.dataset.table;
    if (table) await post(`/tables/${table}/analysis`);
    else await hand("begin");
    renewed();
  } catch (error) {
    button.disabled = false;
    Object.assign(place, { textContent: error.message || page.dataset.error, hidden: false });
  }
}

// A record of one's own, which is no table's.
async function hand(path) {
  const headers = { "Content-Type": "application/json" };
  const body = sessionStorage.getItem("chateaux_record");
  const answer = await fetch(`/analysis/${path}`, { method: "POST", headers, body });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(told.sentence), { status: answer.status });
  return told;
}

// ---------------------------------------------------------------- a table from this moment

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.try === undefined) return;
  const { try: table, at, seat } = form.dataset;
  event.preventDefault();
  const chosen = new FormData(form);
  const wanted = {
    at: Number(at),
    seat: Number(seat),
    others: chosen.get("others"),
    anew: chosen.get("anew") !== "",
    language: document.documentElement.lang,
  };
  try {
    const query = Object.entries(wanted).map(([name, value]) => [name, String(value)]);
    const asked = () => (table ? post(`/tables/${table}/study`, wanted) : hand(`study?${new URLSearchParams(query)}`));
    const made = await asked().catch(async (error) => {
      if (error.status !== 401) throw error;
      await introduce("?"); // somebody who has never been here
      return asked();
    });
    location.assign(`/tables/${made.id}`);
  } catch (error) {
    Object.assign(form.querySelector(".problem"), { textContent: error.message || page.dataset.error, hidden: false });
  }
});

// ---------------------------------------------------------------- what a reader does

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const tab = target?.closest("#tabs a");
  if (tab) for (const one of by("tabs").children) one.ariaCurrent = one === tab ? "true" : null;
  const button = target?.closest("[data-analyse],[data-next],[data-show],[data-only],[data-moment]");
  if (!button) return;
  const { next, only: wanted, moment } = button.dataset;
  if ("analyse" in button.dataset) begin(button);
  else if (next !== undefined) {
    const at = Number(main().dataset.at);
    const slips = JSON.parse(next);
    go(slips.find((slip) => slip > at) ?? slips[0]);
  } else if ("show" in button.dataset) {
    showing = !showing;
    mark();
  } else if (wanted !== undefined) {
    only = wanted;
    list();
  } else {
    event.preventDefault();
    go(Number(moment));
  }
});

addEventListener("step", stepped);
stepped();
