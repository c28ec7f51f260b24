// The player's own part of the shuffle: promised when they sit down, shown when everybody sits, and kept in this
// browser together with the table's promise, so that the record can be checked here and not only by the house.

import { nonce, post } from "./api.js";

const place = (table) => `chateaux_shuffle_${table}`;
const kept = (table) => {
  try {
    return JSON.parse(localStorage.getItem(place(table)));
  } catch {
    return null;
  }
};

// One spelling for equal data: JSON with sorted keys, as the house writes it.
const sorted = (data) =>
  Array.isArray(data)
    ? data.map(sorted)
    : data && typeof data === "object"
      ? Object.fromEntries(
          Object.keys(data)
            .sort()
            .map((key) => [key, sorted(data[key])]),
        )
      : data;

async function digest(data) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(sorted(data))));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Take a seat with a promise. Where the browser gives no cryptography (a page without https), the nonce is told now.
export async function sit(table, seat, name) {
  const own = nonce();
  const part = crypto.subtle ? { promise: await digest(["chateaux nonce", table, own]) } : { nonce: own };
  const frame = await post(`/tables/${table}/join`, { seat, name, ...part });
  const known = kept(table);
  const commitment = known?.commitment ?? frame.table.commitment;
  localStorage.setItem(place(table), JSON.stringify({ commitment, nonces: { ...known?.nonces, [frame.seat]: own } }));
  return frame;
}

const shown = new Set(); // seats whose part this page has shown

// Everybody sits: show what was promised, once.
export async function reveal(table) {
  for (const [seat, own] of Object.entries(kept(table)?.nonces ?? {})) {
    if (shown.has(`${table} ${seat}`)) continue;
    shown.add(`${table} ${seat}`);
    await post(`/tables/${table}/reveal`, { seat: Number(seat), nonce: own }).catch(() => {});
  }
}

// Start, and show one's own part at once.
export async function start(table, body = {}) {
  const told = await post(`/tables/${table}/start`, body);
  if (told.sealed) await reveal(table);
}

// What this browser can say about a record: a list of [key, parts], the words are the page's.
export async function check(table) {
  const mine = kept(table);
  if (!crypto.subtle) return [["bad", "none"]];
  if (!mine) return [["bad", "unkept"]];
  const record = await (await fetch(`/api/tables/${table}/record`)).json();
  const seal = record.chance;
  const promises = seal.promises ?? [];
  const said = [];
  const say = (good, key) => said.push([good ? "good" : "bad", key]);
  const bound = [
    "chateaux commitment",
    seal.secret,
    record.game,
    seal.pieces ?? record.pieces,
    record.options,
    seal.table,
  ];
  say(seal.commitment === mine.commitment && (await digest(bound)) === mine.commitment, "promise");
  say(
    Object.entries(mine.nonces).every(([seat, own]) => seal.nonces[seat] === own),
    "own",
  );
  const others = await Promise.all(
    promises.map(
      async (promise, seat) =>
        !promise || !seal.nonces[seat] || (await digest(["chateaux nonce", seal.table, seal.nonces[seat]])) === promise,
    ),
  );
  say(others.every(Boolean), "others");
  if (promises.some((promise, seat) => promise && !seal.nonces[seat])) said.push(["note", "withheld"]);
  if (seal.nonces.some((one, seat) => one && !promises[seat])) said.push(["note", "told"]);
  if (said.every(([kind]) => kind === "good")) say(true, "proved");
  return said;
}

// The same as sentences, put where the page has them ready.
export async function tell(list) {
  const words = JSON.parse(list.dataset.words);
  let found;
  try {
    found = await check(list.dataset.own);
  } catch {
    found = [["bad", "away"]];
  }
  list.replaceChildren(
    ...found.map(([kind, key]) => {
      const item = document.createElement("li");
      item.className = kind;
      item.textContent = words[kind === "bad" && `not_${key}` in words ? `not_${key}` : key];
      return item;
    }),
  );
}
