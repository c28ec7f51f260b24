// Talking to the house: JSON in, JSON out, and one sentence when something is refused.

export async function post(path, body = {}) {
  const answer = await fetch(`/api${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
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

