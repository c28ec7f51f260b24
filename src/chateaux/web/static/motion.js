// Only pieces move. A piece has the same data-vt wherever it can be; when its place has changed, its picture
// travels there over the page, which itself is never a picture: whatever is pressed meanwhile is pressed.

const FAR = 3; // pixels that are worth a travel
const LEAVE = 180; // milliseconds

export const quiet = () =>
  document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const shown = (root) => [...root.querySelectorAll("[data-vt]")].filter((element) => !element.closest("dialog"));
const art = (element) => (element instanceof SVGElement ? element : element.querySelector("svg"));

const where = (element) => element.closest("[id]")?.id;
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// Where all pieces are, before the page changes; what will be gone is remembered as a picture.
export function survey(root, fresh) {
  const staying = new Set(shown(fresh).map((element) => element.dataset.vt));
  const places = new Map(); // by name: equal pieces have the same name
  for (const element of shown(root)) {
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    const name = element.dataset.vt;
    if (!places.has(name)) places.set(name, []);
    places.get(name).push({ box, holder: where(element), gone: staying.has(name) ? null : picture(element) });
  }
  return places;
}

// After the page has changed: every piece travels from where it was. Tells what moved, came and went.
export function travel(places, root, time) {
  const moved = [];
  const begun = places.size > 0;
  const take = (name, fits) => {
    const list = places.get(name) ?? [];
    const found = list.findIndex(fits);
    return found < 0 ? null : list.splice(found, 1)[0];
  };
  const late = [];
  for (const element of shown(root)) {
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    const near = (places.get(element.dataset.vt) ?? []).sort(
      (one, other) => apart(one.box, box) - apart(other.box, box),
    );
    const old = near.length ? take(element.dataset.vt, (one) => one.holder === where(element)) : null;
    if (!old)
      late.push([element, box]); // it was somewhere else, if anywhere
    else if (apart(box, old.box) > FAR || Math.abs(box.width - old.box.width) > FAR) fly(element, old.box, box, time);
  }
  for (const [element, box] of late) {
    const old = take(element.dataset.vt, () => true);
    if (old) fly(element, old.box, box, time);
    else settle(element, time);
    if (begun) moved.push({ element, from: old });
  }
  for (const old of [...places.values()].flat()) {
    moved.push({ element: null, from: old });
    if (old.gone) vanish(old.gone, old.box, time);
  }
  return moved;
}

function picture(element) {
  const drawn = art(element);
  if (!drawn) return null;
  const copy = Object.assign(document.createElement("span"), { className: "flying" });
  copy.style.setProperty("--pc", getComputedStyle(element).getPropertyValue("--pc"));
  copy.setAttribute("aria-hidden", "true");
  copy.append(drawn.nodeName === "svg" ? drawn.cloneNode(true) : framed(drawn));
  for (const one of copy.querySelectorAll("[id]")) one.removeAttribute("id");
  return copy;
}

// A part of a drawing as a drawing of its own.
function framed(part) {
  const box = part.getBBox();
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  frame.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  frame.setAttribute("preserveAspectRatio", "none");
  const copy = part.cloneNode(true);
  copy.removeAttribute("transform");
  frame.append(copy);
  return frame;
}

function place(copy, box) {
  Object.assign(copy.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  document.body.append(copy);
}

function fly(element, from, to, time) {
  const copy = time && picture(element);
  if (!copy) return;
  place(copy, to);
  const scale = `scale(${from.width / to.width},${from.height / to.height})`;
  const start = `translate(${from.x - to.x}px,${from.y - to.y}px) ${scale}`;
  const easing = "cubic-bezier(.2,.7,.2,1)";
  const way = copy.animate([{ transform: start }, { transform: "none" }], { duration: time, easing });
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time }); // seen through, yet there to be pressed
  way.finished.then(
    () => copy.remove(),
    () => copy.remove(),
  );
}

// What only arrives comes down a little; the piece itself is where it will be from the first moment.
function settle(element, time) {
  const box = element.getBoundingClientRect();
  fly(element, new DOMRect(box.x, box.y - 14, box.width, box.height), box, time);
}

function vanish(copy, box, time) {
  if (!time) return;
  place(copy, box);
  copy.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.9)" }], { duration: LEAVE }).finished.then(
    () => copy.remove(),
    () => copy.remove(),
  );
}

// Whatever is on its way arrives at once.
export function hurry() {
  for (const copy of document.querySelectorAll(".flying")) copy.remove();
}

// The number that one sees on a counter; what is there to be heard may begin with a number too.
function seen(counter) {
  const words = [...counter.childNodes].filter((node) => !node.classList?.contains("vh"));
  return parseInt(
    words
      .map((node) => node.textContent)
      .join(" ")
      .replace(/^\D+/, ""),
    10,
  );
}

// The numbers of all counters, by where they stand.
export function numbers(root) {
  const found = new Map();
  for (const counter of root.querySelectorAll("#players .ct,#rivals .ct")) {
    const holder = counter.closest("[id]");
    const order = [...holder.querySelectorAll(".ct")].indexOf(counter);
    found.set(`${holder.id}/${order}`, { counter, number: seen(counter) });
  }
  return found;
}

// Counters that changed swell once, and say by how much.
export function count(before, root, time) {
  for (const [name, { counter, number }] of numbers(root)) {
    const old = before.get(name)?.number;
    if (old === undefined || Number.isNaN(old) || Number.isNaN(number) || old === number) continue;
    counter.animate([{ scale: 1 }, { scale: 1.35, offset: 0.3 }, { scale: 1 }], {
      duration: time ? 900 : 0,
      easing: "ease-out",
    });
    const box = counter.getBoundingClientRect();
    if (!time || !box.width) continue;
    const more = Object.assign(document.createElement("span"), {
      className: `gain${number < old ? " less" : ""}`,
      textContent: `${number > old ? "+" : "−"}${Math.abs(number - old)}`,
    });
    more.setAttribute("aria-hidden", "true");
    Object.assign(more.style, { left: `${box.x + box.width / 2}px`, top: `${box.y}px` });
    document.body.append(more);
    more
      .animate(
        [
          { opacity: 0, translate: "-50% 0" },
          { opacity: 1, translate: "-50% -14px", offset: 0.25 },
          { opacity: 0, translate: "-50% -26px" },
        ],
        { duration: 1200 },
      )
      .finished.then(
        () => more.remove(),
        () => more.remove(),
      );
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
