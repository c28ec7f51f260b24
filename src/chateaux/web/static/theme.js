// Runs before the page is painted: the chosen theme, or the one the system prefers, and what somebody prefers else.
// A button that is pressed before the scripts are there is pressed again when they are: they run before the browser
// says that the page is loaded.
{
  const root = document.documentElement;
  if (!root.dataset.theme) root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  try {
    for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem("chateaux_preferences") ?? "{}")))
      if (value && ["motion", "text", "hand", "confirm"].includes(name)) root.dataset[name] = value;
  } catch {
    // nothing is preferred
  }

  const early = [];
  const hold = (event) => {
    const button = event.target.closest?.("button");
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.push([button, { bubbles: true, cancelable: true, detail: event.detail, pointerType: event.pointerType }]);
  };
  addEventListener("click", hold, true);
  document.addEventListener("DOMContentLoaded", () => {
    removeEventListener("click", hold, true);
    for (const [button, how] of early) button.dispatchEvent(new PointerEvent("click", how));
  });
}
