/**
 * Four people at each of many tables, every one with boardgame.io's own client: node people.js PORT SENDS TABLES MOVES.
 *
 * Says `seated`, waits for a line, plays so many moves at each table and says how many there were and how many bytes were
 * heard. A table's next move is made when all four have the last one; where one does not come, everybody goes home.
 */
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { once } = require("node:events");
const { setTimeout } = require("node:timers/promises");
const { draft, legal } = require("./draft.js");

const [port, sends, tables, moves] = process.argv.slice(2);
const server = `http://127.0.0.1:${port}`;
const game = draft(sends === "patches");
const lobby = new LobbyClient({ server });
const PATIENCE = 300_000;
let heard = 0;

/** Somebody at the table, as soon as the page would show it and the line is a web socket. */
async function sitDown(matchID, playerID, credentials) {
  const multiplayer = SocketIO({ server });
  const person = Client({ game, numPlayers: 4, matchID, playerID, credentials, multiplayer, debug: false });
  person.start();
  const { io } = person.transport.socket;
  while (person.getState() === null || io.engine.transport.name !== "websocket") await setTimeout(10);
  io.engine.on("packet", ({ data }) => (heard += data ? data.length : 0));
  return person;
}

/** One after the other: boardgame.io's files would forget one of two who join at the same moment. */
async function party() {
  const { matchID } = await lobby.createMatch("draft", { numPlayers: 4 });
  const seats = [];
  for (const playerID of ["0", "1", "2", "3"]) {
    const joined = await lobby.joinMatch("draft", matchID, { playerID, playerName: `P${playerID}` });
    seats.push([matchID, playerID, joined.playerCredentials]);
  }
  const people = [];
  for (const seat of seats) people.push(await sitDown(...seat));
  return people;
}

/** One move after the other; whoever is asked chooses at random from all that is legal. */
function evening(people) {
  let [made, last] = [0, -1];
  return new Promise((done) => {
    const arrived = () => {
      const [{ G, ctx, _stateID: now }, ...others] = people.map((person) => person.getState());
      if (now === last || others.some((state) => state._stateID !== now)) return;
      if (made === Number(moves) || ctx.gameover) return done(made);
      [made, last] = [made + 1, now];
      const choices = legal(G, ctx.currentPlayer);
      const [name, ...given] = choices[Math.floor(Math.random() * choices.length)];
      people[Number(ctx.currentPlayer)].moves[name](...given);
    };
    for (const person of people) {
      for (const kind of ["update", "patch", "sync"]) person.transport.socket.on(kind, () => setImmediate(arrived));
    }
    arrived();
  });
}

async function main() {
  setTimeout(PATIENCE).then(() => process.exit(1));
  const parties = [];
  for (let table = 0; table < Number(tables); table += 1) parties.push(await party());
  console.log("seated");
  await once(process.stdin, "data");
  heard = 0;
  const made = await Promise.all(parties.map(evening));
  console.log(JSON.stringify({ moves: made.reduce((sum, each) => sum + each, 0), heard }));
  process.exit();
}

main();
