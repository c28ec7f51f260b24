// Scenes: what has just happened, played over the board one after another, such as dice that roll. They are
// in nobody's way, a click or a key skips them, and the chronicle tells the same in words.

const LONG = 2600; // milliseconds, if a scene does not say otherwise with data-long
const HURRIED = 1300; // when others wait

const waiting = [];
let playing = null;
let timer = 0;

export function play(templates) {
  waiting.push(...templates);
  waiting.splice(0, waiting.length - 3); // whoever was away is not kept
  if (!playing) next();
  else if (waiting.length) hurry();
}

export function skip() {
  if (!playing) return;
  waiting.length = 0;
  next();
}

function hurry() {
  clearTimeout(timer);
  timer = setTimeout(next, HURRIED);
}

function next() {
  clearTimeout(timer);
  playing?.remove();
  playing = null;
  const template = waiting.shift();
  if (!template || document.hidden) return;
  playing = Object.assign(document.createElement("div"), { className: "scene-over" });
  playing.setAttribute("aria-hidden", "true");
  playing.append(template.content.cloneNode(true));
  document.body.append(playing);
  timer = setTimeout(next, waiting.length ? HURRIED : Number(playing.firstElementChild?.dataset.long) || LONG);
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, skip, { capture: true, passive: true });
