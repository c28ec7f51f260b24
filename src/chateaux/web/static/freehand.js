// Freehand: drawing by hand on sheets that everybody sees. An svg with data-drawing="seat" shows what that seat has
// drawn, in a group of class "strokes"; with data-pen its player draws on it. Buttons with data-ink,
// data-width, data-eraser and data-unstroke are the tools. A sheet is UNITS wide, whatever its size.

const UNITS = 10000;
const NEAR = 18; // points closer than this say nothing new
const RUBBER = 170; // how far the eraser reaches
const STEP = 150; // of the pen that is led by keys
const TRUE = 9; // how far a line may be from where the pen went
const BACK = 60; // strokes that can be taken back

export class Freehand {
  constructor({ send, mine, failed }) {
    this.send = send;
    this.mine = mine;
    this.failed = failed;
    this.sheets = new Map();
    this.numbers = new Map();
    this.before = new Map(); // what each seat of this screen had drawn before its last strokes
    this.tool = { ink: "ink", width: 3, eraser: false };
    this.held = !matchMedia("(hover: none)").matches; // a finger takes a pen first: until then it turns the page
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
    this.tools(); // the tools that are chosen
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
    if (!svg || event.button !== 0 || (event.pointerType === "touch" && !this.held)) return;
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
    this.end();
  }

  /** @returns {[number, number]} */
  place(svg, event) {
    const box = svg.getBoundingClientRect();
    const tall = (UNITS * svg.viewBox.baseVal.height) / svg.viewBox.baseVal.width;
    const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most));
    return [
      within(((event.clientX - box.left) / box.width) * UNITS, UNITS),
      within(((event.clientY - box.top) / box.height) * tall, tall),
    ];
  }

  // The pen goes to a point: the line grows, or what lies there is rubbed out.
  follow([x, y]) {
    const { ink, width, eraser } = this.tool;
    if (eraser) {
      this.sheets.set(
        this.mine(),
        this.strokes.flatMap((stroke) => rubbed(stroke, x, y)),
      );
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

  // The pen is lifted: a line keeps only the points that shape it.
  end() {
    const { stroke } = this.line;
    if (stroke) stroke.points = shaped(stroke.points);
    this.line = null;
    this.changed();
  }

  remember() {
    const before = this.before.get(this.mine()) ?? [];
    before.push(this.strokes);
    if (before.length > BACK) before.shift();
    this.before.set(this.mine(), before);
  }

  // Arrow keys lead the pen, space puts it down and lifts it.
  key(event) {
    const svg = document.activeElement;
    if (!svg?.matches?.("svg[data-pen]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const tall = (UNITS * svg.viewBox.baseVal.height) / svg.viewBox.baseVal.width;
    this.at ??= [UNITS / 2, Math.round(tall / 2)];
    if (event.key === " ") {
      if (this.line) {
        this.end();
      } else {
        this.remember();
        this.line = { svg, pointer: "keys", stroke: null };
        this.follow(this.at);
      }
    } else if (way) {
      this.at = [
        Math.min(Math.max(this.at[0] + way[0] * STEP, 0), UNITS),
        Math.min(Math.max(this.at[1] + way[1] * STEP, 0), Math.floor(tall)),
      ];
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
    if (!mark)
      svg.append(
        (mark = make("circle", { class: "nib-mark", r: 6, fill: "none", stroke: "currentColor", "stroke-width": 2 })),
      );
    const scale = svg.viewBox.baseVal.width / UNITS;
    mark.setAttribute("cx", this.at[0] * scale);
    mark.setAttribute("cy", this.at[1] * scale);
  }

  // ---------------------------------------------------------------- tools

  choose(event) {
    const button =
      event.target instanceof Element
        ? event.target.closest("[data-ink],[data-width],[data-eraser],[data-unstroke]")
        : null;
    if (!button) return;
    const { ink, width } = button.dataset;
    const laid = this.held && this.uses(button) && matchMedia("(hover: none)").matches;
    if (!("unstroke" in button.dataset)) this.held = !laid; // the pen that is held is laid down
    if (ink) Object.assign(this.tool, { ink, eraser: false });
    else if (width) Object.assign(this.tool, { width: Number(width), eraser: false });
    else if ("eraser" in button.dataset) this.tool.eraser = !this.tool.eraser;
    else if (this.before.get(this.mine())?.length) {
      this.sheets.set(this.mine(), this.before.get(this.mine()).pop());
      this.show(this.mine());
      this.changed();
    }
    this.tools();
  }

  // Whether what a button stands for is in hand, or would be if a pen were held.
  uses(button) {
    const { ink, width } = button.dataset;
    if ("eraser" in button.dataset) return this.tool.eraser;
    return !this.tool.eraser && (ink ? ink === this.tool.ink : Number(width) === this.tool.width);
  }

  tools() {
    for (const svg of document.querySelectorAll("svg[data-pen]")) svg.toggleAttribute("data-laid", !this.held);
    for (const button of document.querySelectorAll("[data-ink],[data-width],[data-eraser]"))
      button.setAttribute("aria-pressed", String(this.held && this.uses(button)));
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

// A stroke as a path; a single point is a dot.
function path({ ink, width, points }) {
  const line = points.length === 2 ? `M${points[0]} ${points[1]}h.1` : `M${points.join(" ")}`;
  return make("path", { class: `ink-${ink}`, "stroke-width": width, d: line });
}

// What is left of a stroke when the eraser has been at a point: none, one or more strokes.
function rubbed(stroke, x, y) {
  const reach = RUBBER + stroke.width / 2;
  const { points } = stroke;
  let near = Math.hypot(points[0] - x, points[1] - y) < reach;
  for (let at = 2; at < points.length && !near; at += 2) near = between(...points.slice(at - 2, at + 2), x, y) < reach;
  if (!near) return [stroke];
  const parts = [[]];
  for (const [px, py] of dense(points)) {
    if (Math.hypot(px - x, py - y) < reach) parts.push([]);
    else parts.at(-1).push(px, py);
  }
  return parts.filter((part) => part.length > 2).map((part) => ({ ...stroke, points: shaped(part) }));
}

// The points of a line with more of them on the long ways between.
function dense(points) {
  const found = [[points[0], points[1]]];
  for (let at = 2; at < points.length; at += 2) {
    const [ax, ay, bx, by] = points.slice(at - 2, at + 2);
    const parts = Math.ceil(Math.hypot(bx - ax, by - ay) / 60) || 1;
    for (let part = 1; part <= parts; part++)
      found.push([Math.round(ax + ((bx - ax) * part) / parts), Math.round(ay + ((by - ay) * part) / parts)]);
  }
  return found;
}

// The points of a line without those that lie on the way between others.
function shaped(points) {
  const keep = new Set([0, points.length - 2]);
  const spans = [[0, points.length - 2]];
  while (spans.length) {
    const [from, to] = spans.pop();
    let far = 0;
    let most = TRUE;
    for (let at = from + 2; at < to; at += 2) {
      const off = between(points[from], points[from + 1], points[to], points[to + 1], points[at], points[at + 1]);
      if (off > most) [far, most] = [at, off];
    }
    if (far) {
      keep.add(far);
      spans.push([from, far], [far, to]);
    }
  }
  return points.filter((_, index) => keep.has(index - (index % 2)));
}

// How far a point is from a line between two others.
function between(ax, ay, bx, by, x, y) {
  const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const along = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
  return Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y);
}
