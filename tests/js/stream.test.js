// A stream that is lost comes back by itself, and tells what is known already.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { page } from "./page.js";

page("");

class Source extends window.EventTarget {
  static all = [];
  constructor(address) {
    super();
    Object.assign(this, { address, open: true });
    Source.all.push(this);
  }
  close() {
    this.open = false;
  }
}

globalThis.EventSource = Source;
const { Stream } = await import("../../src/chateaux/web/static/stream.js");
let told, stream;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  Source.all.length = 0;
  told = [];
  stream = new Stream({
    address: () => "/stream?as=html",
    number: () => 7,
    frame: (data) => told.push(data),
    presence: (data) => told.push(data),
    drawing: () => {},
    closed: () => told.push("closed"),
    state: (on) => told.push(on),
  });
});

const speak = (source, kind, data) => source.dispatchEvent(Object.assign(new Event(kind), { data }));

test("it begins after the newest number that is known, or anew", () => {
  stream.open();
  assert.equal(Source.all[0].address, "/stream?as=html&since=7");
  stream.open(true);
  assert.equal(Source.all[1].address, "/stream?as=html");
  assert.equal(Source.all[0].open, false);
});

test("frames are passed on, but not those of a stream that was left", () => {
  stream.open();
  speak(Source.all[0], "frame", "one");
  stream.open();
  speak(Source.all[0], "frame", "late");
  speak(Source.all[1], "presence", "[1]");
  assert.deepEqual(told, ["one", [1]]);
});

test("lost, it tries again soon, then less often, and is quick again once it was heard", () => {
  stream.open();
  Source.all[0].onerror();
  assert.deepEqual(told, [false]);
  mock.timers.tick(499);
  assert.equal(Source.all.length, 1);
  mock.timers.tick(1);
  assert.equal(Source.all.length, 2);
  Source.all[1].onerror();
  mock.timers.tick(799);
  assert.equal(Source.all.length, 2);
  mock.timers.tick(1);
  assert.equal(Source.all.length, 3);
  Source.all[2].onopen({});
  assert.equal(stream.wait, 500);
});

test("long silence means that it is dead", () => {
  stream.open();
  mock.timers.tick(21_000);
  speak(Source.all[0], "alive", "");
  mock.timers.tick(21_000);
  assert.equal(Source.all[0].open, true);
  mock.timers.tick(1_000);
  mock.timers.tick(500);
  assert.equal(Source.all.length, 2);
});

test("once the house has closed it or the screen is another's, it stays closed", () => {
  stream.open();
  speak(Source.all[0], "closed", "");
  assert.deepEqual(told, ["closed"]);
  stream.end();
  stream.open();
  assert.equal(Source.all.length, 1);
});
