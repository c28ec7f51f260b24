// The company around a table: sitting down where a seat is kept, somebody who is away, the code, sharing.
import { post } from "./api.js";
import { sit } from "./fair.js";

const page = document.getElementById("page");
const id = page.dataset.table;
const main = () => document.getElementById("main");
const mine = () => JSON.parse(main()?.dataset.mine || "[]");
const names = () => JSON.parse(document.getElementById("curtain")?.dataset.names || "[]");
const bar = document.getElementById("absent");
let away = [];
let waited = ""; // whom one has chosen to wait for

// ---------------------------------------------------------------- who is away

document.addEventListener("chateaux:absent", (event) => {
  away = event.detail;
  refresh();
});

function refresh() {
  const others = away.filter((seat) => !mine().includes(seat));
  const seen = mine().length && others.length && main()?.dataset.phase === "running" && waited !== String(others);
  bar.hidden = !seen;
  if (seen)
    bar.querySelector("p").textContent = bar.dataset.text.replace(
      "{who}",
      others.map((seat) => names()[seat]).join(", "),
    );
}

async function decide(what) {
  const others = away.filter((seat) => !mine().includes(seat));
  if (what === "wait") waited = String(others);
  else if (what === "abandon") await post(`/tables/${id}/abandon`);
  else for (const seat of others) await post(`/tables/${id}/stand-in`, { seat });
  if (what !== "wait") away = [];
  refresh();
}

// ---------------------------------------------------------------- the waiting room

// Whoever comes to a seat that is kept for them sits down: the first link to a rematch is enough.
async function sitDown() {
  if (main()?.dataset.phase !== "open") return;
  for (const seat of mine()) {
    const button = document.querySelector(`#seat-${seat} [data-join]`);
    if (button) await sit(id, seat, names()[seat] ?? "").catch(() => {});
  }
}

function furnish() {
  const box = document.getElementById("invite");
  const found = document.getElementById("by-code");
  if (!box || !found || box.querySelector(".bycode")) return;
  box.append(found.content.cloneNode(true));
  const share = box.querySelector("[data-share]");
  share.hidden = !navigator.share;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-company],[data-free],[data-share]");
  if (!button) return;
  const data = button.dataset;
  try {
    if (data.company) await decide(data.company);
    else if (data.free) await post(`/tables/${id}/free`, { seat: Number(data.free) });
    else await navigator.share({ title: data.title, url: data.share }).catch(() => {});
  } catch (error) {
    const problem = bar.hidden ? document.querySelector("main .problem") : bar.querySelector("p");
    if (problem) Object.assign(problem, { textContent: error.message, hidden: false });
  }
});

new MutationObserver(() => {
  refresh();
  furnish();
}).observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-phase"] });
furnish();
sitDown();
