// Moves drawn on the board: one in numbered steps, and the elements of another that are marked.
const by = (id) => document.getElementById(id);
const found = (step) => step.map(by).find((element) => element && !element.closest("dialog"));

/** Take away what was drawn before. */
export function clear() {
  for (const old of document.querySelectorAll("[data-drawn]")) old.remove();
  for (const element of document.querySelectorAll(".is-best,.is-then,.is-played"))
    element.classList.remove("is-best", "is-then", "is-played", "an-here");
}

/** Draw what is best, each step of it a list of ids of which one is on the board, and mark what was played. */
export function draw(best, played) {
  best.forEach((step, number) => {
    const element = found(step);
    if (!element) return;
    element.classList.add(number ? "is-then" : "is-best");
    if (getComputedStyle(element).position === "static") element.classList.add("an-here");
    const badge = Object.assign(document.createElement("span"), { className: "an-step", textContent: `${number + 1}` });
    badge.dataset.drawn = "";
    badge.setAttribute("aria-hidden", "true");
    element.append(badge);
  });
  for (const step of played) found(step)?.classList.add("is-played");
}
