// Being called: one small stream for a page that does not look at a table, and what it does when somebody is called.
import { bell } from "./sound.js";

const SILENCE = 22000; // milliseconds; the house says something every 15 seconds
const icon = () => document.querySelector('link[rel="icon"]');
const plain = icon()?.href;
let title = "";
let source = null;
let watch = 0;
let timer = 0;
let lobby = () => {};

// Opens the stream; `changed` is told when the lobby has.
export function listen(changed = lobby) {
  lobby = changed;
  clearTimeout(timer);
  source?.close();
  source = new EventSource(`/api/me/calls?language=${document.documentElement.lang}`);
  source.addEventListener("call", (event) => {
    heard();
    called(JSON.parse(event.data));
  });
  source.addEventListener("lobby", () => {
    heard();
    lobby();
  });
  source.addEventListener("alive", heard);
  source.onopen = heard;
  source.onerror = again;
  heard();
}

export function deaf() {
  clearTimeout(watch);
  clearTimeout(timer);
  source?.close();
  source = null;
}

function again() {
  deaf();
  timer = setTimeout(() => {
    listen();
    lobby();
  }, 3000);
}

function heard() {
  clearTimeout(watch);
  watch = setTimeout(again, SILENCE);
}

// A call: the title and the little picture of the tab, a bell, a buzz, a notification where they are allowed.
function called(call) {
  document.dispatchEvent(new CustomEvent("chateaux:called", { detail: call }));
  if (call.kind === "turn" || document.hidden) mark(call);
  if (!fresh(call)) return; // another tab has rung already
  bell();
  navigator.vibrate?.([80, 60, 80]);
  if (document.hidden) show(call);
}

function fresh(call) {
  const key = `${call.tag}/${call.number}`;
  const known = localStorage.getItem("chateaux_called") === key;
  localStorage.setItem("chateaux_called", key);
  return !known;
}

function mark(call) {
  title ||= document.title;
  document.title = `${call.text} · ${call.title}`;
  const link = icon();
  if (link?.dataset.turn) link.href = link.dataset.turn;
  navigator.setAppBadge?.().catch(() => {});
}

// Whoever looks has been told.
export function unmark() {
  if (title) document.title = title;
  title = "";
  if (icon() && plain) icon().href = plain;
  navigator.clearAppBadge?.().catch(() => {});
}

async function show(call) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker?.getRegistration();
  if (await worker?.pushManager?.getSubscription().catch(() => null)) return; // the house calls this device itself
  const options = { body: call.text, tag: call.tag, icon: "/icon-192.png", data: { url: call.url } };
  if (worker) worker.showNotification(call.title, options);
  else
    new Notification(call.title, options).onclick = () => {
      window.focus();
      location.href = call.url;
    };
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) unmark();
});
