/** The shared worker: one connection for every tab of the browser, with the drafts of what any of them looks at. */
import type { TabMessage } from "./stream.ts";
import { type StreamMessage, StreamSource } from "./stream_source.ts";

interface Port {
  postMessage(messages: readonly StreamMessage[]): void;
  start(): void;
}

/** What each tab looks at. */
const ports = new Map<Port, readonly string[]>();
let ready = false;
let open = false;
/** What was told last of the disk since the connection was made. */
let disk: StreamMessage[] = [];

/** What came in one piece is passed on in one: tabs draw what was written together together, and once. */
const told: StreamMessage[] = [];
function pass(): void {
  const messages = told.splice(0);
  for (const port of ports.keys()) port.postMessage(messages);
}

const source = new StreamSource((message) => {
  if (message.type === "ready") [ready, disk] = [true, []];
  if (message.type === "frame" && message.name === "disk") disk = [message];
  if (message.type === "down" || message.type === "reset") ready = false;
  if (told.push(message) === 1) queueMicrotask(pass);
});

// The network is back, or another one: what is open may be dead without knowing it.
globalThis.addEventListener("online", () => open && source.open());

function heard(port: Port, message: TabMessage): void {
  if (message === "bye") ports.delete(port);
  else ports.set(port, message);
  source.look([...ports.values()].flat());
  if (open) return;
  // Only now is known what to ask for.
  open = true;
  source.open();
}

globalThis.addEventListener("connect", (event) => {
  for (const port of (event as MessageEvent & { ports: readonly MessagePort[] }).ports) {
    ports.set(port, []);
    port.addEventListener("message", ({ data }) => heard(port, data));
    port.start();
    if (ready) port.postMessage([{ type: "ready", again: false, position: source.position }, ...disk]);
  }
});
