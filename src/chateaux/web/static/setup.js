// A new table: who sits where, which options; then it is made, and begun if nobody is awaited.
import { introduce, post } from "./api.js";
import { sit, start } from "./fair.js";
import { chosen } from "./own.js";

const form = document.querySelector("[data-setup]");
const seats = [...form.querySelectorAll("[data-seat]")];
const few = Number(form.dataset.few);
const shown = () => seats.filter((seat) => !seat.hidden);
const kind = (seat) => seat.querySelector("[name=kind]").value;
const temper = (seat) => seat.querySelector("[name=temper]");
const levelled = (seat) => "level" in seat.querySelector("[name=kind]").selectedOptions[0].dataset;

// Who is to sit there: a level may have a temper.
function sitter(seat) {
  const who = kind(seat) === "me" ? "open" : kind(seat);
  return levelled(seat) && temper(seat).value ? `${who}-${temper(seat).value}` : who;
}

function refresh() {
  for (const seat of seats) {
    seat.querySelector("input").hidden = kind(seat) !== "me";
    temper(seat).hidden = !levelled(seat);
  }
  const count = shown().length;
  for (const seat of seats) seat.querySelector("[data-remove]").hidden = count <= few || seat !== shown().at(-1);
  form.querySelector("[data-add]").disabled = count === seats.length;
  const invites = shown().some((seat) => kind(seat) === "open");
  for (const label of form.querySelectorAll("[data-when]"))
    label.hidden = (label.dataset.when === "invite") !== invites;
  for (const label of form.querySelectorAll("[data-clocked]")) label.hidden = !byClock(label);
}

// Whoever has not met a game yet is offered the gentlest bots.
function gently() {
  let met = {};
  try {
    met = JSON.parse(localStorage.getItem("chateaux_guide") ?? "{}").games ?? {};
  } catch {
    // nothing is remembered
  }
  if (met[location.pathname.split("/").at(-1)]) return;
  soften((level) => level.hasAttribute("selected"));
}

function soften(which) {
  for (const seat of seats) {
    const select = seat.querySelector("[name=kind]");
    const taken = select.querySelector(":checked");
    if ("level" in taken.dataset && which(taken)) select.value = select.querySelector("[data-level]").value;
  }
}
gently();

// A child's table: gentle bots, no strangers, and nothing that counts.
function childlike() {
  const { child, rated, listed } = form.elements;
  if (child.checked) soften(() => true);
  for (const field of [rated, listed]) {
    field.disabled = child.checked;
    if (child.checked) field.checked = false;
  }
}
form.elements.child.addEventListener("change", childlike);

form.addEventListener("change", refresh);
form.addEventListener("click", (event) => {
  const add = form.querySelector("[data-add]");
  if (event.target.closest("[data-add]")) seats.find((seat) => seat.hidden).hidden = false;
  else if (event.target.closest("[data-remove]")) event.target.closest("[data-seat]").hidden = true;
  else return;
  refresh();
  if (event.target.closest("[data-remove]")) add.focus();
  else shown().at(-1).querySelector("select").focus();
});

function options() {
  const chosen = {};
  for (const field of form.querySelectorAll("input[type=radio]:checked"))
    chosen[field.name.slice("option-".length)] = JSON.parse(field.value);
  for (const field of form.querySelectorAll("input[type=checkbox][name^=option-]"))
    chosen[field.name.slice("option-".length)] = field.checked;
  return chosen;
}

// Whether the table's clock ends a game with the chosen options: else there are no minutes to choose.
function byClock(label) {
  const chosen = options();
  return JSON.parse(label.dataset.clocked).some((set) => Object.keys(set).every((name) => set[name] === chosen[name]));
}

function clock() {
  const [seconds, increment, days] = form.elements.clock.value.split(",").map(Number);
  const lasts = form.querySelector("[data-clocked]");
  const minutes = lasts && byClock(lasts) ? Number(form.elements.minutes.value) : 0;
  return seconds || minutes || days ? { seconds, increment: increment ?? 0, minutes, days: days ?? 0 } : null;
}

async function begin() {
  const taken = shown();
  const name = (seat) => seat.querySelector("input").value.trim() || seat.querySelector("input").placeholder;
  const mine = taken.filter((seat) => kind(seat) === "me");
  const mainName = mine.length ? name(mine[0]) : form.dataset.name;
  if (mainName !== form.dataset.name || !form.dataset.name) await introduce(mainName || "–");
  const table = await post("/tables", {
    game: form.dataset.game,
    seats: taken.map(sitter),
    options: options(),
    language: document.documentElement.lang,
    clock: clock(),
    listed: form.elements.listed.checked,
    hints: form.elements.hints.checked,
    pieces: chosen(),
    rated: form.elements.rated.checked,
    away: clock()?.days ? 0 : Number(form.elements.away.value),
  });
  for (const seat of mine) await sit(table.id, taken.indexOf(seat), name(seat));
  if (mine.length && !taken.some((seat) => kind(seat) === "open")) await start(table.id);
  location.href = `/tables/${table.id}`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("[data-start]");
  const problem = form.querySelector(".problem");
  button.disabled = true;
  problem.hidden = true;
  try {
    await begin();
  } catch (error) {
    problem.textContent = error.message || form.dataset.error;
    problem.hidden = false;
    button.disabled = false;
  }
});

refresh();
