// Only pieces move. A piece has the same data-vt wherever it can be; when its place has changed, its picture
// travels there over the page, which itself is never a picture: whatever is pressed meanwhile is pressed.
// What was nowhere comes from data-from, the first of these elements that was there to be seen; where a piece is not
// shown, it goes to the middle of its holder. A data-heap is so many equal pieces that nobody sees lie there.

const FAR = 3; // pixels that are worth a travel
const LEAVE = 180; // milliseconds
const CARD = 34; // pixels: how wide a piece is where it goes to something that does not show it
const MOST = 4; // pieces that come to a heap one after another
const APART = 110; // milliseconds between them
const LIKE = 0.1; // by how much the shapes of one piece may differ
const COUNT = 600; // milliseconds in which a number counts
const underway = new Set(); // pieces that fly: each arrives at once when called

export const quiet = () =>
  document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const pieces = (root) => [...root.querySelectorAll("[data-vt]")].filter((element) => !element.closest("dialog"));
const art = (element) => (element instanceof SVGElement ? element : element.querySelector("svg"));
const origins = (element) => (element.closest("[data-from]")?.dataset.from ?? "").split(" ").filter(Boolean);

// An element by its id; by "hand-" the last one whose id begins so.
const named = (id) =>
  id.endsWith("-") ? [...document.querySelectorAll(`[id^="${id}"]`)].at(-1) : document.getElementById(id);

const where = (element) => element.closest("[id]")?.id;
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// The box of an element, if it is shown.
function box(element) {
  const found = element?.getBoundingClientRect();
  return found?.width ? found : null;
}

const origin = (element) => (box(element) ? { box: box(element), holder: element.id } : null);

// Where all pieces are, before the page changes; what will be gone is remembered as a picture.
export function survey(root, fresh) {
  const next = pieces(fresh);
  const staying = new Set(next.map((element) => element.dataset.vt));
  const places = new Map(); // by name: equal pieces have the same name
  for (const element of pieces(root)) {
    const name = element.dataset.vt;
    if (!places.has(name)) places.set(name, []);
    const at = box(element);
    const gone = at && !staying.has(name) ? picture(element) : null;
    const { piece, heap, to } = element.dataset;
    places.get(name).push({ box: at, holder: where(element), gone, piece, to, heap: Number(heap ?? 0) });
  }
  const sources = new Map([...new Set(next.flatMap(origins))].map((id) => [id, origin(named(id))]));
  return { places, sources };
}

// After the page has changed: every piece travels from where it was; if a move was taken back (`undone`), also one that
// went by another name there. Tells what moved, came and went.
export function travel({ places, sources }, root, time, undone = false) {
  const moved = [];
  const begun = places.size > 0;
  const take = (name, fits) => {
    const list = places.get(name) ?? [];
    const found = list.findIndex(fits);
    return found < 0 ? null : list.splice(found, 1)[0];
  };
  const has = (fits) => (name) => places.get(name).some(fits);
  const late = [];
  for (const element of pieces(root)) {
    const to = box(element);
    const near = places.get(element.dataset.vt) ?? [];
    if (to) near.sort((one, other) => (one.box && other.box ? apart(one.box, to) - apart(other.box, to) : 0));
    const old = near.length ? take(element.dataset.vt, (one) => one.holder === where(element)) : null;
    if (!old)
      late.push([element, to]); // it was somewhere else, if anywhere
    else if ("heap" in element.dataset) {
      const more = Math.min(Number(element.dataset.heap) - old.heap, MOST);
      for (let one = 0; one < more; one++) come(element, source(element, sources), within(element), time, one * APART);
    } else if (to && old.box && (apart(to, old.box) > FAR || Math.abs(to.width - old.box.width) > FAR))
      fly(element, old.box, to, time);
  }
  for (const [element, to] of late) {
    const { vt, piece } = element.dataset;
    const same = (one) => one.box && one.piece === piece;
    const old = take(vt, () => true) ?? (undone && piece ? take([...places.keys()].find(has(same)), same) : null);
    const from = old || !begun ? null : source(element, sources, places);
    const goal = to ?? within(element);
    if (old?.box) fly(element, old.box, goal, time);
    else if (from) come(element, from, goal, time);
    else if (to) settle(element, time);
    if (begun && (to || old?.box || from)) moved.push({ element, from: old });
  }
  for (const old of [...places.values()].flat()) {
    if (old.box) moved.push({ element: null, from: old });
    if (old.gone) vanish(old.gone, old.box, time, old.to && box(named(old.to)));
  }
  return moved;
}

// The box that a new piece comes from; a piece that was there has become it, and does not vanish besides.
function source(element, sources, places = new Map()) {
  const found = origins(element)
    .map((id) => sources.get(id))
    .find(Boolean);
  const became = (old) => old.gone && old.holder === found?.holder;
  for (const [name, list] of places)
    places.set(
      name,
      list.filter((old) => !became(old)),
    );
  return found?.box;
}

// Where a piece goes that is not shown: small, into the middle of what holds it.
function within(element) {
  const holder = box(element.closest("[id]"));
  const frame = art(element)?.viewBox?.baseVal;
  if (!holder) return null;
  const high = frame?.width ? (CARD * frame.height) / frame.width : CARD;
  return new DOMRect(holder.x + (holder.width - CARD) / 2, holder.y + (holder.height - high) / 2, CARD, high);
}

function picture(element) {
  const drawn = art(element) ?? element.cloneNode(false); // a back may be nothing but a box
  const copy = Object.assign(document.createElement("span"), { className: "flying" });
  copy.style.setProperty("--pc", getComputedStyle(element).getPropertyValue("--pc"));
  copy.setAttribute("aria-hidden", "true");
  copy.append(drawn instanceof SVGElement && drawn.nodeName !== "svg" ? framed(drawn) : drawn.cloneNode(true));
  for (const one of copy.querySelectorAll("[id]")) one.removeAttribute("id");
  return copy;
}

// A part of a drawing as a drawing of its own.
function framed(part) {
  const own = part instanceof SVGUseElement && part.width.baseVal.value; // told without being shown
  const box = own ? null : part.getBBox();
  const [x, y, width, height] = box
    ? [box.x, box.y, box.width, box.height]
    : [part.x, part.y, part.width, part.height].map((length) => length.baseVal.value);
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  frame.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
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

function fly(element, from, to, time, delay = 0) {
  const copy = time && from && to && picture(element);
  if (!copy) return;
  place(copy, to);
  const scale = `scale(${from.width / to.width},${from.height / to.height})`;
  const start = `translate(${from.x - to.x}px,${from.y - to.y}px) ${scale}`;
  const easing = "cubic-bezier(.2,.7,.2,1)";
  const course = /** @type {const} */ ({ duration: time, delay, easing, fill: "backwards" });
  const way = copy.animate([{ transform: start }, { transform: "none" }], course);
  const cloak = element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time }); // yet there to be pressed
  const arrive = () => {
    copy.remove();
    cloak.cancel();
    underway.delete(arrive);
  };
  underway.add(arrive);
  way.finished.then(arrive, arrive);
}

// From the middle of something that is no such piece: small enough to have been there.
function come(element, from, to, time, delay = 0) {
  if (!from || !to) return;
  const fits = Math.min(from.width / to.width, from.height / to.height);
  const scale = Math.abs(from.width / from.height - to.width / to.height) < LIKE ? fits : Math.min(fits, 1);
  const [wide, high] = [to.width * scale, to.height * scale];
  const start = new DOMRect(from.x + (from.width - wide) / 2, from.y + (from.height - high) / 2, wide, high);
  fly(element, start, to, time, delay);
}

// What only arrives comes down a little; the piece itself is where it will be from the first moment.
function settle(element, time) {
  const box = element.getBoundingClientRect();
  fly(element, new DOMRect(box.x, box.y - 14, box.width, box.height), box, time);
}

// What leaves fades, or goes to where it belongs from now on.
function vanish(copy, box, time, goal) {
  if (!time) return;
  place(copy, box);
  const [x, y] = goal ? [middle(goal, box, "x", "width"), middle(goal, box, "y", "height")] : [0, 0];
  const scale = goal ? Math.min(1, goal.width / box.width, goal.height / box.height) : 0.9;
  const course = [{ opacity: 1 }, { opacity: goal ? 1 : 0, transform: `translate(${x}px,${y}px) scale(${scale})` }];
  const way = copy.animate(course, { duration: goal ? time : LEAVE, easing: "ease-in-out" });
  way.finished.then(
    () => copy.remove(),
    () => copy.remove(),
  );
}

// How far the middle of one box is from that of another.
const middle = (one, other, edge, size) => one[edge] + one[size] / 2 - other[edge] - other[size] / 2;

// Whatever is on its way arrives at once.
export function hurry() {
  for (const arrive of [...underway, ...rolling]) arrive();
  for (const copy of document.querySelectorAll(".flying")) copy.remove(); // what leaves
}

// The words with the number that one sees on a counter; what is there to be heard may begin with a number too.
function figure(counter) {
  const words = document.createTreeWalker(counter, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const { currentNode: node } = words;
    if (/\d/.test(node.nodeValue) && !node.parentElement.closest(".vh")) return node;
  }
  return null;
}

// The numbers of all counters, by where they stand and what is drawn on them. What counts has arrived by then.
export function numbers(root) {
  const found = new Map();
  for (const arrive of [...rolling]) arrive();
  const counters = "#players .ct,#rivals .ct,[data-counts]";
  for (const counter of root.querySelectorAll(counters)) {
    const holder = counter.closest("[id]");
    const drawn = counter.querySelector("use")?.getAttribute("href") ?? "";
    const order = [...found.keys()].filter((name) => name.startsWith(`${holder.id}/${drawn}/`)).length;
    const node = figure(counter);
    const number = Number(node?.nodeValue.match(/\d+/)[0] ?? NaN);
    found.set(`${holder.id}/${drawn}/${order}`, { counter, node, number });
  }
  return found;
}

const rolling = new Set(); // numbers that count: each arrives at once when called

// A number counts from one to another.
function roll(node, from, to) {
  const whole = node.nodeValue;
  const began = performance.now();
  const arrive = () => {
    node.nodeValue = whole;
    rolling.delete(arrive);
  };
  const step = () => {
    const done = (performance.now() - began) / COUNT;
    if (!rolling.has(arrive)) return;
    if (done >= 1) {
      arrive();
      return;
    }
    node.nodeValue = whole.replace(/\d+/, String(Math.round(from + (to - from) * done)));
    requestAnimationFrame(step);
  };
  rolling.add(arrive);
  step();
}

// Counters that changed count, swell once, and say by how much.
export function count(before, root, time) {
  for (const [name, { counter, node, number }] of numbers(root)) {
    const old = before.get(name)?.number;
    if (old === undefined || Number.isNaN(old) || Number.isNaN(number) || old === number) continue;
    if (time) roll(node, old, number);
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
