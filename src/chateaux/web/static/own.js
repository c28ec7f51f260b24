// One's own set of pieces: taken from a file or pasted, checked and drawn by the house, kept in this browser.

const box = document.querySelector("[data-own]");
const game = box?.dataset.own;
const part = (name) => box.querySelector(`[data-${name}]`);
const place = `chateaux_sets_${game}`;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? {};
  } catch {
    return {};
  }
}

// The set to play with; null for the house's own.
export const chosen = () => (box ? (kept()[part("sets").value] ?? null) : null);

function list(selected = "") {
  const names = Object.keys(kept());
  const select = part("sets");
  select.replaceChildren(select.options[0], ...names.map((name) => new Option(name, name)));
  select.value = names.includes(selected) ? selected : "";
  for (const name of ["export", "forget"]) part(name).hidden = !select.value;
}

function wrong(sentence) {
  part("good").hidden = true;
  part("wrong").textContent = sentence;
  part("wrong").hidden = !sentence;
}

// Ask the house; what it draws is shown below.
async function show(set) {
  const answer = await fetch(`/sets/${game}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(set),
  });
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).sentence ?? answer.statusText);
  part("pieces").innerHTML = await answer.text();
}

async function take(text, name) {
  wrong("");
  part("pieces").replaceChildren();
  let set;
  try {
    set = JSON.parse(text);
  } catch (error) {
    return wrong(`${part("wrong").dataset.broken} ${error.message}`);
  }
  try {
    await show(set);
  } catch (error) {
    return wrong(error.message);
  }
  try {
    localStorage.setItem(place, JSON.stringify({ ...kept(), [name]: set }));
  } catch {
    return wrong(part("wrong").dataset.full);
  }
  list(name);
  part("good").textContent = part("good").dataset.words;
  part("good").hidden = false;
}

if (box) {
  list();
  part("file").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    if (file) await take(await file.text(), file.name.replace(/\.json$/, "").slice(0, 40));
  });
  part("check").addEventListener("click", async () => {
    const text = part("paste").value.trim();
    if (text) await take(text, `${game} ${Object.keys(kept()).length + 1}`);
    else if (chosen()) await show(chosen()).catch((error) => wrong(error.message));
  });
  part("sets").addEventListener("change", () => {
    wrong("");
    part("pieces").replaceChildren();
    list(part("sets").value);
  });
  part("forget").addEventListener("click", () => {
    const { [part("sets").value]: _gone, ...rest } = kept();
    localStorage.setItem(place, JSON.stringify(rest));
    part("pieces").replaceChildren();
    list();
  });
  part("export").addEventListener("click", () => {
    const link = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(new Blob([JSON.stringify(chosen(), null, 1)], { type: "application/json" })),
      download: `${part("sets").value}.json`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
