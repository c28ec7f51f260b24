// What others do is told step by step, at a pace one chooses: every frame that shows a move of somebody else stays
// for a moment before the next one comes. A click or a key ends the step, Escape the whole story.
import { quiet } from "./motion.js";
import { LOOK, pressed } from "./press.js";

export const PACES = ["slow", "normal", "fast", "once"];
const STEP = { slow: 1600, normal: 900, fast: 350, once: 0 }; // milliseconds that a step stays
const TRAVEL = { slow: 620, normal: 340, fast: 180, once: 0 };
const OWN = 340;
const MANY = 12; // steps that wait: then it goes fast
const KEY = "chateaux_pace";

let chosen = localStorage.getItem(KEY);

export const pace = () => (quiet() ? "once" : PACES.includes(chosen) ? chosen : "normal");

export function choose(wanted) {
  chosen = wanted;
  localStorage.setItem(KEY, wanted);
  show();
}

// The buttons show which pace is chosen.
export function show() {
  for (const button of document.querySelectorAll("[data-pace]"))
    button.setAttribute("aria-pressed", String(button.dataset.pace === pace()));
}

export class Story {
  constructor(apply) {
    this.apply = apply; // shows a frame; given how long pieces travel
    this.waiting = [];
    this.timer = 0;
    this.until = 0; // when the step that is shown has been seen
    for (const kind of ["click", "keydown"]) addEventListener(kind, (event) => this.skip(event), { capture: true });
  }

  // A new frame; `others`: it shows what somebody else did.
  push(fresh, others) {
    this.waiting.push({ fresh, others });
    if (!this.timer) this.next();
  }

  next() {
    clearTimeout(this.timer);
    this.timer = 0;
    const step = this.waiting[0];
    if (!step) return;
    const left = pressed() ? LOOK : this.until - performance.now();
    if (left > 0 && !document.hidden) {
      this.timer = setTimeout(() => this.next(), left);
      return;
    }
    this.waiting.shift();
    const speed = this.waiting.length >= MANY && pace() !== "once" ? "fast" : pace();
    this.until = step.others ? performance.now() + STEP[speed] : 0;
    this.apply(step.fresh, step.others ? TRAVEL[speed] : quiet() ? 0 : OWN, STEP[speed]);
    this.next();
  }

  // Whoever does something has seen enough of this step.
  skip(event) {
    if (!this.waiting.length || event.target.closest?.("[data-pace]")) return;
    this.until = 0;
    clearTimeout(this.timer); // after the key has done its work: it is not for what is shown next
    this.timer = setTimeout(() => (event.key === "Escape" ? this.flush() : this.next()));
  }

  // Nothing is awaited any more: the newest frame is shown at once.
  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    for (const { fresh } of this.waiting.splice(0)) this.apply(fresh, 0, 0);
    this.until = 0;
  }
}

document.addEventListener("click", (event) => {
  const wanted = event.target.closest?.("[data-pace]")?.dataset.pace;
  if (wanted) choose(wanted);
});
