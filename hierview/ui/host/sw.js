// What the page is made of is kept, so that it opens without a network after the first time. FILES stands before this.
const KEPT = `hierview-${VERSION}`;

self.addEventListener("install", (e) => {
  e.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

const isOld = (name) => name.startsWith("hierview-") && name !== KEPT;

self.addEventListener("activate", (e) => {
  e.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

// The page itself is asked for anew where there is a network; what it names never changes under its name.
self.addEventListener("fetch", (e) => {
  const { request } = e;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const kept = () => caches.match(request, { ignoreSearch: true, cacheName: KEPT });
  const isPage = request.mode === "navigate";
  e.respondWith(isPage ? fetch(request).catch(kept) : kept().then((reply) => reply ?? fetch(request)));
});
