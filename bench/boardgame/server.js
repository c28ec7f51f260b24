/** boardgame.io's own server with the draft: node server.js PORT whole|patches [FOLDER of its files, else in memory]. */
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { draft } = require("./draft.js");

const [port, sends, folder] = process.argv.slice(2);
const server = Server({
  games: [draft(sends === "patches")],
  origins: [Origins.LOCALHOST],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run(Number(port), () => console.log("open"));
