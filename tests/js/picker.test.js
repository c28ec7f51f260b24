// Clicks walk the picks of the possible actions; a complete choice is sent once.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page } from "./page.js";

page("");
const { Picker } = await import("../../src/chateaux/web/static/picker.js");
const ACTIONS = [
  [10, [["tile-1", "tile-2"], ["place-1"]]],
  [11, [["tile-1"], ["place-2"]]],
  [12, [["draw"]]],
];
let sent, picker;

beforeEach(() => {
  page(`<main id="main" data-owes="1" data-undo="0"><div id="prompt" data-title="Choose" data-hint="a tile"><b id="prompt-title"></b>
    <span id="prompt-hint"></span><button id="prompt-cancel"></button><button id="prompt-confirm">Yes</button></div>
    <div id="board">${["tile-1", "tile-2", "tile-3", "place-1", "place-2", "draw"].map((id) => `<div class="pick" id="${id}" tabindex="0"></div>`).join("")}
    <button class="btn" id="now" data-action="12">Draw</button></div></main>`);
  sent = [];
  picker = new Picker({
    send: async (action, decision) => {
      sent.push([action, decision]);
    },
    say: () => {},
  });
  picker.load({ decision: 5, actions: ACTIONS });
});

const click = (id) => document.getElementById(id).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
const legal = () => [...document.querySelectorAll(".is-legal")].map((one) => one.id);

test("what can be picked is marked, and what cannot is not", () => {
  assert.deepEqual(legal(), ["tile-1", "tile-2", "draw"]);
  click("tile-3");
  assert.deepEqual(picker.path, []);
});

test("a pick opens the next step, and the last one sends the action with its decision", () => {
  click("tile-1");
  assert.deepEqual(
    legal().filter((id) => id.startsWith("place")),
    ["place-1", "place-2"],
  );
  click("place-2");
  assert.deepEqual(sent, [[11, 5]]);
});

test("alternatives of one step mean the same action", () => {
  click("tile-2");
  click("place-1");
  assert.deepEqual(sent, [[10, 5]]);
});

test("another first pick replaces the one before; the same one takes it back", () => {
  click("tile-1");
  click("tile-2");
  assert.deepEqual(picker.path, ["tile-2"]);
  click("tile-2");
  assert.deepEqual(picker.path, []);
});

test("a button with an action plays it at once", () => {
  click("now");
  assert.deepEqual(sent, [[12, 5]]);
});

test("nothing is sent twice while an answer is awaited, and a refusal frees the picks", async () => {
  picker.send = async (action) => {
    sent.push(action);
    throw new Error("refused");
  };
  click("draw");
  click("draw");
  assert.deepEqual(sent, [12]);
  await new Promise((done) => setTimeout(done));
  assert.equal(picker.busy, false);
  click("draw");
  assert.deepEqual(sent, [12, 12]);
});

test("picks that are still possible stay when the same decision is shown again", () => {
  click("tile-1");
  picker.load({ decision: 5, actions: ACTIONS });
  assert.deepEqual(picker.path, ["tile-1"]);
  picker.load({ decision: 5, actions: ACTIONS.slice(2) });
  assert.deepEqual(picker.path, []);
  click("draw");
  picker.load({ decision: 6, actions: ACTIONS });
  assert.equal(picker.busy, false);
});

test("a hint marks the best piece and its place, and no number is above its own", () => {
  picker.advise(
    5,
    [
      { picks: [["tile-2"], ["place-1"]], chance: 0.14 },
      { picks: [["tile-1"], ["place-2"]], chance: 0.15 },
      { picks: [["draw"]], chance: 0.1 },
    ],
    { told: "{chance}", best: "best" },
  );
  assert.deepEqual(
    [...document.querySelectorAll(".is-best,.is-then")].map((one) => one.id),
    ["tile-2", "place-1"],
  );
  assert.deepEqual(
    [...document.querySelectorAll(".odds")].map((one) => one.parentElement.id),
    ["tile-2", "draw"],
  );
  assert.match(picker.rest(), /14/);
});

test("where even the best is all but lost, it is marked and no number is told", () => {
  picker.advise(
    5,
    [
      { picks: [["tile-2"], ["place-1"]], chance: 0.09 },
      { picks: [["draw"]], chance: 0.02 },
    ],
    { told: "{chance}", best: "best" },
  );
  assert.equal(document.querySelectorAll(".is-best").length, 1);
  assert.equal(document.querySelectorAll(".odds").length, 0);
  assert.equal(picker.rest(), "best");
});

test("what is said of a pick has one mark at the end of each sentence", () => {
  const said = [];
  picker.say = (text) => said.push(text);
  document.getElementById("tile-1").dataset.prompt = "Which place?";
  document.getElementById("tile-1").dataset.hint = "It is for good.";
  document.getElementById("tile-2").dataset.prompt = "Choose a place";
  click("tile-1");
  click("tile-2");
  assert.deepEqual(said, ["Which place? It is for good.", "Choose a place. a tile."]);
});

test("a choice that is refused gives the focus back to what was picked first", async () => {
  picker.send = async () => {
    throw new Error("No.");
  };
  click("tile-1");
  document.getElementById("place-2").focus();
  click("place-2");
  await new Promise((done) => setTimeout(done));
  assert.equal(document.activeElement.id, "tile-1");
  assert.deepEqual(picker.path, []);
});

const tap = (id) =>
  document
    .getElementById(id)
    .dispatchEvent(
      Object.assign(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }), { pointerType: "touch" }),
    );
const shown = (id) => !document.getElementById(id).hidden;

test("what waits for a last tap goes on waiting when the same decision is shown again", () => {
  tap("tile-1");
  tap("place-2");
  assert.ok(shown("prompt-confirm"));
  picker.load({ decision: 5, actions: ACTIONS }); // somebody has said something
  assert.ok(shown("prompt-confirm"));
  click("prompt-confirm");
  assert.deepEqual(sent, [[11, 5]]);
});

test("what waits for a last tap is gone when it cannot be done any more", () => {
  tap("tile-1");
  tap("place-2");
  picker.load({ decision: 5, actions: [ACTIONS[0], ACTIONS[2]] });
  assert.ok(!shown("prompt-confirm"));
  picker.load({ decision: 6, actions: ACTIONS });
  assert.ok(!shown("prompt-confirm"));
});

test("what is pointed at goes on showing what would come of it", () => {
  document.getElementById("place-2").dataset.told = "two points";
  click("tile-1");
  picker.hover(document.getElementById("place-2"));
  picker.load({ decision: 5, actions: ACTIONS });
  assert.equal(document.querySelector("#place-2 > .bub").textContent, "two points");
});

test("a button that is pressed while an answer is awaited is pressed when it has come", () => {
  click("tile-1");
  click("place-2");
  click("now");
  picker.load({ decision: 6, actions: ACTIONS });
  assert.deepEqual(sent, [
    [11, 5],
    [12, 6],
  ]);
});

test("what was chosen as well and is not asked in the end frees the picks", () => {
  document.getElementById("tile-1").dataset.leads = JSON.stringify([[["place-1"], ["tile-2"]]]);
  picker.load({ decision: 6, actions: [[10, [["tile-1"]]]] });
  for (const id of ["tile-1", "place-1", "tile-2"]) click(id);
  assert.deepEqual(sent, [[10, 6]]);
  const other = { decision: 7, actions: [[12, [["draw"]]]] };
  assert.equal(picker.follows(other), false);
  picker.load(other);
  click("draw");
  assert.deepEqual(sent.at(-1), [12, 7]);
});

test("an unsteady hand picks what it pressed", () => {
  const at = (kind, x, id = "tile-1") =>
    document.getElementById(id).dispatchEvent(
      Object.assign(new MouseEvent(kind, { bubbles: true, clientX: x, button: 0, buttons: 1 }), {
        pointerType: "mouse",
      }),
    );
  globalThis.getSelection = () => null;
  document.elementFromPoint = () => document.getElementById("tile-1");
  at("pointerdown", 10);
  at("pointermove", 19);
  at("pointerup", 19);
  click("tile-1");
  assert.deepEqual(picker.path, ["tile-1"]);
});
