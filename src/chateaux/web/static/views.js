// The views of a small screen stand side by side: a swipe, a tab or what is asked brings one of them into sight.

const page = document.getElementById("page");
const views = () => document.getElementById("views");
const tabs = () => [...document.querySelectorAll("#tabs a")];
let decided = null; // the decision for which a view was brought
let moving = 0; // a timer: a view that comes into sight has come by then
const NEAR = 2; // pixels
const LONG = 1200; // milliseconds
let down = false; // while a finger is down nothing is brought

const small = () => Boolean(views()) && getComputedStyle(views()).display !== "contents";
const quiet = () =>
  document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

// Brings a view into sight.
export function show(id) {
  if (!id || !views()) return;
  page.dataset.view = id;
  mark(id);
  const found = small() && document.getElementById(id);
  if (!found) return;
  const far = Math.abs(found.getBoundingClientRect().left - views().getBoundingClientRect().left) > NEAR;
  if (far && !quiet()) moves(true);
  found.scrollIntoView({ inline: "start", block: "nearest", behavior: quiet() ? "instant" : "smooth" });
}

// While a view comes into sight, the page says so.
function moves(on) {
  clearTimeout(moving);
  views().toggleAttribute("data-moves", on);
  if (on) moving = setTimeout(() => moves(false), LONG);
}

// Brings what holds an element into sight, where it is not.
export function reveal(element) {
  if (!small() || down) return;
  const id = tabs()
    .map((tab) => tab.hash.slice(1))
    .find((one) => document.getElementById(one)?.contains(element));
  const box = element.getBoundingClientRect();
  const room = views().getBoundingClientRect();
  if (id && (box.left < room.left - 1 || box.right > room.right + 1 || !box.width)) show(id);
  else if (box.bottom > room.bottom + 1) element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// A screen that is turned shows what it showed.
addEventListener("resize", () => {
  const shown = small() && !down && document.getElementById(page.dataset.view);
  if (shown) shown.scrollIntoView({ inline: "start", block: "nearest", behavior: "instant" });
});

// Somebody has spoken where it cannot be seen: the tab of the chronicle carries a mark until it is opened.
export function unread() {
  if (small() && page.dataset.view !== "chronicle") page.dataset.unread = "";
}

function mark(id) {
  if (id === "chronicle") delete page.dataset.unread;
  for (const tab of tabs()) {
    if (tab.hash === `#${id}`) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
}

// After every change: a new question brings the view it needs; a chosen view stays otherwise.
export function refresh(decision) {
  mark(page.dataset.view ?? tabs()[0]?.hash.slice(1));
  const wants = document.getElementById("prompt")?.dataset.wants;
  if (!wants || decision === decided || down) return;
  decided = decision;
  if (page.dataset.view !== wants) show(wants);
}

addEventListener(
  "pointerdown",
  () => {
    down = true;
  },
  { capture: true, passive: true },
);
for (const kind of ["pointerup", "pointercancel"])
  addEventListener(
    kind,
    () => {
      down = false;
    },
    { capture: true, passive: true },
  );

document.addEventListener("click", (event) => {
  const tab = event.target.closest?.("#tabs a");
  if (!tab) return;
  event.preventDefault(); // the address stays, so that Back leaves the table
  show(tab.hash.slice(1));
});

// After a swipe the tab of the view in sight is marked.
document.addEventListener(
  "scrollend",
  (event) => {
    if (event.target !== views()) return;
    moves(false);
    const left = views().getBoundingClientRect().left;
    const near = (tab) =>
      Math.abs((document.getElementById(tab.hash.slice(1))?.getBoundingClientRect().left ?? 1e6) - left);
    const found = tabs().sort((one, other) => near(one) - near(other))[0];
    if (found && near(found) < 40 && page.dataset.view !== found.hash.slice(1)) {
      page.dataset.view = found.hash.slice(1);
      mark(page.dataset.view);
    }
  },
  true,
);

// The prompt of a small screen unfolds over the board, and folds at the next touch elsewhere.
function unfold(open) {
  document.getElementById("prompt")?.toggleAttribute("data-open", open);
  document.getElementById("prompt-fold")?.setAttribute("aria-expanded", String(open));
}

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.("#prompt")) unfold(false);
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("#prompt-fold")) unfold(!document.getElementById("prompt").hasAttribute("data-open"));
});
