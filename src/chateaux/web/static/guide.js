// Help in somebody's first game: what the prompt of the moment means, until it is known or not wanted any more.

const OFTEN = 3; // how many decisions of one kind are explained
const KEY = "chateaux_guide";
const part = document.getElementById("guide");
const prompt = () => document.getElementById("prompt");
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
  for (const button of document.querySelectorAll('[data-help="toggle"]')) button.setAttribute("aria-pressed", String(!memory.never));
  if (!part) return;
  const { kind, guide } = prompt()?.dataset ?? {};
  const idle = document.getElementById("main").dataset.phase === "running" && !kind && !memory.never;
  part.classList.toggle("idle", idle);
  if (idle) return; // the page should not jump while others play
  const { decision } = JSON.parse(document.getElementById("asked").textContent);
  const told = (memory.told[part.dataset.game] ??= {});
  const fresh = decision !== current;
  part.hidden = !guide || memory.never || (told[kind] ?? 0) >= OFTEN + !fresh;
  if (part.hidden) return;
  if (fresh) told[kind] = (told[kind] ?? 0) + 1;
  current = decision;
  document.getElementById("guide-text").textContent = guide;
  document.getElementById("guide-aim").hidden = Object.values(told).reduce((sum, count) => sum + count, 0) > 1;
  remember();
}

export function spoken() {
  return !part || part.hidden ? "" : [...part.querySelectorAll("p:not([hidden])")].map((one) => one.textContent).join(" ");
}

document.addEventListener("click", (event) => {
  const wish = event.target.closest?.("[data-help]")?.dataset.help;
  if (!wish) return;
  if (wish === "known") memory.told[part.dataset.game][prompt().dataset.kind] = OFTEN + 1;
  else if (wish === "never" || !memory.never) memory.never = true;
  else memory = { never: false, told: {} };
  current = null;
  remember();
  refresh();
  if (wish !== "toggle") prompt()?.focus({ preventScroll: true });
});
