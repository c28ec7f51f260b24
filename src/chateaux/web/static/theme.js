// Runs before the page is painted: the chosen theme, or the one the system prefers, and what somebody prefers else.
{
  const root = document.documentElement;
  if (!root.dataset.theme) root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  try {
    for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem("chateaux_preferences") ?? "{}")))
      if (value && ["motion", "text", "hand", "confirm"].includes(name)) root.dataset[name] = value;
  } catch {
    // nothing is preferred
  }
}
