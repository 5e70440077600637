/** The worker behind the page: opens it where its server cannot be reached. It takes part in nothing else. */
import { partOf, Shell, type Version } from "./shell.ts";

declare const OFFLINE_VERSION: Version;

/** An event that lasts until a promise is settled. */
interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** What a worker of this kind has, and other places have not. */
interface Scope {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(name: "install" | "activate", listen: (event: Lasting) => void): void;
  addEventListener(name: "fetch", listen: (event: Fetching) => void): void;
}
declare const self: Scope;

const shell = new Shell(OFFLINE_VERSION, {
  caches,
  fetch: (request, init) => fetch(request, init),
  async digest(bytes) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return btoa(String.fromCharCode(...hash));
  },
  after: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

// A version that is there whole takes the place of the one before at once: pages that are open have what they need.
self.addEventListener(
  "install",
  (event) => event.waitUntil(shell.install().then(() => self.skipWaiting())),
);
self.addEventListener(
  "activate",
  (event) => event.waitUntil(shell.tidy().then(() => self.clients.claim())),
);
self.addEventListener("fetch", (event) => {
  const part = partOf(event.request, location.origin);
  if (part) event.respondWith(shell[part](event.request));
});
