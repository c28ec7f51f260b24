// Reading a piece: hover, focus or a long press tells what it is, in the panel beside the board where
// there is one, else in a sheet. The page carries a template for every piece; data-now adds what holds now.

const LONG = 450; // milliseconds of a long press

export function details() {
  const sheet = document.getElementById("pop");
  sheet.popover = "manual";
  sheet.hidden = false;
  let timer = 0;
  let pressed = false;
  let reading = null; // what the panel tells of: the piece, and the id of its element

  const about = (piece) => document.querySelector(`template[data-about="${CSS.escape(piece)}"]`);
  const fill = (box, element) => {
    const found = about(element.dataset.piece);
    if (!found) return false;
    const now = JSON.parse(element.dataset.now || "[]");
    const list = document.createElement("ul");
    list.className = "now";
    for (const sentence of now) list.append(Object.assign(document.createElement("li"), { textContent: sentence }));
    const copy = found.content.cloneNode(true);
    if (now.length) copy.querySelector("h3")?.after(list);
    box.replaceChildren(copy);
    return true;
  };
  const panel = (element) => {
    const box = document.getElementById("reading");
    return box && !element.closest("dialog") && box.offsetParent ? box : null;
  };
  const read = (element, insist = false) => {
    const box = panel(element);
    if (box) {
      fill(box, element);
      reading = { piece: element.dataset.piece, id: element.id };
    } else if (insist && fill(sheet, element)) sheet.showPopover();
  };
  const hide = () => { if (sheet.matches(":popover-open")) sheet.hidePopover(); };

  // The board has changed: what held a moment ago is not told any more.
  const refresh = () => {
    const box = document.getElementById("reading");
    if (!reading || !box) return;
    const element = document.getElementById(reading.id);
    if (element?.dataset.piece === reading.piece) fill(box, element);
    else box.querySelector(".now")?.remove();
  };

  document.addEventListener("pointerover", (event) => {
    const element = event.pointerType === "mouse" && event.target.closest?.("[data-piece]");
    clearTimeout(timer);
    if (element) timer = setTimeout(() => read(element, Boolean(element.closest("dialog"))), 90);
    else if (event.pointerType === "mouse") hide();
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
    if (element) timer = setTimeout(() => { pressed = true; read(element, true); navigator.vibrate?.(12); }, LONG);
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => { if (event.target.closest?.("[data-piece]") && pressed) event.preventDefault(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  document.addEventListener("click", (event) => {
    const element = event.target.closest?.("[data-piece]");
    if (pressed) { // the press was for reading
      pressed = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (element && (element.getAttribute("aria-disabled") === "true" || !element.id)) {
      read(element, true);
    }
  }, true);
  return refresh;
}
