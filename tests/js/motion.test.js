// What moves, and what a number is said to have changed by.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

page("");
const { count, numbers } = await import("../../src/chateaux/web/static/motion.js");
const counted = (inside) => {
  const root = page(`<ul id="players"><li id="player-0"><span class="ct"><svg></svg>${inside}</span></li></ul>`).body;
  return [...numbers(root).values()][0].number;
};

test("a counter is the number one sees, and not what is said to those who hear it", () => {
  assert.equal(counted('<span aria-hidden="true">1</span><span class="vh">1 stone, </span>'), 1);
  assert.equal(counted('<span aria-hidden="true">2/4</span><span class="vh">2 walls, </span>'), 2);
  assert.equal(counted('7<span class="vh">7 points</span>'), 7);
  assert.equal(counted("12 points"), 12);
});

test("a number that changes again while it counts ends as it was written last", (context) => {
  const waiting = [];
  globalThis.requestAnimationFrame = (step) => waiting.push(step);
  const root = page('<ul id="players"><li id="player-0"><span class="ct">6</span></li></ul>').body;
  const counter = root.querySelector(".ct");
  counter.animate = () => ({});
  counter.getBoundingClientRect = () => ({ width: 0 });
  const writes = (text) => {
    const before = numbers(root);
    counter.firstChild.nodeValue = text;
    count(before, root, 340);
  };
  let now = 0;
  context.mock.method(performance, "now", () => now);
  writes("8");
  now = 300;
  waiting.shift()();
  assert.equal(counter.textContent, "7", "half way");
  writes("7");
  for (now = 400; waiting.length; now += 300) waiting.shift()();
  assert.equal(counter.textContent, "7");
});

test("a counter that comes between others is not taken for one of them", () => {
  const ct = (icon, number) => `<span class="ct"><svg><use href="#${icon}"></use></svg>${number}</span>`;
  const root = page(`<ul id="players"><li id="player-0">${ct("coin", 3)}${ct("crown", 1)}</li></ul>`).body;
  const before = numbers(root);
  root.querySelector("li").innerHTML = ct("coin", 3) + ct("eye", 2) + ct("crown", 1);
  const after = numbers(root);
  assert.deepEqual(
    [...after].filter(([name, { number }]) => before.has(name) && before.get(name).number !== number),
    [],
  );
});
