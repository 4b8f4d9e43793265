/** Keeps the page's files from the first visit on, so that it can be played without a connection. */

const CACHE = "cpsudoku-page";

self.addEventListener("install", (event) => {
  const keep = async () => {
    const files = await (await fetch("files.json", { cache: "no-cache" })).json();
    await (await caches.open(CACHE)).addAll(files);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/api/")) return;
  // The network first, so that a newer page is never hidden by an old one.
  event.respondWith(
    fetch(event.request)
      .then(async (answer) => {
        const copy = answer.clone();
        if (answer.ok) (await caches.open(CACHE)).put(event.request, copy);
        return answer;
      })
      .catch(async () => (await caches.match(event.request, { ignoreSearch: true })) ?? Response.error()),
  );
});
