// Players' boards, large: each is asked for when its dialog is opened, and again while it is open whenever something
// has happened. So nobody is sent what nobody looks at, and whatever is looked at is new.
import { morph } from "./morph.js";

// `address` is where the board of a seat is found; `shown` is called with each that has come, `failed` when none came.
export function boards({ address, shown, failed }) {
  let asked = 0; // one dialog is open at a time: only what was asked for last is shown

  async function show(box) {
    const mine = ++asked;
    try {
      const answer = await fetch(address(box.dataset.board));
      const text = await answer.text();
      if (mine !== asked) return;
      if (!answer.ok) throw new Error(answer.statusText);
      const fresh = new DOMParser().parseFromString(`<div>${text}</div>`, "text/html").body.firstElementChild;
      if (box.firstElementChild) morph(box.firstElementChild, fresh);
      else box.append(fresh);
      shown();
    } catch {
      if (mine === asked) failed(box);
    }
  }

  // What is open is asked for again.
  const refresh = () => {
    const box = document.querySelector("dialog[open] > [data-board]");
    if (box) show(box);
  };

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const small = event.target.closest("button,a,.is-legal,[data-piece],[data-small]");
    if (small?.matches("[data-small]")) {
      small.closest("[id]")?.querySelector("button.see")?.click();
      return;
    }
    const button = event.target.closest("button[data-open]");
    const box = document.getElementById(button?.dataset.open)?.querySelector(":scope > [data-board]");
    if (!box) return;
    box.replaceChildren(); // never what was
    show(box);
  });
  document.addEventListener("chateaux:net", (event) => event.detail && refresh());
  return refresh;
}
