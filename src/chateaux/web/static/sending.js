// What is on its way to the house, and whether the house hears us: one thin bar says so, wherever the page is scrolled.

const SOON = 1500; // milliseconds without the house that need no word
const bar = document.getElementById("sending");
let net = true;
let waiting = 0; // posts that were tried and are kept
let moves = 0; // answers to a decision that were sent and cannot be taken back
let timer = 0;

// Where there is a bar, what was done is kept for as long as the page is open; elsewhere a few tries are enough.
export const patient = Boolean(bar);

// Something is sent. Returns two functions: it has to wait, and it has arrived or was refused.
export function begin(move) {
  let waits = false;
  if (move) mark(1);
  return {
    wait() {
      if (!waits) {
        waits = true;
        waiting++;
        refresh();
      }
    },
    done() {
      if (waits) {
        waiting--;
        refresh();
      }
      if (move) mark(-1);
    },
  };
}

function mark(one) {
  moves += one;
  document.documentElement.toggleAttribute("data-sending", moves > 0);
}

function refresh() {
  clearTimeout(timer);
  if (!bar) return;
  const away = !net || !navigator.onLine;
  if (!waiting && !away) bar.hidden = true;
  else if (waiting || !navigator.onLine || !bar.hidden) show();
  else timer = setTimeout(show, SOON);
}

function show() {
  bar.textContent = waiting ? bar.dataset.kept : bar.dataset.lost;
  bar.hidden = false;
}

document.addEventListener("chateaux:net", (event) => {
  net = event.detail;
  refresh();
});
for (const kind of ["online", "offline"]) addEventListener(kind, refresh);

// What is sent cannot be cancelled, by a key either.
addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && moves > 0 && !document.querySelector("dialog[open]")) event.stopPropagation();
  },
  true,
);
