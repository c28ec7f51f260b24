// The rules: a search among the pieces, and at a table a sheet that opens at the rule of the moment.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

document.addEventListener("input", (event) => {
  if (!event.target.matches?.("[data-search]")) return;
  const part = event.target.closest("[data-pieces]");
  const wanted = plain(event.target.value).split(/\s+/).filter(Boolean);
  let left = 0;
  for (const piece of part.querySelectorAll(".told > li")) {
    const text = plain(piece.textContent);
    piece.hidden = !wanted.every((word) => text.includes(word));
    if (!piece.hidden) left += 1;
  }
  const found = part.querySelector("[data-found]");
  found.textContent = !wanted.length ? "" : String(left || found.dataset.none);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#rules-sheet .contents a");
  if (!link) return;
  event.preventDefault();
  const place = link.closest(".rules").querySelector(`[data-anchor="${CSS.escape(link.hash.slice(1))}"]`);
  place?.scrollIntoView({ block: "start" });
  place?.querySelector("h2")?.focus({ preventScroll: true });
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-rules]");
  const sheet = document.getElementById("rules-sheet");
  if (!link || !sheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const asked = link.hash || document.querySelector("#prompt a[data-rules]")?.hash || "";
  link.closest("dialog")?.close();
  try {
    await fill(sheet.querySelector(".body"), link.pathname);
  } catch {
    location.assign(link.pathname + asked);
    return;
  }
  sheet.showModal();
  const rule = asked && sheet.querySelector(`[data-anchor="${CSS.escape(asked.slice(1))}"]`);
  for (const other of sheet.querySelectorAll(".asked")) other.classList.remove("asked");
  if (rule) {
    rule.classList.add("asked");
    rule.tabIndex = -1;
    rule.focus({ preventScroll: true });
    rule.scrollIntoView({ block: "center" });
  } else {
    sheet.scrollTop = 0;
  }
});

// The text is fetched once. Its anchors become data, since the table has elements of such names.
async function fill(body, address) {
  if (body.childElementCount) return;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const text = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("rules");
  for (const one of text.querySelectorAll("section[id], h3[id], p[id], li[id], dt[id]")) {
    one.dataset.anchor = one.id;
    one.removeAttribute("id");
  }
  for (const heading of text.querySelectorAll("section > h2")) heading.tabIndex = -1;
  text.removeAttribute("id");
  text.classList.add("rules");
  body.replaceChildren(text);
}
