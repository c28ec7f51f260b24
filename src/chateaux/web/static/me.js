// My page: codes, devices, passkeys, files. Everything is asked of the house and said on the page.
import { post } from "./api.js";

const main = document.getElementById("main");
const problem = main.querySelector(".problem");
const can = "PublicKeyCredential" in window && isSecureContext;
let ends = 0;

for (const one of document.querySelectorAll("[data-passkeys-can]")) one.hidden = !can;
for (const one of document.querySelectorAll("[data-passkeys-cannot]")) one.hidden = can;

function say(text) {
  problem.textContent = text;
  problem.hidden = !text;
}

// Asks on the page itself, and waits for the answer.
function sure(text) {
  const sheet = document.getElementById("sure");
  document.getElementById("sure-text").textContent = text;
  sheet.returnValue = "";
  sheet.showModal();
  return new Promise((done) => {
    document.getElementById("sure-yes").onclick = () => sheet.close("yes");
    sheet.onclose = () => done(sheet.returnValue === "yes");
  });
}

// ---------------------------------------------------------------- a code for another device

async function showCode() {
  const told = await post("/me/code");
  const box = document.getElementById("code");
  box.querySelector("figure").innerHTML = told.qr;
  box.querySelector("[data-code]").textContent = told.code;
  const how = box.querySelector("[data-how]");
  how.textContent = how.dataset.how.replace("{address}", told.link.split("#")[0].replace(/^https?:\/\//, ""));
  ends = performance.now() + told.seconds * 1000;
  box.hidden = false;
  countDown();
}

function countDown() {
  const left = Math.max(0, Math.round((ends - performance.now()) / 1000));
  const place = document.querySelector("[data-left]");
  place.textContent = place.dataset.left.replace(
    "{time}",
    `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`,
  );
  if (left) setTimeout(countDown, 1000);
  else document.getElementById("code").hidden = true;
}

async function comeIn(path, body) {
  await post(path, body);
  location.href = "/me";
}

// ---------------------------------------------------------------- passkeys: bytes travel as base64url

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

function written(credential) {
  const answer = credential.response;
  const response = { clientDataJSON: text(answer.clientDataJSON) };
  for (const part of ["attestationObject", "authenticatorData", "signature", "userHandle"])
    if (answer[part]) response[part] = text(answer[part]);
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response };
}

async function makePasskey() {
  const options = await post("/me/passkey/new");
  options.challenge = bytes(options.challenge);
  options.user.id = bytes(options.user.id);
  options.excludeCredentials = (options.excludeCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) }));
  const made = await navigator.credentials.create({ publicKey: options }).catch(() => null);
  if (!made) throw new Error(main.dataset.failed);
  await post("/me/passkey/keep", written(made));
  location.reload();
}

async function usePasskey() {
  const options = await post("/me/passkey/ask");
  options.challenge = bytes(options.challenge);
  const shown = await navigator.credentials.get({ publicKey: options }).catch(() => null);
  if (!shown) throw new Error(main.dataset.failed);
  await comeIn("/me/passkey/enter", written(shown));
}

// ---------------------------------------------------------------- files

async function saveRecovery() {
  const told = await post("/me/recovery");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(told, null, 2)], { type: "application/json" }));
  link.download = "chateaux-recovery.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function openRecovery(field) {
  const told = await field.files[0]
    .text()
    .then(JSON.parse)
    .catch(() => ({}));
  field.value = "";
  if (typeof told.key !== "string") throw new Error(field.dataset.bad);
  await comeIn("/me/recover", { key: told.key });
}

// ---------------------------------------------------------------- what people do

async function act(work) {
  say("");
  try {
    await work();
  } catch (error) {
    say(error.message || main.dataset.error);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.(
    "[data-do],[data-code-make],[data-passkey-make],[data-passkey-use],[data-recovery-make],[data-again]",
  );
  if (!button) return;
  const data = button.dataset;
  act(async () => {
    if (data.again) location.href = `/tables/${(await post(`/tables/${data.again}/rematch`)).id}`;
    else if ("codeMake" in data) await showCode();
    else if ("passkeyMake" in data) await makePasskey();
    else if ("passkeyUse" in data) await usePasskey();
    else if ("recoveryMake" in data) await saveRecovery();
    else {
      if (data.sure && !(await sure(data.sure))) return;
      await post(`/me/${data.do}`, data.device ? { device: data.device } : {});
      if ("reload" in data) location.reload();
      else {
        if (data.do === "code/close") ends = 0;
        button.replaceWith(
          Object.assign(document.createElement("span"), { className: "note", textContent: data.then }),
        );
      }
    }
  });
});

document.querySelector("[data-recovery]")?.addEventListener("change", (event) => act(() => openRecovery(event.target)));

const form = document.querySelector("[data-carry]");
if (form) {
  form.elements.code.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname); // the code does not stay in the list of visited pages
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(() => comeIn("/me/carry", { code: form.elements.code.value }));
  });
}
