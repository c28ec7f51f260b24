// The lobby lives: lists change when the house says so, and a wrong code leaves the dialog open.
import { listen } from "./calls.js";

let wanted = false;
let busy = false;

// Fetches the lists anew; what changes meanwhile is fetched once more.
async function refresh() {
  wanted = true;
  if (busy) return;
  busy = true;
  while (wanted) {
    wanted = false;
    const answer = await fetch("/lobby/lists").catch(() => null);
    if (!answer?.ok) continue;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const list of fresh.querySelectorAll("section.list")) {
      const old = document.querySelector(`section.list[aria-labelledby="${list.getAttribute("aria-labelledby")}"]`);
      if (old && old.innerHTML !== list.innerHTML && !old.contains(document.activeElement))
        old.replaceWith(document.adoptNode(list));
    }
    await new Promise((done) => setTimeout(done, 500));
  }
  busy = false;
}

listen(refresh);
document.addEventListener("chateaux:called", refresh);
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    listen(refresh);
    refresh();
  }
});

document.querySelector("[data-join-form]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const problem = form.querySelector(".problem");
  const code = form.elements.code.value.trim().replace(/\/+$/, "").split("/").pop();
  try {
    const answer = await fetch(`/api/codes/${encodeURIComponent(code)}`);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.sentence);
    location.href = `/tables/${told.table}`;
  } catch (error) {
    Object.assign(problem, { textContent: error.message, hidden: false });
    form.elements.code.select();
  }
});
