// Runs before the page is painted: the chosen theme, or the one the system prefers.
{
  const root = document.documentElement;
  if (!root.dataset.theme) root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
