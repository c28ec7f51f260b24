// A page in areas: what is only named is what came last.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Areas } from "../../src/chateaux/web/static/areas.js";

test("areas that did not change are put in from before", () => {
  const areas = new Areas();
  assert.equal(areas.whole("<main><!--[hand]--><p>1</p><!--[sky]--><p>blue</p>"), "<main><p>1</p><p>blue</p>");
  assert.equal(areas.whole("<main><!--[hand]--><p>2</p><!--[sky]=-->"), "<main><p>2</p><p>blue</p>");
  assert.equal(areas.whole("<main><!--[hand]=--><!--[sky]=-->"), "<main><p>2</p><p>blue</p>");
});

test("an area that never came is missed", () => {
  assert.equal(new Areas().whole("<main><!--[hand]=-->"), null);
});
