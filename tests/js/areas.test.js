// A page in areas: what is only named is what came last.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Areas } from "../../src/chateaux/web/static/areas.js";

test("areas that did not change are put in from before", () => {
  const areas = new Areas();
  assert.equal(areas.whole("<main><!--[hand]--><p>1</p><!--[sky]--><p>blue</p>"), "<main><p>1</p><p>blue</p>");
  assert.equal(areas.whole("<main><!--[hand]--><p>2</p><!--[sky]=1-->"), "<main><p>2</p><p>blue</p>");
  assert.equal(areas.whole("<main><!--[hand]=2-->"), "<main><p>2</p><p>blue</p>");
});

test("a run of areas is found where it stood, and areas may leave and come", () => {
  const areas = new Areas();
  areas.whole("<main><!--[a]-->1<!--[b]-->2<!--[c]-->3<!--[d]-->4");
  assert.equal(areas.whole("<main><!--[b]=2--><!--[e]-->5<!--[a]=1-->"), "<main>2351");
  assert.equal(areas.whole("<main><!--[b]=4-->"), "<main>2351");
  assert.equal(areas.whole("<main><!--[e]=3-->"), null);
});

test("an area that never came is missed", () => {
  assert.equal(new Areas().whole("<main><!--[hand]=1-->"), null);
});
