// Help in somebody's first game: what the prompt of the moment means, until it is known or not wanted any more.

const OFTEN = 3; // how many decisions of one kind are explained
const KEY = "chateaux_guide";
const part = () => document.getElementById("guide");
const asked = () => JSON.parse(document.getElementById("asked").textContent).decision;
let memory = { never: false, told: {} }; // told: how often, by game and kind of decision
let current = null; // the decision that was counted last

try {
  Object.assign(memory, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
} catch {
  // nothing is remembered
}

function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // a browser that keeps nothing is told again next time
  }
}

// After every change of the page.
export function refresh() {
  for (const button of document.querySelectorAll('[data-guide="toggle"]')) button.setAttribute("aria-pressed", String(!memory.never));
  const shown = part();
  if (!shown) return;
  const { game, about } = shown.dataset;
  const told = (memory.told[game] ??= {});
  const fresh = asked() !== current;
  shown.hidden = memory.never || (told[about] ?? 0) >= OFTEN + !fresh;
  if (shown.hidden) return;
  if (fresh) told[about] = (told[about] ?? 0) + 1;
  current = asked();
  document.getElementById("guide-aim").hidden = Object.values(told).reduce((sum, count) => sum + count, 0) > 1;
  remember();
}

export function spoken() {
  const shown = part();
  return !shown || shown.hidden ? "" : [...shown.querySelectorAll("p:not([hidden])")].map((one) => one.textContent).join(" ");
}

document.addEventListener("click", (event) => {
  const wish = event.target.closest?.("[data-guide]")?.dataset.guide;
  if (!wish) return;
  if (wish === "known") memory.told[part().dataset.game][part().dataset.about] = OFTEN + 1;
  else if (wish === "never" || !memory.never) memory.never = true;
  else memory = { never: false, told: {} };
  current = null;
  remember();
  refresh();
  if (wish !== "toggle") document.getElementById("prompt")?.focus({ preventScroll: true });
});
