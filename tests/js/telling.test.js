// What others do is told step by step; whoever presses something has seen enough of a step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

page("");
const { Story, choose } = await import("../../src/chateaux/web/static/telling.js");
const later = () => new Promise((done) => setTimeout(done, 5));
const press = (key) => window.dispatchEvent(Object.assign(new Event("keydown"), { key }));

function told(...steps) {
  const seen = [];
  const story = new Story((fresh) => seen.push(fresh));
  for (const step of steps) story.push(step, true);
  return seen;
}

test("a key ends the step, after it has done its own work", async () => {
  globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
  Object.defineProperty(document, "hidden", { value: false });
  choose("slow");
  const seen = told("one", "two", "three");
  assert.deepEqual(seen, ["one"]);
  press("Enter");
  assert.deepEqual(seen, ["one"], "what comes next is not there for the key that asked for it");
  await later();
  assert.deepEqual(seen, ["one", "two"]);
  press("Escape");
  await later();
  assert.deepEqual(seen, ["one", "two", "three"]);
});

test("at once means at once", () => {
  choose("once");
  assert.deepEqual(told("one", "two", "three"), ["one", "two", "three"]);
});
