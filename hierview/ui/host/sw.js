// What the page is made of is kept, so that it opens without a network after the first time. FILES stands before this.
const KEPT = `hierview-${VERSION}`;

self.addEventListener("install", (e) => {
  e.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (e) => {
  const old = (names) => names.filter((name) => name.startsWith("hierview-") && name !== KEPT);
  e.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

// The page itself is asked for anew where there is a network; what it names never changes under its name.
self.addEventListener("fetch", (e) => {
  const { request } = e;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const kept = () => caches.match(request, { ignoreSearch: true, cacheName: KEPT });
  e.respondWith(request.mode === "navigate" ? fetch(request).catch(kept) : kept().then((reply) => reply ?? fetch(request)));
});
