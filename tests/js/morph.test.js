// What a person was doing survives a new body.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { element, page } from "./page.js";

page("");
const { morph } = await import("../../src/chateaux/web/static/morph.js");
beforeEach(() => page('<p id="prompt" tabindex="-1">asked</p>'));

function shown(html) {
  document.body.append(element(html));
  return document.body.lastElementChild;
}

test("an element with an id keeps its identity when it moves", () => {
  const from = shown('<ul><li id="a">1</li><li id="b">2</li></ul>');
  const [a, b] = from.children;
  morph(from, element('<ul><li id="b">3</li><li id="a">1</li></ul>'));
  assert.deepEqual([...from.children], [b, a]);
  assert.equal(b.textContent, "3");
});

test("attributes come and go, but an open dialog stays open", () => {
  const from = shown('<div class="old"><dialog id="d" open title="x"></dialog></div>');
  morph(from, element('<div data-new="1"><dialog id="d"></dialog></div>'));
  assert.equal(from.outerHTML, '<div data-new="1"><dialog id="d" open=""></dialog></div>');
});

test("what is marked to be kept keeps its inside", () => {
  const from = shown('<div><svg id="s" data-keep><path d="M0 0"></path></svg></div>');
  morph(from, element('<div><svg id="s" data-keep></svg></div>'));
  assert.equal(from.querySelectorAll("path").length, 1);
});

test("an element of another kind is another element", () => {
  const from = shown('<div><b id="x">1</b></div>');
  const before = from.firstChild;
  morph(from, element('<div><i id="x">1</i></div>'));
  assert.notEqual(from.firstChild, before);
  assert.equal(from.innerHTML, '<i id="x">1</i>');
});

test("the focus stays on what had it", () => {
  const from = shown('<div><button id="a">1</button><button id="b">2</button></div>');
  document.getElementById("b").focus();
  morph(from, element('<div><button id="b">2</button></div>'));
  assert.equal(document.activeElement.id, "b");
});

test("the focus of what is gone goes to what is asked", () => {
  const from = shown('<div><button id="a">1</button></div>');
  document.getElementById("a").focus();
  morph(from, element("<div></div>"));
  assert.equal(document.activeElement.id, "prompt");
});
