// What every page does: language, theme, dialogs, copying, the visitor's name.
import { say } from "./aloud.js";
import { introduce } from "./api.js";

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {}); // none without HTTPS

const year = 365 * 24 * 3600;
const remember = (name, value) => {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Lax`;
};

document.addEventListener("click", async (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest(
    "[data-language],[data-theme-toggle],[data-open],[data-close],[data-copy],[data-fullscreen]",
  );
  if (!button) {
    if (target?.matches("dialog")) target.close(); // the backdrop
    return;
  }
  const { language, open, copy, done } = button.dataset;
  if (language) {
    remember("chateaux_language", language);
    location.reload();
  } else if ("themeToggle" in button.dataset) {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    remember("chateaux_theme", root.dataset.theme);
  } else if (open) {
    if ("close" in button.dataset) button.closest("dialog")?.close();
    document.getElementById(open)?.showModal();
  } else if ("close" in button.dataset) {
    button.closest("dialog")?.close();
  } else if (copy) {
    await copyText(copy);
    const said = [...button.childNodes];
    button.replaceChildren(done);
    say(done);
    setTimeout(() => button.replaceChildren(...said), 1800);
  } else if ("fullscreen" in button.dataset) {
    button.closest("dialog")?.close();
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  }
});

// Where a page cannot fill the screen, nothing offers it.
if (!document.fullscreenEnabled)
  for (const button of document.querySelectorAll("[data-fullscreen]")) button.hidden = true;

document.querySelector("[data-name-form]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  await introduce(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name"));
  location.reload();
});

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // no permission, or no secure context
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
