// The generic picker: for each action the server names the elements to pick, in order. Click, tap, drag or
// keys walk that list; the completed choice shows as a ghost before it is sent.
// A picked element may say more: data-prompt and data-hint replace the prompt while it is picked,
// data-previews tells per next element what would come of it, a template.ghost-art inside is its ghost.
// An element that has a template.ghost-self or data-told shows those, whatever was picked before.
// Whatever names an element in data-with shows together with it. data-at-once: a tap needs no confirmation,
// because nothing comes of it that could not be taken back. data-held is what such a pick chose.
// data-leads lists what can be picked after an element although the table would ask for it later, step by step:
// everything is chosen in the page and sent together at the end, one answer after another.

import { sentences } from "./aloud.js";
import { prefers } from "./preferences.js";
import { reveal } from "./views.js";

const FEW = 0.1; // of a chance to win: below it no number is shown
const FAR = 6; // pixels before a press becomes a drag
const LATE = 2000; // milliseconds for which a pick waits for the answer to the one before
const ROOM = "#stage,#shared,#players,#desk"; // what a bubble stays in
const EDGE = 6; // pixels that it keeps from the edge
const THINGS = ":is(#board,#shared,#desk,#players)"; // where something can be picked

// The initial beside the prompt is that of what it says.
export function initial(sentence) {
  const letter = document.querySelector("#prompt .init b");
  if (letter) letter.textContent = sentence.slice(0, 1).toLocaleUpperCase();
}

export class Picker {
  constructor({ send, say }) {
    this.send = send;
    this.say = say;
    this.actions = [];
    this.asks = new Map(); // by action, how many picks the table itself asks for
    this.decision = 0;
    this.path = [];
    this.armed = null;
    this.busy = false;
    this.drag = null;
    this.wanted = ""; // what to pick once something else has been taken back
    this.rest_ = []; // what was chosen as well, to be sent when it is asked
    this.advice = { decision: 0, hints: [], told: "" };
    this.later = null; // what was picked while something was on its way
    this.sent = ""; // the element that was sent last
    this.keys = false; // whether the last thing was done with keys
    this.over = ""; // the element that is pointed at
    document.addEventListener("click", (event) => this.click(event), true);
    document.addEventListener("pointerdown", (event) => this.press(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.drop(event));
    document.addEventListener("pointercancel", () => this.endDrag());
    document.addEventListener(
      "pointerover",
      (event) => event.pointerType === "mouse" && !this.drag && this.hover(event.target),
    );
    document.addEventListener(
      "focusin",
      (event) => event.target.matches?.(":focus-visible") && this.hover(event.target),
    );
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // What is asked now. Picks that are still possible stay, and so does what is shown and waits for a last tap.
  load({ decision, actions }) {
    const same = decision === this.decision;
    const waited = same ? this.armed : null;
    this.decision = decision;
    this.actions = actions.flatMap(led);
    this.asks = new Map(actions.map(([action, steps]) => [action, steps.length]));
    if (!same) {
      this.busy = false;
      this.rest_ = [];
    }
    this.armed = null;
    const kept = [];
    if (same)
      for (const id of this.path) {
        if (!this.next(kept).has(id)) break;
        kept.push(id);
      }
    this.path = kept;
    this.show();
    if (waited) this.rearm(waited.path);
    else if (same && this.over) this.hover(document.getElementById(this.over));
    if (!same && this.keys && document.getElementById("main").dataset.owes === "1") this.await();
    if (!same && this.wanted) this.instead();
    if (!same && this.later) this.after();
  }

  // The table asks for what was already chosen in the page: it is answered, and the page stays as it is.
  follows({ decision, actions }) {
    const [id, ...others] = this.rest_;
    if (!id || decision === this.decision) return false;
    const kind = (one) => one.replace(/-\d+$/, ""); // equal pieces may have changed their numbers
    const found =
      actions.find(([, steps]) => steps.length === 1 && steps[0].includes(id)) ??
      actions.find(([, steps]) => steps.length === 1 && steps[0].some((one) => kind(one) === kind(id)));
    if (!found) return false; // the page is asked anew
    this.decision = decision;
    this.rest_ = others;
    this.send(found[0], decision).catch(() => {
      this.busy = false;
      this.rest_ = [];
    });
    return true;
  }

  // Everything is picked: it shows as a ghost until it is confirmed.
  arm(action, element, path) {
    this.armed = { action, element, path };
    this.ghost(element);
    this.buttons();
  }

  rearm(path) {
    const action = this.complete(path);
    const element = document.getElementById(path.at(-1));
    if (action !== undefined && element && path.length === this.path.length + 1) this.arm(action, element, path);
  }

  // Whoever plays with keys finds the focus on the first thing to do when their turn comes.
  await() {
    const at = document.activeElement;
    if (at && at !== document.body && !at.closest(THINGS)) return;
    document.querySelector(`${THINGS} .is-legal:not([disabled]),${THINGS} [data-action]`)?.focus();
  }

  // What was picked while the last pick was on its way, if it can be picked now.
  after() {
    const { id, by, at } = this.later;
    this.later = null;
    const element = performance.now() - at < LATE ? document.getElementById(id) : null;
    if (!element || element.disabled) return;
    if (element.dataset.action) this.finish(Number(element.dataset.action), element);
    else if (this.next().has(id)) this.pick(element, by);
  }

  // Something is on its way: what is picked meanwhile is picked when it has arrived.
  wait(element, by) {
    if (element.id && this.sent !== element.id) this.later = { id: element.id, by, at: performance.now() };
  }

  instead() {
    const element = this.next().has(this.wanted) ? document.getElementById(this.wanted) : null;
    this.wanted = "";
    if (element) this.pick(element, "mouse");
  }

  // Hints for a decision: they stay marked until it is taken.
  // Where even the best is all but lost, it is marked and no number is told: who plays for fun needs none.
  advise(decision, hints, { told, best = told, none = "" }) {
    const odds = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    const said = !hints.length ? none : hints[0].chance < FEW ? best : told;
    this.advice = { decision, hints, odds, told: said.replace("{chance}", odds.format(hints[0]?.chance ?? 0)) };
    if (decision !== this.decision) return;
    this.show();
    const named = (hints[0]?.picks ?? []).map(([first]) => nameOf(document.getElementById(first))).filter(Boolean);
    this.say([this.advice.told, ...named].join(" "));
  }

  // The chance to win with each next element, as far as hints tell; the best one first.
  advised() {
    const found = new Map();
    if (this.advice.decision !== this.decision) return found;
    for (const { picks, chance } of this.advice.hints) {
      if (!this.path.every((id, step) => picks[step]?.includes(id))) continue;
      for (const id of picks[this.path.length] ?? []) if (!found.has(id)) found.set(id, chance);
    }
    return found;
  }

  // What the prompt says while nothing is picked.
  rest() {
    const { decision, told } = this.advice;
    return decision === this.decision && told ? told : document.getElementById("prompt")?.dataset.hint;
  }

  possible(path = this.path) {
    return this.actions.filter(
      ([, steps]) => path.length <= steps.length && path.every((id, step) => steps[step].includes(id)),
    );
  }

  next(path = this.path) {
    return new Set(
      this.possible(path)
        .flatMap(([, steps]) => steps[path.length] ?? [])
        .filter((id) => !path.includes(id)),
    );
  }

  complete(path) {
    return this.possible(path).find(([, steps]) => steps.length === path.length)?.[0];
  }

  // The element under a target that could be picked now, or picked instead.
  pickable(target) {
    for (let element = target instanceof Element ? target : null; element; element = element.parentElement)
      if (
        element.id &&
        (this.next().has(element.id) || this.next([]).has(element.id) || this.path.includes(element.id))
      )
        return element;
    return null;
  }

  click(event) {
    if (this.drag?.moved) {
      event.preventDefault();
      event.stopPropagation();
      this.drag = null;
      return;
    }
    const target = event.target instanceof Element ? event.target : null;
    const direct = target?.closest("[data-action]");
    if (direct && this.decision) {
      if (this.busy) this.wait(direct, "mouse");
      else this.finish(Number(direct.dataset.action), direct);
      return;
    }
    if (target?.closest("#prompt-cancel")) return this.cancel();
    if (target?.closest("#prompt-confirm") && this.armed)
      return this.finish(this.armed.action, this.armed.element, this.armed.path);
    const element = this.pickable(target);
    if (!element || element.disabled) return undefined;
    if (event.detail > 1 && this.path.includes(element.id)) return undefined; // a double click picks once
    return this.pick(element, event.pointerType === "touch" ? "touch" : event.detail === 0 ? "keys" : "mouse");
  }

  pick(element, by) {
    const id = element.id;
    if (this.busy) {
      this.wait(element, by);
      return;
    }
    if (this.armed?.element === element) {
      this.finish(this.armed.action, element, this.armed.path);
    } else if (this.next().has(id)) {
      const path = [...this.path, id];
      const action = this.complete(path);
      if (action === undefined) {
        this.path = path;
        this.armed = null;
        this.show();
        this.lead(by);
      } else if (
        (by === "touch" || prefers("confirm")) &&
        !element.classList.contains("btn") &&
        !("atOnce" in element.dataset)
      ) {
        this.arm(action, element, path);
        this.say(
          sentences([
            element.dataset.told || this.foretold()[id],
            document.getElementById("prompt-confirm")?.textContent,
          ]),
        );
      } else {
        this.finish(action, element, path);
      }
    } else if (this.path.includes(id)) {
      this.cancel();
    } else if (this.next([]).has(id)) {
      this.path = [];
      this.pick(element, by);
    }
  }

  // After a pick, the next step is said, the next places come into sight; keys go straight to the first of them.
  lead(by) {
    this.say(sentences(["prompt-title", "prompt-hint"].map((id) => document.getElementById(id)?.textContent)));
    const places = [...this.next()].map((id) => document.getElementById(id)).filter(Boolean);
    if (!places.length) return;
    if (by === "keys") {
      places[0].focus();
    } else {
      reveal(places[0]);
    }
  }

  cancel() {
    const first = document.getElementById(this.path[0]);
    const had = document.activeElement && this.next().has(document.activeElement.id);
    this.path = [];
    this.armed = null;
    this.show();
    if (had) first?.focus();
  }

  async finish(action, element, path = []) {
    if (this.busy) return;
    this.busy = true;
    this.sent = element.id;
    this.rest_ = path.slice(this.asks.get(action) ?? path.length);
    this.ghost(element);
    element.classList.add("sent");
    this.buttons();
    try {
      await this.send(action, this.decision);
    } catch {
      this.busy = false;
      this.rest_ = [];
      this.cancel();
    }
  }

  // ---------------------------------------------------------------- what is seen

  show() {
    for (const mark of document.querySelectorAll(".odds")) mark.remove();
    for (const element of document.querySelectorAll(".is-legal,.is-sel,.is-over,.is-best,.is-then,.sent")) {
      element.classList.remove("is-legal", "is-sel", "is-over", "is-best", "is-then", "sent");
      element.removeAttribute("aria-pressed");
    }
    this.unghost();
    const next = this.next();
    const first = this.next([]);
    for (const element of document.querySelectorAll(`${THINGS} :is(.pick,.btn)[id]:not([id^=prompt-])`)) {
      const able =
        next.has(element.id) || first.has(element.id) || this.path.includes(element.id) || "undo" in element.dataset;
      if (able) element.removeAttribute("aria-disabled");
      else element.setAttribute("aria-disabled", "true");
    }
    for (const element of document.querySelectorAll("[data-foretold]")) {
      if (element.dataset.foretold) element.setAttribute("aria-description", element.dataset.foretold);
      else element.removeAttribute("aria-description");
      element.removeAttribute("data-foretold");
    }
    const told = this.foretold();
    for (const id of next) {
      const element = document.getElementById(id);
      element?.classList.add("is-legal");
      const label = element?.getAttribute("aria-label") ?? "";
      const comes = element?.dataset.told || told[id];
      if (comes && !label.toLowerCase().includes(comes.toLowerCase())) {
        // for whoever cannot see the ghost
        const before = element.getAttribute("aria-description") ?? "";
        element.setAttribute("aria-description", [comes, before].filter(Boolean).join(". "));
        element.setAttribute("data-foretold", before);
      }
    }
    const shorts = JSON.parse(this.picked()?.dataset.shorts || "{}");
    for (const box of document.querySelectorAll("[data-short]")) {
      const id = box.closest("[id]").id;
      box.textContent = next.has(id) ? (shorts[id] ?? "") : "";
    }
    const advised = [...this.advised()];
    if (advised.length && !this.path.length) {
      // where the best piece goes is marked with it
      for (const step of this.advice.hints[0].picks.slice(1, 2))
        document.getElementById(step[0])?.classList.add("is-then");
    }
    for (const [number, [id, chance]] of advised.entries()) {
      const element = document.getElementById(id);
      element?.classList.toggle("is-best", number === 0);
      if (chance > advised[0][1] || chance < FEW) continue; // a number over the best one's would contradict it
      if (element instanceof HTMLElement)
        element.append(
          Object.assign(document.createElement("span"), {
            className: "odds",
            textContent: this.advice.odds.format(chance),
          }),
        );
    }
    for (const id of this.path) {
      const element = document.getElementById(id);
      element?.classList.add("is-sel");
      element?.setAttribute("aria-pressed", "true");
    }
    this.keep();
    this.buttons();
    document.dispatchEvent(new CustomEvent("picked", { detail: this.path.at(-1) ?? "" }));
  }

  buttons() {
    const prompt = document.getElementById("prompt");
    const picked = this.path.length ? document.getElementById(this.path.at(-1)) : null;
    const title = document.getElementById("prompt-title");
    if (prompt?.dataset.title && title) {
      title.textContent = picked?.dataset.prompt || prompt.dataset.title;
      document.getElementById("prompt-hint").textContent =
        (this.armed && (this.hints()[this.armed.element.id] ?? this.armed.element.dataset.hint)) ??
        picked?.dataset.hint ??
        this.rest();
      initial(title.textContent);
    }
    prompt?.toggleAttribute(
      "data-open",
      Boolean(this.armed) && !this.busy && Boolean(document.getElementById("prompt-hint").textContent),
    );
    const toggle = (id, hidden) => {
      const button = document.getElementById(id);
      if (!button) return;
      if (hidden && button === document.activeElement) prompt.focus({ preventScroll: true });
      button.hidden = hidden;
    };
    toggle("prompt-cancel", !this.path.length && !this.armed);
    toggle("prompt-confirm", !this.armed || this.busy);
    const undo = document.getElementById("prompt-undo");
    if (undo) undo.hidden = this.path.length > 0 || !Number(document.getElementById("main")?.dataset.undo);
  }

  hover(target) {
    const element = target instanceof Element ? target.closest("[id]") : null;
    this.over = element?.id ?? "";
    if (this.armed || this.busy) return;
    const next = element && this.next().has(element.id);
    if (next && (this.complete([...this.path, element.id]) !== undefined || element.id in this.foretold()))
      this.ghost(element);
    else this.unghost();
    this.accompany(element);
  }

  // The picked piece as it would lie in a place, and what would come of it.
  ghost(element) {
    this.unghost();
    const last = this.path.length ? document.getElementById(this.path.at(-1)) : null;
    const picked = last === element || this.path.length > 1 ? null : last;
    const art =
      element.querySelector("template.ghost-self")?.content.firstElementChild ??
      picked?.querySelector("template.ghost-art")?.content.firstElementChild ??
      picked?.querySelector("svg");
    const told = element.dataset.told || (picked && this.foretold()[element.id]);
    if (art) element.append(Object.assign(document.createElement("span"), { className: "ghosted" }));
    element.querySelector(".ghosted")?.append(art.cloneNode(true));
    if (told) {
      const bubble = Object.assign(document.createElement("span"), { className: "bub", textContent: told });
      element.append(bubble);
      inside(bubble, element.closest(ROOM));
    }
    this.accompany(element);
  }

  // What was placed in the page stays where it was put while more is asked.
  keep() {
    for (const one of document.querySelectorAll(".kept-ghost")) one.remove();
    const [first, second] = this.path.map((id) => document.getElementById(id));
    const art = second && first?.querySelector("template.ghost-art")?.content.firstElementChild;
    if (!art) return;
    second.append(Object.assign(document.createElement("span"), { className: "kept-ghost" }));
    second.lastElementChild.append(art.cloneNode(true));
  }

  // What would come of the next picks, by their ids: in a few words, and in a sentence.
  foretold() {
    return JSON.parse(this.picked()?.dataset.previews || "{}");
  }

  hints() {
    return JSON.parse(this.picked()?.dataset.hints || "{}");
  }

  picked() {
    return this.path.length ? document.getElementById(this.path.at(-1)) : null;
  }

  unghost() {
    for (const mark of document.querySelectorAll(".ghosted,.bub")) mark.remove();
    this.accompany(null);
  }

  // What belongs to an element shows with it, and the prompt tells what would come of it.
  accompany(element) {
    const id = element && CSS.escape(element.id);
    const both = element && this.path.length ? `,[data-with~="${CSS.escape(this.path[0])}/${id}"]` : "";
    const with_ = element ? new Set(document.querySelectorAll(`[data-with~="${id}"]${both}`)) : new Set();
    for (const other of document.querySelectorAll(".is-with")) if (!with_.has(other)) other.classList.remove("is-with");
    for (const other of with_) other.classList.add("is-with");
    const hint = document.querySelector("#prompt:not([data-tells]) #prompt-hint"); // while it tells, it asks nothing
    const rest = this.rest();
    if (this.path.length && hint && !this.armed)
      hint.textContent = (element && this.hints()[element.id]) ?? this.picked()?.dataset.hint ?? rest;
    if (this.path.length || rest === undefined || !hint) return;
    if (element?.dataset.hint && this.next().has(element.id)) hint.textContent = element.dataset.hint;
    else if (hint.textContent !== rest) hint.textContent = rest;
  }

  // ---------------------------------------------------------------- drag

  press(event) {
    this.drag = null;
    this.keys = false;
    if (event.pointerType !== "mouse" || event.button !== 0 || this.busy) return;
    const element = this.pickable(event.target);
    if (!element || !this.next([]).has(element.id) || this.complete([element.id]) !== undefined) return;
    this.drag = { element, x: event.clientX, y: event.clientY, moved: false, image: null };
  }

  move(event) {
    const drag = this.drag;
    if (!drag || (drag.moved && !drag.image)) return;
    if (!event.buttons) {
      // let go outside the window
      this.endDrag();
      this.drag = null;
      return;
    }
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      drag.moved = true;
      this.path = [drag.element.id];
      this.show();
      drag.image = this.image(drag.element);
      getSelection()?.removeAllRanges();
    }
    event.preventDefault();
    drag.image.style.left = `${event.clientX}px`;
    drag.image.style.top = `${event.clientY}px`;
    const under = this.under(event);
    for (const other of document.querySelectorAll(".is-over")) if (other !== under) other.classList.remove("is-over");
    if (under && !under.classList.contains("is-over")) {
      under.classList.add("is-over");
      this.ghost(under);
    } else if (!under) {
      this.unghost();
    }
  }

  drop(event) {
    const drag = this.drag;
    if (!drag?.moved) {
      this.drag = null;
      return;
    }
    const under = this.under(event);
    const back = drag.element.contains(document.elementFromPoint(event.clientX, event.clientY));
    this.endDrag();
    if (under) this.pick(under, "mouse");
    else if (!back) this.cancel(); // an unsteady hand has picked it all the same
    setTimeout(() => {
      this.drag = null;
    }); // the click that follows is not meant
  }

  endDrag() {
    this.drag?.image?.remove();
    if (this.drag) this.drag.image = null;
  }

  under(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[id]");
    return found && this.path.length && this.next().has(found.id) ? found : null;
  }

  image(element) {
    const art = element.querySelector("template.ghost-art")?.content.firstElementChild ?? element.querySelector("svg");
    const image = Object.assign(document.createElement("div"), { className: "dragged" });
    image.style.width = `${Math.max(60, element.getBoundingClientRect().width)}px`;
    if (art) image.append(art.cloneNode(true));
    document.body.append(image);
    return image;
  }

  // ---------------------------------------------------------------- keys

  key(event) {
    if (/^(Tab|Arrow)/.test(event.key)) this.keys = true; // letters are for talking
    if (event.key === "Escape" && (this.path.length || this.armed) && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      this.cancel();
      return;
    }
    if (event.key === "Escape" && !document.querySelector("dialog[open]"))
      document.querySelector("#main [data-held][data-undo]")?.click();
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = document.activeElement;
    if (!way || event.altKey || event.ctrlKey || event.metaKey || !from?.closest(THINGS)) return;
    const places = [...this.next()]
      .map((id) => document.getElementById(id))
      .filter((place) => place && place !== from && !place.disabled);
    const found = nearest(from, places, way);
    if (found) {
      event.preventDefault();
      found.focus();
    }
  }
}

// An action whose element leads on is picked together with what follows.
function led([action, steps]) {
  const leads = steps.length === 1 && document.getElementById(steps[0][0])?.dataset.leads;
  return leads ? JSON.parse(leads).map((more) => [action, [...steps, ...more]]) : [[action, steps]];
}

const nameOf = (element) =>
  element?.getAttribute("aria-label") || element?.textContent.trim().replace(/\s+/g, " ") || "";

// What would stick out of its room at one side is moved in.
function inside(element, room) {
  const [box, walls] = [element, room].map((one) => one?.getBoundingClientRect());
  if (!walls) return;
  const shift = Math.max(0, walls.left + EDGE - box.left) - Math.max(0, box.right - walls.right + EDGE);
  if (shift) element.style.marginInlineStart = `${shift}px`;
}

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

// The closest place in a direction; straight ahead counts more than aside.
function nearest(from, places, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const [px, py] = middle(place);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (ahead > 4 && ahead + aside * 2.5 < least) {
      least = ahead + aside * 2.5;
      best = place;
    }
  }
  return best;
}
