// Turns one piece of page into another with as few changes as possible, so that what a person was doing
// survives: focus, scroll, open dialogs, whatever stands in a field. Elements with ids keep their identity;
// the inside of an element with data-keep belongs to the page and is left alone.

export function morph(from, to) {
  const focused = document.activeElement;
  const inside = Boolean(focused) && from.contains(focused);
  settle(from, to);
  if (!inside) return;
  if (focused.id && document.activeElement !== focused)
    document.getElementById(focused.id)?.focus({ preventScroll: true });
  rescue();
}

// What has become hidden or disabled loses the focus a moment later: it goes to what is asked, or to the end.
export function rescue() {
  const at = document.activeElement;
  if (at && at !== document.body && at.isConnected && !at.disabled && at.checkVisibility({ visibilityProperty: true }))
    return;
  (document.getElementById("prompt") ?? document.getElementById("end"))?.focus({ preventScroll: true });
}

function settle(from, to) {
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName) {
    from.replaceWith(to);
  } else if (from.nodeType === Node.ELEMENT_NODE) {
    if (from.hasAttribute("data-keep") && to.hasAttribute("data-keep") && from.id === to.id) return;
    attributes(from, to);
    if (from.nodeName === "TEMPLATE") from.innerHTML = to.innerHTML;
    else children(from, to);
  } else if (from.nodeValue !== to.nodeValue) {
    from.nodeValue = to.nodeValue;
  }
}

function attributes(from, to) {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DIALOG")) from.removeAttribute(name);
  for (const { name, value } of [...to.attributes])
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
}

function children(from, to) {
  const known = new Map([...from.children].filter((child) => child.id).map((child) => [child.id, child]));
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    let found = wanted.id ? known.get(wanted.id) : at;
    if (found && (found.nodeName !== wanted.nodeName || (!wanted.id && found.id))) found = null;
    if (!found) {
      from.insertBefore(wanted, at);
    } else {
      if (found === at) at = at.nextSibling;
      else if (from.moveBefore && found.isConnected) from.moveBefore(found, at);
      else from.insertBefore(found, at);
      settle(found, wanted);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
