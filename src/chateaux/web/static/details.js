// Reading a piece: hover, focus or a long press tells what it is, in the herald's place where he stands beside the
// board, else in a sheet. The page carries a template for every piece; data-now adds what holds now.

const LONG = 450; // milliseconds of a long press

export function details() {
  const sheet = document.getElementById("pop");
  sheet.popover = "manual";
  sheet.hidden = false;
  let timer = 0;
  let pressed = false;
  let reading = null; // what is told of: the piece, and the id of its element
  let at = ""; // where the pointer was last
  let chosen = null; // what was picked: it is told of while nothing else is pointed at

  const herald = () => document.getElementById("herald");
  const about = (piece) => document.querySelector(`template[data-about="${CSS.escape(piece)}"]`);
  const fill = (box, element) => {
    const found = about(element.dataset.piece);
    if (!found) return false;
    const now = JSON.parse(element.dataset.now || "[]");
    const list = Object.assign(document.createElement("ul"), { className: "now" });
    for (const sentence of now) list.append(Object.assign(document.createElement("li"), { textContent: sentence }));
    const copy = found.content.cloneNode(true);
    if (now.length) copy.append(list); // what it is comes first
    box.replaceChildren(copy);
    box.scrollTop = 0;
    return true;
  };
  const beside = (element) => {
    const box = document.getElementById("reading");
    return box && !element.closest("dialog") && getComputedStyle(herald()).position !== "absolute" ? box : null;
  };
  const read = (element, insist = false) => {
    const box = beside(element);
    if (box) {
      if (!fill(box, element)) return;
      herald().dataset.reading = "";
      reading = { piece: element.dataset.piece, id: element.id };
    } else if (insist && fill(sheet, element)) sheet.showPopover();
  };
  const hide = () => {
    if (sheet.matches(":popover-open")) sheet.hidePopover();
  };

  // Nothing is pointed at: back to what was picked, or the herald speaks again.
  const rest = () => {
    const element = chosen ? document.getElementById(chosen) : null;
    if (element?.dataset.piece) read(element);
    else if (herald()?.hasAttribute("data-open")) delete herald().dataset.reading;
  };

  // The board has changed: what held a moment ago is not told any more.
  const refresh = () => {
    const box = document.getElementById("reading");
    if (!reading || !box) return;
    const element = document.getElementById(reading.id);
    if (element?.dataset.piece === reading.piece) fill(box, element);
    else box.querySelector(".now")?.remove();
    if (!document.querySelector("[data-piece]:hover")) rest();
  };

  document.addEventListener("picked", (event) => {
    chosen = event.detail;
    const element = chosen ? document.getElementById(chosen) : null;
    if (element?.dataset.piece) read(element);
  });
  document.addEventListener("pointermove", (event) => {
    at = `${event.clientX} ${event.clientY}`;
  });
  document.addEventListener("pointerover", (event) => {
    const still = at === `${event.clientX} ${event.clientY}`; // the page moved, not the hand
    if (event.pointerType !== "mouse" || still) return;
    const element = event.target.closest?.("[data-piece]");
    clearTimeout(timer);
    if (element) timer = setTimeout(() => read(element, Boolean(element.closest("dialog"))), 90);
    else {
      hide();
      if (!event.target.closest?.("#herald")) timer = setTimeout(rest, 350);
    }
  });
  document.addEventListener("focusin", (event) => {
    const element = event.target.closest?.("[data-piece]");
    if (element?.matches(":focus-visible")) read(element, Boolean(element.closest("dialog")));
  });
  document.addEventListener("pointerdown", (event) => {
    hide();
    pressed = false;
    const element = event.pointerType !== "mouse" && event.target.closest?.("[data-piece]");
    clearTimeout(timer);
    if (element)
      timer = setTimeout(() => {
        pressed = true;
        read(element, true);
        navigator.vibrate?.(12);
      }, LONG);
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest?.("[data-piece]") && pressed) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  document.addEventListener(
    "click",
    (event) => {
      const element = event.target.closest?.("[data-piece]");
      if (pressed) {
        // the press was for reading
        pressed = false;
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (element && (element.getAttribute("aria-disabled") === "true" || !element.id)) {
        read(element, true);
      }
    },
    true,
  );
  return refresh;
}
