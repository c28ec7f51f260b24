// Drawing by hand on sheets that everybody sees. An svg with data-drawing="seat" shows what that seat has
// drawn, in a group of class "strokes"; with data-pen its player draws on it. Buttons with data-ink,
// data-width, data-eraser and data-unstroke are the tools. A sheet is UNITS wide, whatever its size.

const UNITS = 10000;
const NEAR = 18; // points closer than this say nothing new
const RUBBER = 170; // how far the eraser reaches
const STEP = 150; // of the pen that is led by keys

export class Drawings {
  constructor({ send, mine, failed }) {
    Object.assign(this, { send, mine, failed });
    this.sheets = new Map();
    this.numbers = new Map();
    this.before = [];
    this.tool = { ink: "ink", width: 3, eraser: false };
    this.line = null;
    this.at = null;
    this.dirty = false;
    this.sending = false;
    document.addEventListener("pointerdown", (event) => this.press(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, (event) => this.lift(event));
    document.addEventListener("click", (event) => this.choose(event));
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  // A drawing that came; one's own is newer here while it is on its way.
  receive({ seat, number, strokes }) {
    if (seat === this.mine() && (this.line || this.dirty || this.sending)) return;
    if (number < (this.numbers.get(seat) ?? 0)) return;
    this.numbers.set(seat, number);
    this.sheets.set(seat, strokes);
    this.show(seat);
  }

  // After the page has changed.
  refresh() {
    for (const svg of document.querySelectorAll("svg[data-drawing]")) {
      const seat = Number(svg.dataset.drawing);
      const shown = svg.querySelector(".strokes");
      if (shown.childElementCount !== (this.sheets.get(seat) ?? []).length) this.draw(svg, seat);
    }
    this.press_(); // the tools that are chosen
  }

  show(seat) {
    for (const svg of document.querySelectorAll(`svg[data-drawing="${seat}"]`)) this.draw(svg, seat);
  }

  draw(svg, seat) {
    const group = svg.querySelector(".strokes");
    group.setAttribute("transform", `scale(${svg.viewBox.baseVal.width / UNITS})`);
    group.replaceChildren(...(this.sheets.get(seat) ?? []).map(path));
  }

  get strokes() {
    return this.sheets.get(this.mine()) ?? [];
  }

  // ---------------------------------------------------------------- the pen

  press(event) {
    const svg = event.target instanceof Element ? event.target.closest("svg[data-pen]") : null;
    if (!svg || event.button !== 0) return;
    event.preventDefault();
    svg.setPointerCapture?.(event.pointerId);
    this.remember();
    this.line = { svg, pointer: event.pointerId, stroke: null };
    this.follow(this.place(svg, event));
  }

  move(event) {
    if (this.line?.pointer !== event.pointerId) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const one of events.length ? events : [event]) this.follow(this.place(this.line.svg, one));
  }

  lift(event) {
    if (this.line?.pointer !== event.pointerId) return;
    this.line = null;
    this.changed();
  }

  place(svg, event) {
    const box = svg.getBoundingClientRect();
    const tall = UNITS * svg.viewBox.baseVal.height / svg.viewBox.baseVal.width;
    const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most));
    return [within((event.clientX - box.left) / box.width * UNITS, UNITS), within((event.clientY - box.top) / box.height * tall, tall)];
  }

  // The pen goes to a point: the line grows, or what lies there is rubbed out.
  follow([x, y]) {
    const { ink, width, eraser } = this.tool;
    if (eraser) {
      this.sheets.set(this.mine(), this.strokes.flatMap((stroke) => rubbed(stroke, x, y)));
    } else if (!this.line.stroke) {
      const scale = UNITS / this.line.svg.viewBox.baseVal.width;
      this.line.stroke = { ink, width: Math.round(width * scale), points: [x, y] };
      this.sheets.set(this.mine(), [...this.strokes, this.line.stroke]);
    } else {
      const points = this.line.stroke.points;
      if (points.length >= 4000 || Math.hypot(x - points.at(-2), y - points.at(-1)) < NEAR) return;
      points.push(x, y);
    }
    this.show(this.mine());
  }

  remember() {
    this.before.push(this.strokes.map((stroke) => ({ ...stroke, points: [...stroke.points] })));
    if (this.before.length > 60) this.before.shift();
  }

  // Arrow keys lead the pen, space puts it down and lifts it.
  key(event) {
    const svg = document.activeElement;
    if (!svg?.matches?.("svg[data-pen]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const tall = UNITS * svg.viewBox.baseVal.height / svg.viewBox.baseVal.width;
    this.at ??= [UNITS / 2, Math.round(tall / 2)];
    if (event.key === " ") {
      if (this.line) {
        this.line = null;
        this.changed();
      } else {
        this.remember();
        this.line = { svg, pointer: "keys", stroke: null };
        this.follow(this.at);
      }
    } else if (way) {
      this.at = [Math.min(Math.max(this.at[0] + way[0] * STEP, 0), UNITS), Math.min(Math.max(this.at[1] + way[1] * STEP, 0), Math.floor(tall))];
      if (this.line?.pointer === "keys") this.follow(this.at);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.nib(svg);
  }

  nib(svg) {
    let mark = svg.querySelector(".nib-mark");
    if (!mark) svg.append(mark = make("circle", { class: "nib-mark", r: 6, fill: "none", stroke: "currentColor", "stroke-width": 2 }));
    const scale = svg.viewBox.baseVal.width / UNITS;
    mark.setAttribute("cx", this.at[0] * scale);
    mark.setAttribute("cy", this.at[1] * scale);
  }

  // ---------------------------------------------------------------- tools

  choose(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-ink],[data-width],[data-eraser],[data-unstroke]") : null;
    if (!button) return;
    const { ink, width } = button.dataset;
    if (ink) Object.assign(this.tool, { ink, eraser: false });
    else if (width) Object.assign(this.tool, { width: Number(width), eraser: false });
    else if ("eraser" in button.dataset) this.tool.eraser = !this.tool.eraser;
    else if (this.before.length) {
      this.sheets.set(this.mine(), this.before.pop());
      this.show(this.mine());
      this.changed();
    }
    this.press_();
  }

  press_() {
    const on = (button, pressed) => button.setAttribute("aria-pressed", String(pressed));
    for (const button of document.querySelectorAll("[data-ink]")) on(button, !this.tool.eraser && button.dataset.ink === this.tool.ink);
    for (const button of document.querySelectorAll("[data-width]")) on(button, !this.tool.eraser && Number(button.dataset.width) === this.tool.width);
    for (const button of document.querySelectorAll("[data-eraser]")) on(button, this.tool.eraser);
  }

  // ---------------------------------------------------------------- to everybody

  async changed() {
    this.dirty = true;
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.dirty) {
        this.dirty = false;
        const seat = this.mine();
        const { number } = await this.send(seat, this.strokes);
        this.numbers.set(seat, number);
      }
    } catch (error) {
      this.failed(error);
    } finally {
      this.sending = false;
    }
  }
}

function make(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// A stroke as a smooth path; a single point is a dot.
function path({ ink, width, points }) {
  let line = `M${points[0]} ${points[1]}`;
  if (points.length === 2) line += "h.1";
  for (let at = 2; at < points.length - 2; at += 2)
    line += `Q${points[at]} ${points[at + 1]} ${(points[at] + points[at + 2]) / 2} ${(points[at + 1] + points[at + 3]) / 2}`;
  if (points.length > 2) line += `L${points.at(-2)} ${points.at(-1)}`;
  return make("path", { class: `ink-${ink}`, "stroke-width": width, d: line });
}

// What is left of a stroke when the eraser has been at a point: none, one or two strokes.
function rubbed(stroke, x, y) {
  const reach = RUBBER + stroke.width / 2;
  const left = [];
  let part = [];
  const close = () => {
    if (part.length) left.push({ ...stroke, points: part });
    part = [];
  };
  let hit = false;
  for (let at = 0; at < stroke.points.length; at += 2) {
    const [px, py] = [stroke.points[at], stroke.points[at + 1]];
    const gone = Math.hypot(px - x, py - y) < reach || (at > 0 && between(stroke.points[at - 2], stroke.points[at - 1], px, py, x, y) < reach);
    if (gone) {
      hit = true;
      close();
      if (Math.hypot(px - x, py - y) >= reach) part = [px, py];
    } else {
      part.push(px, py);
    }
  }
  close();
  return hit ? left.filter(({ points }) => points.length > 2) : [stroke];
}

// How far a point is from a line between two others.
function between(ax, ay, bx, by, x, y) {
  const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const along = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
  return Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y);
}
