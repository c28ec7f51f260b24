// What is read out: a screen reader is told one thing after another; none replaces one that may not have been read yet.

const TOLD = 8; // that stay

export function say(text) {
  const live = document.getElementById("live");
  if (!text || !live) return;
  live.append(Object.assign(document.createElement("p"), { textContent: text }));
  while (live.childElementCount > TOLD) live.firstElementChild.remove();
}

// Texts as sentences: what ends with a mark of its own gets no full stop.
export const sentences = (texts) =>
  texts
    .filter(Boolean)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(" ");
