// A finger on the page keeps it as it is: what comes between pressing and letting go is shown after the click.
const HOLD = 3000; // milliseconds; so long a press holds nothing back
export const LOOK = 30; // milliseconds after which to look again
let down = 0; // when the pointer went down; 0: it is up
const TAP = 80; // milliseconds within which the click of a finger that was lifted comes
let release = 0; // a timer: the pointer is up, and its click has been heard

export const pressed = () => down > 0 && performance.now() - down < HOLD;

// When nothing is pressed any more.
export async function released() {
  while (pressed()) await new Promise((go) => setTimeout(go, LOOK));
}

function letGo(after = 0) {
  clearTimeout(release);
  release = setTimeout(() => {
    down = 0;
  }, after);
}

addEventListener(
  "pointerdown",
  () => {
    clearTimeout(release);
    down = performance.now();
  },
  { capture: true, passive: true },
);
// A mouse clicks as it is let go; a finger is up before the browser knows that it tapped.
addEventListener("pointerup", ({ pointerType }) => letGo(pointerType === "mouse" ? 0 : TAP), {
  capture: true,
  passive: true,
});
addEventListener("click", () => letGo(), { capture: true, passive: true });
addEventListener("pointercancel", () => letGo(), { capture: true, passive: true });
addEventListener("blur", () => letGo());
