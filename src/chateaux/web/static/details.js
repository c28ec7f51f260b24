// Reading a piece: hover, focus or a long press tells what it is, in the herald's place where he stands beside the
// board, else in a sheet. The page carries a template for every piece; data-now adds what holds now.

const LONG = 450; // milliseconds of a long press
const HIGH = 360; // pixels of a piece that is shown large
const LARGER = 1.3; // times its own size, or it is not worth it

// A piece as it lies there, drawn once more; only what has more on it than small letters show (data-dense).
function face(element, about) {
  const shown = about.hasAttribute("data-dense") && element.querySelector('svg:has(> use[href^="#face-"])');
  const drawing = shown ? shown.cloneNode(true) : null;
  drawing?.setAttribute("class", "face");
  return drawing;
}

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
  const large = Object.assign(document.createElement("div"), { className: "enlarged", hidden: true });
  document.body.append(large);

  // Its face, large, over the chronicle: where one looks who reads. It takes no press, and hides nothing one writes in.
  const enlarge = (element) => {
    const drawing = face(element, about(element.dataset.piece));
    large.hidden = !drawing || Boolean(document.activeElement?.closest("#talk"));
    if (large.hidden) return;
    const below = herald().getBoundingClientRect();
    const { width, height } = drawing.viewBox.baseVal;
    const room = below.top - herald().parentElement.getBoundingClientRect().top - 8;
    const high = Math.min(HIGH, room, (below.width * height) / width);
    const wide = (high * width) / height;
    large.hidden = wide < LARGER * element.getBoundingClientRect().width;
    Object.assign(large.style, {
      left: `${below.right - wide}px`,
      top: `${below.top - 8 - high}px`,
      width: `${wide}px`,
    });
    large.replaceChildren(drawing);
  };
  const fill = (box, element) => {
    const found = about(element.dataset.piece);
    if (!found) return false;
    const now = JSON.parse(element.dataset.now || "[]");
    const list = Object.assign(document.createElement("ul"), { className: "now" });
    for (const sentence of now) list.append(Object.assign(document.createElement("li"), { textContent: sentence }));
    const copy = found.content.cloneNode(true);
    if (now.length) copy.append(list); // what it is comes first
    box.replaceChildren(copy);
    const drawing = box === sheet && face(element, found);
    if (drawing) box.prepend(drawing);
    box.scrollTop = 0;
    return true;
  };
  const beside = (element) => {
    const box = document.getElementById("reading");
    return box && !element.closest("dialog") && getComputedStyle(herald()).position !== "absolute" ? box : null;
  };
  const read = (element, insist = false, pointed = true) => {
    const box = beside(element);
    if (box) {
      if (!fill(box, element)) return;
      if (pointed) enlarge(element);
      herald().dataset.reading = "";
      reading = { piece: element.dataset.piece, id: element.id };
    } else if (insist && fill(sheet, element)) sheet.showPopover();
  };
  const hide = () => {
    large.hidden = true;
    if (sheet.matches(":popover-open")) sheet.hidePopover();
  };

  // Nothing is pointed at: back to what was picked, or the herald speaks again.
  const rest = () => {
    const element = chosen ? document.getElementById(chosen) : null;
    large.hidden = true;
    if (element?.dataset.piece) read(element, false, false);
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
    if (element?.dataset.piece) read(element, false, false);
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
    if (event.target.closest?.("#guide")) delete herald().dataset.reading; // keys have come to what he asks
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
