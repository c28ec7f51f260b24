// Talking to the house: JSON in, JSON out, and one sentence when something is refused.

const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Each post has a key of its own, so that one whose answer was lost on the way can be sent again and is done once.
export async function post(path, body = {}) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": random() };
  for (let left = 2; ; left--) {
    try {
      const answer = await fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      const data = await answer.json().catch(() => ({}));
      if (!answer.ok) throw Object.assign(new Error(data.sentence || answer.statusText), { status: answer.status, data });
      return data;
    } catch (error) {
      if (error.status || !left) throw error;
      await sleep(400);
    }
  }
}

// The player's own part of the shuffle.
export const nonce = random;

// Makes sure that there is a guest, with this name if one is given.
export const introduce = (name) => post("/guest", { name });

