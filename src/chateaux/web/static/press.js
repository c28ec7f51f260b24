// A finger on the page keeps it as it is: what comes between pressing and letting go is shown after the click.
const HOLD = 3000; // milliseconds; so long a press holds nothing back
export const LOOK = 30; // milliseconds after which to look again
let down = 0; // when the pointer went down; 0: it is up
let release = 0; // a timer: the pointer is up, and its click has been heard

export const pressed = () => down > 0 && performance.now() - down < HOLD;

// When nothing is pressed any more.
export async function released() {
  while (pressed()) await new Promise((go) => setTimeout(go, LOOK));
}

function letGo() {
  clearTimeout(release);
  release = setTimeout(() => {
    down = 0;
  });
}

addEventListener(
  "pointerdown",
  () => {
    clearTimeout(release);
    down = performance.now();
  },
  { capture: true, passive: true },
);
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, letGo, { capture: true, passive: true });
addEventListener("blur", letGo);
