// Only pieces move. A piece has the same data-vt wherever it can be; when its place has changed, its picture
// travels there over the page, which itself is never a picture: whatever is pressed meanwhile is pressed.

const FAR = 3; // pixels that are worth a travel
const LEAVE = 180; // milliseconds

export const quiet = () => document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const shown = (root) => [...root.querySelectorAll("[data-vt]")].filter((element) => !element.closest("dialog"));
const art = (element) => (element instanceof SVGElement ? element : element.querySelector("svg"));

// Where all pieces are, before the page changes; what will be gone is remembered as a picture.
export function survey(root, fresh) {
  const staying = new Set(shown(fresh).map((element) => element.dataset.vt));
  const places = new Map();
  for (const element of shown(root)) {
    const box = element.getBoundingClientRect();
    if (!box.width || places.has(element.dataset.vt)) continue;
    const gone = staying.has(element.dataset.vt) ? null : picture(element);
    places.set(element.dataset.vt, { box, gone, holder: element.closest("[id]")?.id });
  }
  return places;
}

// After the page has changed: every piece travels from where it was. Tells what moved, came and went.
export function travel(places, root, time) {
  const moved = [];
  const seen = new Set();
  for (const element of shown(root)) {
    const box = element.getBoundingClientRect();
    const name = element.dataset.vt;
    if (!box.width || seen.has(name)) continue;
    seen.add(name);
    const old = places.get(name);
    if (!old) {
      if (places.size) moved.push({ element, from: null });
      settle(element, time);
      continue;
    }
    const far = Math.hypot(box.x - old.box.x, box.y - old.box.y) > FAR || Math.abs(box.width - old.box.width) > FAR;
    if (!far) continue;
    if (old.holder !== element.closest("[id]")?.id) moved.push({ element, from: old });
    fly(element, old.box, box, time);
  }
  for (const [name, old] of places) if (!seen.has(name) && old.gone) {
    moved.push({ element: null, from: old });
    vanish(old.gone, old.box, time);
  }
  return moved;
}

function picture(element) {
  const drawn = art(element);
  if (!drawn) return null;
  const copy = Object.assign(document.createElement("span"), { className: "flying" });
  copy.style.setProperty("--pc", getComputedStyle(element).getPropertyValue("--pc"));
  copy.setAttribute("aria-hidden", "true");
  copy.append(drawn.cloneNode(true));
  for (const one of copy.querySelectorAll("[id]")) one.removeAttribute("id");
  return copy;
}

function place(copy, box) {
  Object.assign(copy.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(copy);
}

function fly(element, from, to, time) {
  const copy = time && picture(element);
  if (!copy) return;
  place(copy, to);
  const start = `translate(${from.x - to.x}px,${from.y - to.y}px) scale(${from.width / to.width},${from.height / to.height})`;
  const easing = "cubic-bezier(.2,.7,.2,1)";
  const way = copy.animate([{ transform: start }, { transform: "none" }], { duration: time, easing });
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time }); // seen through, yet there to be pressed
  way.finished.then(() => copy.remove(), () => copy.remove());
}

function settle(element, time) {
  if (!time) return;
  element.animate([{ opacity: 0, translate: "0 -14px" }, { opacity: 1, translate: "0 0" }], { duration: time, easing: "ease-out" });
}

function vanish(copy, box, time) {
  if (!time) return;
  place(copy, box);
  copy.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.9)" }], { duration: LEAVE }).finished.then(() => copy.remove(), () => copy.remove());
}

// Whatever is on its way arrives at once.
export function hurry() {
  for (const copy of document.querySelectorAll(".flying")) copy.remove();
}

// The numbers of all counters, by where they stand.
export function numbers(root) {
  const found = new Map();
  for (const counter of root.querySelectorAll("#players .ct,#rivals .ct")) {
    const holder = counter.closest("[id]");
    const order = [...holder.querySelectorAll(".ct")].indexOf(counter);
    found.set(`${holder.id}/${order}`, { counter, number: parseInt(counter.textContent.replace(/^\D+/, ""), 10) });
  }
  return found;
}

// Counters that changed swell once, and say by how much.
export function count(before, root, time) {
  for (const [name, { counter, number }] of numbers(root)) {
    const old = before.get(name)?.number;
    if (old === undefined || Number.isNaN(old) || Number.isNaN(number) || old === number) continue;
    counter.animate([{ scale: 1 }, { scale: 1.35, offset: 0.3 }, { scale: 1 }], { duration: time ? 900 : 0, easing: "ease-out" });
    const box = counter.getBoundingClientRect();
    if (!time || !box.width) continue;
    const more = Object.assign(document.createElement("span"), { className: `gain${number < old ? " less" : ""}`, textContent: `${number > old ? "+" : "−"}${Math.abs(number - old)}` });
    more.setAttribute("aria-hidden", "true");
    Object.assign(more.style, { left: `${box.x + box.width / 2}px`, top: `${box.y}px` });
    document.body.append(more);
    more.animate([{ opacity: 0, translate: "-50% 0" }, { opacity: 1, translate: "-50% -14px", offset: 0.25 }, { opacity: 0, translate: "-50% -26px" }], { duration: 1200 })
      .finished.then(() => more.remove(), () => more.remove());
  }
}

// Where a piece came from and where it went, in the colour of whoever moved it; the marks fade with the next step.
export function marks(moved, colour) {
  unmark();
  for (const { element, from } of moved.slice(0, 8)) {
    const holder = from?.holder && document.getElementById(from.holder);
    if (holder && !holder.contains(element)) mark(holder, "is-from", colour);
    if (element) mark(element, "is-to", colour);
  }
}

function mark(element, kind, colour) {
  element.classList.add(kind);
  element.style.setProperty("--by", colour);
}

export function unmark() {
  for (const one of document.querySelectorAll(".is-from,.is-to")) one.classList.remove("is-from", "is-to");
}
