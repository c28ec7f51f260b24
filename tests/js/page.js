// A page without a browser, for the tests of the scripts.
import { JSDOM } from "jsdom";

export function page(html) {
  const { window } = new JSDOM(`<!doctype html><html lang="en"><body>${html}</body></html>`, {
    url: "http://house.test/",
  });
  window.Element.prototype.checkVisibility = function () {
    return !this.closest("[hidden]");
  };
  window.Element.prototype.scrollIntoView = () => {};
  window.matchMedia = () => ({ matches: true, addEventListener() {} });
  for (const name of [
    "window",
    "NodeFilter",
    "document",
    "Node",
    "Element",
    "HTMLElement",
    "Event",
    "MouseEvent",
    "CustomEvent",
    "CSS",
    "matchMedia",
    "addEventListener",
    "innerHeight",
    "innerWidth",
  ])
    globalThis[name] =
      name === "window" ? window : name === "addEventListener" ? window.addEventListener.bind(window) : window[name];
  globalThis.CSS = { escape: (text) => text };
  globalThis.location = window.location;
  globalThis.localStorage = window.localStorage;
  return window.document;
}

export function element(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  return box.content.firstElementChild;
}
