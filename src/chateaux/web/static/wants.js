// One place to choose what one wants to hear, and whether this device may be called.
import { post } from "./api.js";
import * as sound from "./sound.js";

const box = document.getElementById("calls");
if (box) {
  const state = box.querySelector("[data-state]");
  const ask = box.querySelector("[data-call-here]");
  const stop = box.querySelector("[data-call-stop]");
  const possible = "Notification" in window && "serviceWorker" in navigator;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

  const refresh = async () => {
    const worker = possible ? await navigator.serviceWorker.getRegistration() : null;
    const subscribed = Boolean(await worker?.pushManager?.getSubscription().catch(() => null));
    const allowed = possible && Notification.permission === "granted";
    const kind = !possible
      ? "cannot"
      : Notification.permission === "denied"
        ? "denied"
        : subscribed
          ? "push"
          : allowed
            ? "open"
            : "ask";
    state.textContent = box.dataset[kind];
    ask.hidden = !["ask", "open"].includes(kind);
    stop.hidden = kind !== "push";
  };

  ask.addEventListener("click", async () => {
    if ((await Notification.requestPermission()) === "granted") {
      const worker = await navigator.serviceWorker.ready;
      const found = await worker.pushManager
        .subscribe({ userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) })
        .catch(() => null);
      if (found) {
        const { endpoint, keys } = found.toJSON();
        await post("/me/push", {
          endpoint,
          keys: { p256dh: keys.p256dh, auth: keys.auth },
          language: document.documentElement.lang,
        }).catch(async (error) => {
          await found.unsubscribe();
          state.textContent = error.message;
        });
      }
    }
    refresh();
  });

  stop.addEventListener("click", async () => {
    const worker = await navigator.serviceWorker.ready;
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    await post("/me/push/stop");
    refresh();
  });

  const ringing = box.querySelector("[name=sound]");
  ringing.checked = sound.on;
  box.addEventListener("change", async (event) => {
    if (event.target === ringing) {
      if (sound.on !== ringing.checked) sound.toggle();
      return;
    }
    const wants = Object.fromEntries(
      ["turn", "game", "talk"].map((name) => [name, box.querySelector(`[name=${name}]`).checked]),
    );
    await post("/me/wants", wants).catch((error) => {
      state.textContent = error.message;
    });
  });
  refresh();
}
