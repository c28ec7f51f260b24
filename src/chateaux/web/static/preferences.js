// What somebody prefers at every table, remembered in the browser and shown in one sheet with its states.
// Choices are attributes of the page, so that styles and scripts read them in one place (theme.js sets them first).

const KEY = "chateaux_preferences";
const root = document.documentElement;

export const prefers = (name) => root.dataset[name] ?? "";

function choose(name, value) {
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    localStorage.setItem(KEY, JSON.stringify({ ...known, [name]: value }));
  } catch {
    // chosen for this page only
  }
  show();
}

// Every button shows whether its choice holds.
export function show() {
  for (const button of document.querySelectorAll("[data-prefer]"))
    button.setAttribute("aria-pressed", String(prefers(button.dataset.prefer) === button.dataset.value));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-prefer]");
  if (button) choose(button.dataset.prefer, button.dataset.value);
});
