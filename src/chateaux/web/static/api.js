// Talking to the house: JSON in, JSON out, and one sentence when something is refused. A post that is not answered is
// sent again under the same key, so that nothing is done twice.
import { begin, patient } from "./sending.js";

const LIMIT = 10000; // milliseconds for one try
const TRIES = 4; // where nobody waits for the network
const LONGEST = 5000; // milliseconds between two tries
const AWAY = [502, 503, 504];

export async function post(path, body = {}) {
  const key = nonce();
  const sent = begin(path.endsWith("/play"));
  try {
    for (let tries = 1; ; tries++) {
      const answer = await attempt(path, body, key);
      if (answer && !AWAY.includes(answer.status)) return await read(answer);
      if (!patient && tries >= TRIES) return await read(answer ?? Response.error());
      sent.wait();
      await pause(Math.min(LONGEST, 300 * 2 ** tries));
    }
  } finally {
    sent.done();
  }
}

// One try; null when nothing came back.
async function attempt(path, body, key) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), LIMIT);
  try {
    const answer = await fetch(`/api${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key, Prefer: "return=minimal" },
      body: JSON.stringify(body),
      signal: stop.signal,
    });
    const content = answer.status === 204 ? null : await answer.arrayBuffer();
    return new Response(content, { status: answer.status, statusText: answer.statusText });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

// A while, or less when the network comes back.
function pause(milliseconds) {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    addEventListener(
      "online",
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
}

async function read(answer) {
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(data.sentence || answer.statusText), { status: answer.status, data });
  return data;
}

// The player's own part of the shuffle.
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Makes sure that there is a guest, with this name if one is given.
export const introduce = (name) => post("/guest", { name });
