// Works for the house while no page is open: shows calls, and a page of its own when there is no network.
const KEPT = "chateaux-1";
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.add(new Request(OFFLINE, { cache: "reload" })))
      .catch(() => {}),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const call = event.data?.json() ?? {};
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const looks = open.some((one) => one.visibilityState === "visible" && new URL(one.url).pathname === call.url);
      if (!looks)
        await self.registration.showNotification(call.title ?? "Châteaux", {
          body: call.text,
          tag: call.tag,
          renotify: Boolean(call.tag),
          icon: "/icon-192.png",
          badge: "/icon-192.png",
          data: { url: call.url ?? "/" },
        });
      await self.navigator.setAppBadge?.().catch(() => {});
    })(),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window" });
      const there = open.find((one) => new URL(one.url).pathname === url.pathname);
      if (there) return there.focus();
      return self.clients.openWindow(url.href);
    })(),
  );
});

// Rules and files that were read once can be read again without a network; everything else comes from the house.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api/")) return;
  const page = request.mode === "navigate";
  const keeps = url.pathname.startsWith("/static/") || url.pathname.startsWith("/rules/");
  if (!page && !keeps) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(KEPT);
      if (url.pathname.startsWith("/static/")) {
        const known = await cache.match(request);
        if (known) return known;
      }
      try {
        const answer = await fetch(request);
        if (keeps && answer.ok) await cache.put(request, answer.clone());
        return answer;
      } catch (error) {
        const known = keeps && (await cache.match(request));
        if (known) return known;
        if (page) return (await cache.match(OFFLINE)) ?? Promise.reject(error);
        throw error;
      }
    })(),
  );
});
