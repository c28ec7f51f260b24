// What moves, and what a number is said to have changed by.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

page("");
const { numbers } = await import("../../src/chateaux/web/static/motion.js");
const counted = (inside) => {
  const root = page(`<ul id="players"><li id="player-0"><span class="ct"><svg></svg>${inside}</span></li></ul>`).body;
  return numbers(root).get("player-0/0").number;
};

test("a counter is the number one sees, and not what is said to those who hear it", () => {
  assert.equal(counted('<span aria-hidden="true">1</span><span class="vh">1 stone, </span>'), 1);
  assert.equal(counted('<span aria-hidden="true">2/4</span><span class="vh">2 walls, </span>'), 2);
  assert.equal(counted('7<span class="vh">7 points</span>'), 7);
  assert.equal(counted("12 points"), 12);
});
