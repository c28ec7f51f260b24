// A table's page: the stream brings what is new, the picker sends what is chosen, and in between the page
// stays as the person left it.
import { say, sentences } from "./aloud.js";
import { introduce, post } from "./api.js";
import { boards } from "./boards.js";
import { reveal, sit, start, tell } from "./fair.js";
import { details } from "./details.js";
import { Freehand } from "./freehand.js";
import * as finale from "./finale.js";
import * as guide from "./guide.js";
import { morph, rescue } from "./morph.js";
import * as motion from "./motion.js";
import { save } from "./picture.js";
import { initial, Picker } from "./picker.js";
import { show as showPreferences } from "./preferences.js";
import * as scenes from "./scenes.js";
import * as sound from "./sound.js";
import { Stream, now } from "./stream.js";
import { Story, show as showPace } from "./telling.js";
import * as views from "./views.js";

const page = document.getElementById("page");
const curtain = document.getElementById("curtain");
const net = document.getElementById("net");
const id = page.dataset.table;
const name = document.title;
const main = () => document.getElementById("main");
const number = () => Number(main().dataset.number);
const list = (text) => JSON.parse(text || "[]");
let seat = main()?.dataset.seat ?? "";
let received = main() ? number() : null; // the newest number that came, shown or not
let caption = 0; // a timer: the prompt tells what somebody did, for a moment
let rang = "";
let there = [];
let untold = silence(); // what happened and has not been said or heard yet

const reread = details(); // before the picker: a long press is for reading, not for picking
const picker = new Picker({ send: (action, decision) => send(action, decision), say });
const freehand = new Freehand({
  mine: () => (seat === "" ? null : Number(seat)),
  send: (number_, strokes) => post(`/tables/${id}/drawing`, { seat: number_, strokes }),
  failed: (error) => {
    say(error.message || page.dataset.error);
    complain(error);
  },
});
const stream = new Stream({
  address: () =>
    `/api/tables/${id}/stream?as=html&language=${page.dataset.reader}${seat === "" ? "" : `&seat=${seat}`}`,
  number: () => received,
  frame: receive,
  presence: (seats) => present(seats),
  drawing: (drawing) => freehand.receive(drawing),
  closed: () => location.reload(),
  state: (on) => {
    net.hidden = on;
  },
});

const openBoards = boards({
  address: (of) => `/tables/${id}/boards/${of}${seat === "" ? "" : `?seat=${seat}`}`,
  shown: () => freehand.refresh(),
  failed: (box) => {
    box.textContent = page.dataset.error;
    say(page.dataset.error);
  },
});

function silence() {
  return { texts: [], sounds: [], scenes: [], chat: false };
}

async function send(action, decision) {
  try {
    await post(`/tables/${id}/play`, { seat: Number(seat), decision, action });
    if (!stream.source) stream.open();
  } catch (error) {
    say(error.message || page.dataset.error);
    complain(error);
    if (!error.status || error.status === 409) stream.open(error.status === 409);
    throw error;
  }
}

function complain(error) {
  const hint = document.getElementById("prompt-hint");
  if (hint)
    setTimeout(() => {
      hint.textContent = error.status ? error.message : page.dataset.error;
    });
}

// ---------------------------------------------------------------- what comes

const story = new Story(change);

function receive(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  const other = fresh.dataset.seat !== main().dataset.seat;
  const numbered = Number(fresh.dataset.number);
  if (numbered < received || (numbered === received && !other && fresh.dataset.phase === main().dataset.phase)) return;
  received = numbered;
  if (
    fresh.dataset.phase === "running" &&
    main().dataset.phase === "open" &&
    list(fresh.dataset.mine).length > 1 &&
    fresh.dataset.secrets === "1"
  ) {
    location.reload();
    return;
  }
  if (other) story.flush();
  story.push(fresh, byOthers(fresh));
}

addEventListener("pointerdown", () => motion.hurry(), { capture: true, passive: true });

// The rows in which somebody else did something.
function byOthers(fresh) {
  const mine = list(fresh.dataset.mine);
  return [...fresh.querySelectorAll("#log > .play")].some((row) => !mine.includes(Number(row.dataset.seat)));
}

// One frame becomes the page; its pieces travel for so long, and what others did is told for a moment.
function change(fresh, travel, stay) {
  if (!main()) return; // behind the curtain
  if (picker.follows(JSON.parse(fresh.querySelector("#asked").textContent))) {
    news(fresh);
    return;
  }
  const told = [...fresh.querySelectorAll("#log > .play")].reverse();
  const undone = Boolean(fresh.querySelector("#log > [data-undoes]"));
  const time = document.hidden || picker.drag?.moved ? 0 : travel;
  page.style.setProperty("--travel", `${time}ms`); // for what moves by its style
  const places = motion.survey(main(), fresh);
  const numbers = motion.numbers(main());
  news(fresh);
  apply(fresh);
  if (!main()) return;
  const moved = motion.travel(places, main(), time, undone);
  motion.count(numbers, main(), time);
  const row = told.findLast((one) => !list(main().dataset.mine).includes(Number(one.dataset.seat)));
  if (!row) motion.unmark();
  else {
    motion.marks(moved, `var(--p${(Number(row.dataset.seat) % 5) + 1})`);
    narrate(told, stay);
  }
}

// The prompt names what somebody did, then asks again.
function narrate(rows, stay) {
  clearTimeout(caption);
  const title = document.getElementById("prompt-title");
  if (!title || !stay) return;
  const [first, ...rest] = rows
    .map((row) => row.textContent.trim().replace(/\s+/g, " "))
    .join(" ")
    .split(/(?<=[.!?…]) /);
  title.textContent = first.replace(/\.$/, "");
  initial(title.textContent);
  document.getElementById("prompt-hint").textContent = rest.join(" ");
  title.closest(".prompt").dataset.tells = "";
  caption = setTimeout(unnarrate, stay);
}

function unnarrate() {
  clearTimeout(caption);
  caption = 0;
  delete document.getElementById("prompt")?.dataset.tells;
  picker.buttons();
}
for (const kind of ["pointerdown", "keydown"])
  addEventListener(kind, () => caption && unnarrate(), { capture: true, passive: true });

// New rows go on top of the log; rows that were taken back are struck.
function news(fresh) {
  const log = document.getElementById("log");
  if (!log) return;
  for (const row of [...(fresh.querySelector("#log")?.children ?? [])].reverse()) {
    if (document.getElementById(row.id)) continue;
    untold.texts.push(row.textContent.trim().replace(/\s+/g, " "));
    untold.sounds.push(...(row.dataset.sounds ?? "").split(" ").filter(Boolean));
    untold.scenes.push(...row.querySelectorAll("template.scene"));
    untold.chat ||= row.classList.contains("chat");
    row.classList.add("new");
    log.prepend(document.adoptNode(row));
    if (row.dataset.undoes) document.getElementById(`row-${row.dataset.undoes}`)?.classList.add("gone");
  }
}

// Beside a row stands when it was, if that is another minute than that of the row before.
function clocks() {
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
  for (const row of document.querySelectorAll("#log > [data-time]:not([data-timed])")) {
    const [minute, before] = [row, row.nextElementSibling].map((one) =>
      Math.floor(Number(one?.dataset.time ?? 0) / 60),
    );
    row.setAttribute("data-timed", "");
    if (minute !== before) row.setAttribute("data-clock", clock.format(minute * 60000));
  }
}

function apply(fresh) {
  const before = main().dataset.phase;
  const owed = main().dataset.owes === "1";
  const decided = picker.decision;
  const inside = main().contains(document.activeElement);
  const log = document.getElementById("log");
  morph(main(), fresh);
  const other = document.getElementById("log"); // a page of another make has one of its own
  if (log && other && other !== log) other.replaceChildren(...log.children);
  ready();
  if (!main()) return; // behind the curtain
  if (inside) rescue();
  const told = untold;
  untold = silence();
  const asked = picker.decision === decided ? "" : prompted();
  if (told.texts.length || asked) say([...told.texts, asked].filter(Boolean).join(" "));
  else if (owed && main().dataset.owes === "0") {
    say(spoken("prompt-title", "prompt-hint")); // an answer that may still be changed
  }
  scenes.play(told.scenes);
  if (told.chat) views.unread();
  if (told.sounds.length) sound.play(told.sounds[0]);
  else if (told.chat) sound.play("talk");
  if (before === "running" && main().dataset.phase === "over") {
    sound.play("end");
    scrollTo(0, 0);
    const told = document.querySelectorAll("#end :is(.kicker,h1 .vh,.by,.because)");
    say(sentences([...told].map((one) => one.textContent)));
  }
}

const spoken = (...ids) => sentences(ids.map((one) => document.getElementById(one)?.textContent));
const prompted = () => (main().dataset.owes === "1" ? sentences([spoken("prompt-title"), guide.spoken()]) : "");

// After every change: what is asked, whose screen this is, the title.
function ready() {
  const mine = list(main().dataset.mine);
  const acting = list(main().dataset.acting);
  if (main().dataset.sealed === "1" && mine.length) reveal(id);
  const owes = main().dataset.owes === "1";
  picker.load(JSON.parse(document.getElementById("asked").textContent));
  document.title = owes ? `${page.dataset.yourTurn} · ${name}` : name;
  if (owes && rang !== `${seat}/${acting}`) sound.bell();
  rang = owes ? `${seat}/${acting}` : "";
  document.getElementById("status").textContent = main().dataset.status;
  invitation();
  clocks();
  tick();
  freehand.refresh();
  openBoards();
  present(there);
  reread();
  showPace();
  finale.refresh();
  views.refresh(picker.decision);
  guide.refresh(); // after what is asked is in sight: he stands beside it
  const next = acting.find((one) => mine.includes(one));
  if (mine.length > 1 && !owes && next !== undefined && String(next) !== seat && main().dataset.phase === "running")
    pass(next);
}

// A shared screen goes to the next player: behind a curtain where seats have secrets.
function pass(next) {
  if (main().dataset.secrets === "0") {
    seat = String(next);
    stream.open(true);
    return;
  }
  stream.end();
  page.replaceChildren();
  const who = list(curtain.dataset.names)[next];
  const fill = (text) => text.replace("{player}", who);
  document.getElementById("curtain-title").textContent = fill(curtain.dataset.title);
  const go = document.getElementById("uncover");
  go.textContent = fill(curtain.dataset.button);
  go.href = `?seat=${next}`;
  curtain.hidden = false;
  covered();
}

// Behind the curtain nothing can be reached with keys.
function covered() {
  for (const behind of document.querySelectorAll(".skip,.top")) behind.inert = true;
  document.getElementById("uncover").focus();
}

function invitation() {
  const box = document.getElementById("invite");
  const found = document.getElementById("invitation");
  if (box && found && !box.childElementCount) box.append(found.content.cloneNode(true));
  const field = document.getElementById("join-name");
  if (field && !field.value) field.value = localStorage.getItem("chateaux_name") ?? "";
}

function present(seats) {
  there = seats;
  for (const mark of document.querySelectorAll("[data-there]")) {
    const on = seats.includes(Number(mark.dataset.there));
    mark.classList.toggle("on", on);
    mark.textContent = on ? mark.dataset.on : mark.dataset.off;
  }
}

// Minutes and seconds, or days and hours where there are many.
function written(left) {
  if (left < 7200) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const format = (value, unit) =>
    new Intl.NumberFormat(page.dataset.reader, { style: "unit", unit, unitDisplay: "short" }).format(value);
  return left < 172800 ? format(Math.floor(left / 3600), "hour") : format(Math.floor(left / 86400), "day");
}

function tick() {
  for (const clock of document.querySelectorAll(".clock")) {
    const spent = clock.dataset.since ? Math.max(0, now() - Number(clock.dataset.since)) : 0;
    const left = Math.max(0, Math.round(Number(clock.dataset.left) - spent));
    clock.querySelector("span").textContent = written(left);
    clock.classList.toggle("low", left < 30);
  }
}
setInterval(tick, 1000);

// ---------------------------------------------------------------- what people do

// Asks in the page, over whatever is open; true when the answer is yes.
function agreed(question) {
  const box = /** @type {HTMLDialogElement} */ (document.getElementById("sure"));
  box.querySelector("p").textContent = question;
  box.returnValue = "";
  box.showModal();
  return new Promise((done) => box.addEventListener("close", () => done(box.returnValue === "yes"), { once: true }));
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.(
    "[data-picture],[data-advice],[data-undo],[data-post],[data-join],[data-leave],[data-begin],[data-rematch]," +
      "[data-fairness],[data-phrase],[data-sound]",
  );
  if (!button || button.id === "main") return;
  const data = button.dataset;
  try {
    if ("sound" in data) {
      const on = sound.toggle();
      for (const one of document.querySelectorAll("[data-sound]")) one.setAttribute("aria-pressed", String(on));
    } else if (data.picture) {
      await save(document.getElementById(data.picture), data.name);
    } else if ("advice" in data) {
      await advise(button);
    } else if ("undo" in data) {
      picker.wanted = data.then ?? "";
      await post(`/tables/${id}/undo`, { seat: Number(seat), number: Number(main().dataset.undo) });
    } else if (data.post) {
      if (data.confirm && !(await agreed(data.confirm))) return;
      button.closest("dialog")?.close();
      await post(`/tables/${id}/${data.post}`, data.post === "abandon" ? {} : { seat: Number(seat) });
    } else if (data.join) {
      await join(Number(data.join));
    } else if (data.leave) {
      await post(`/tables/${id}/leave`, { seat: Number(data.leave) });
      location.reload();
    } else if ("begin" in data) {
      await start(id, data.begin ? { bots: data.begin } : {});
    } else if ("rematch" in data) {
      await rematch();
    } else if (data.fairness) {
      const answer = await fetch(data.fairness);
      if (!answer.ok) throw new Error(page.dataset.error ?? answer.statusText);
      document.getElementById("fairness").innerHTML = await answer.text();
      await tell(document.getElementById("own-checks"));
      say(document.getElementById("fairness").innerText);
      document.getElementById("fairness").scrollIntoView({ block: "nearest" });
    } else if (data.phrase) {
      await post(`/tables/${id}/chat`, { phrase: data.phrase });
    }
  } catch (error) {
    say(error.message);
    const problem = document.querySelector("main .problem");
    if (problem) Object.assign(problem, { textContent: error.message, hidden: false });
    else complain(error);
  }
});

document.addEventListener("submit", async (event) => {
  if (event.target.id !== "talk") return;
  event.preventDefault();
  const field = event.target.elements.text;
  const text = field.value.trim();
  if (!text) return;
  field.value = "";
  await post(`/tables/${id}/chat`, { text }).catch((error) => {
    field.value ||= text; // it was not said: nothing that was written is lost
    say(error.message);
    complain(error);
  });
});

// A hint: what a strong bot would consider in this seat's place is marked on the board.
async function advise(button) {
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  try {
    const { decision, hints } = await post(`/tables/${id}/hints`, { seat: Number(seat) });
    picker.advise(decision, hints, button.dataset);
  } finally {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}

async function join(number_) {
  const field = document.getElementById("join-name");
  const called = field.value.trim();
  if (called) localStorage.setItem("chateaux_name", called);
  if (page.dataset.guest === "0") await introduce(called || field.placeholder);
  await sit(id, number_, called);
  location.reload();
}

// The same again: whoever is here sits down at once, and it begins if nobody is awaited.
async function rematch() {
  const again = await post(`/tables/${id}/rematch`);
  const mine = list(main().dataset.mine).map((one) => (one + again.players - 1) % again.players);
  for (const one of mine) await sit(again.id, one, again.seats[one].name).catch(() => {});
  if (again.seats.every((one) => one.kind === "bot" || mine.includes(one.seat))) await start(again.id).catch(() => {});
  location.href = `/tables/${again.id}`;
}

for (const one of document.querySelectorAll("[data-sound]")) one.setAttribute("aria-pressed", String(sound.on));
showPreferences();
if (main()) {
  ready();
  stream.open();
} else {
  covered();
}
