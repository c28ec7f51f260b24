/**
 * A draft after the frame of Château Combo, for boardgame.io: two places with three open cards each, a messenger, gold and
 * keys, tableaux of three by three that float until they are settled, 36 turns for four people.
 *
 * The cards are those of our own game, with cost, place, shields and messenger. Left out are the choices inside effects and
 * the purses; points are counted by shields alone. A card is an object in the state, as boardgame.io's own examples have it,
 * so that about as much is sent as our JSON sends.
 */
const { readFileSync } = require("node:fs");
const { INVALID_MOVE } = require("boardgame.io/core");

const CARDS = JSON.parse(readFileSync(`${__dirname}/pieces.json`, "utf8")).cards;
const OTHER = { castle: "village", village: "castle" };
const NEIGHBOURS = [-1, 1, -5, 5];
const row = (cell) => Math.floor(cell / 5);
const column = (cell) => cell % 5;

/** The cells of five by five in which a card may lie: beside another one, inside a frame of three by three. */
function openCells(tableau) {
  const taken = Object.keys(tableau).map(Number);
  if (taken.length === 0) return [12];
  const fits = (of, cell) => Math.max(...taken.map(of), of(cell)) - Math.min(...taken.map(of), of(cell)) < 3;
  return [...Array(25).keys()].filter(
    (cell) =>
      !(cell in tableau) &&
      NEIGHBOURS.some((step) => cell + step in tableau && (Math.abs(step) === 5 || row(cell) === row(cell + step))) &&
      fits(row, cell) &&
      fits(column, cell),
  );
}

const faceUp = (board) => Object.values(board.tableau).filter((lying) => !lying.down);
const shields = (board, shield) => faceUp(board).filter((lying) => lying.card.shields.includes(shield)).length;
const discounts = (board, place) =>
  faceUp(board)
    .flatMap((lying) => lying.card.effect.parts)
    .filter((part) => part.kind === "discount" && part.places.includes(place)).length;
const price = (board, card) => Math.max(0, card.cost - discounts(board, card.place));
const points = (board) =>
  faceUp(board).reduce((sum, { card }) => {
    const { points: each = 0, shield } = card.scoring;
    return sum + each * (shield ? shields(board, shield) : 1);
  }, board.keys);

/** Everything the person whose turn it is may do, as [move, ...arguments]. */
function legal(G, player) {
  const board = G.boards[player];
  const cells = openCells(board.tableau);
  const moves = G.keyUsed || board.keys === 0 ? [] : [["move"], ["refresh"]];
  G.places[G.messenger].row.forEach((card, slot) => {
    for (const down of card && price(board, card) <= board.gold ? [false, true] : [true]) {
      for (const cell of cells) moves.push(["take", slot, down, cell]);
    }
  });
  return moves;
}

/** Reveal cards until three lie open; an empty deck is made from what was discarded. */
function complete(place, random) {
  place.row.forEach((card, slot) => {
    if (card) return;
    if (place.deck.length === 0) {
      place.deck = random.Shuffle(place.discard);
      place.discard = [];
    }
    place.row[slot] = place.deck.pop() ?? null;
  });
}

function spendKey(G, player) {
  const board = G.boards[player];
  if (G.keyUsed || board.keys === 0) return false;
  board.keys -= 1;
  G.keyUsed = true;
  return true;
}

function gain(G, player, part) {
  const resource = part.resource === "key" ? "keys" : "gold";
  const count = part.per?.shield ? shields(G.boards[player], part.per.shield) : 1;
  for (const [seat, board] of Object.entries(G.boards)) {
    if ((seat === player) === (part.who === "self")) board[resource] += part.amount * count;
  }
}

function take({ G, playerID, random, events }, slot, down, cell) {
  const board = G.boards[playerID];
  const place = G.places[G.messenger];
  const card = place.row[slot];
  if (!card || !openCells(board.tableau).includes(cell)) return INVALID_MOVE;
  const cost = down ? -6 : price(board, card);
  if (cost > board.gold) return INVALID_MOVE;
  place.row[slot] = null;
  board.gold -= cost;
  board.tableau[cell] = { card, down };
  if (down) board.keys += 2;
  else {
    for (const part of card.effect.parts) if (part.kind === "gain") gain(G, playerID, part);
    G.messenger = card.messenger ?? G.messenger;
  }
  for (const each of Object.values(G.places)) complete(each, random);
  for (const each of Object.values(G.boards)) each.points = points(each);
  G.keyUsed = false;
  events.endTurn();
}

function refresh({ G, playerID, random }) {
  if (!spendKey(G, playerID)) return INVALID_MOVE;
  const place = G.places[G.messenger];
  place.discard.push(...place.row.filter((card) => card));
  place.row = [null, null, null];
  complete(place, random);
}

function move({ G, playerID }) {
  if (!spendKey(G, playerID)) return INVALID_MOVE;
  G.messenger = OTHER[G.messenger];
}

function setup({ ctx, random }) {
  const places = {};
  for (const name of Object.keys(OTHER)) {
    places[name] = {
      row: [null, null, null],
      discard: [],
      deck: random.Shuffle(CARDS.filter((card) => card.place === name)),
    };
    complete(places[name], random);
  }
  const board = () => ({ gold: 15, keys: 2, points: 2, tableau: {} });
  const boards = Object.fromEntries(ctx.playOrder.map((player) => [player, board()]));
  return { places, boards, messenger: "village", keyUsed: false };
}

/** Nobody knows the order of a deck, only how much is left of it. */
function playerView({ G }) {
  const hidden = ([name, { deck, ...open }]) => [name, { ...open, left: deck.length }];
  return { ...G, places: Object.fromEntries(Object.entries(G.places).map(hidden)) };
}

const over = ({ G }) => Object.values(G.boards).every((board) => Object.keys(board.tableau).length === 9);

/** What reveals cards is not played ahead in the browser, which does not know them. */
const draft = (deltaState) => ({
  name: "draft",
  deltaState,
  minPlayers: 4,
  maxPlayers: 4,
  setup,
  playerView,
  moves: { take: { move: take, client: false }, refresh: { move: refresh, client: false }, move },
  endIf: (given) => (over(given) ? { points: Object.values(given.G.boards).map((board) => board.points) } : undefined),
});

module.exports = { draft, legal };
