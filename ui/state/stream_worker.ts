/** The shared worker: one connection for every tab of the browser. */
import { type StreamMessage, StreamSource } from "./stream_source.ts";

interface Port {
  postMessage(message: StreamMessage): void;
  start(): void;
}

const ports = new Set<Port>();
let ready = false;

const source = new StreamSource((message) => {
  if (message.type === "ready") ready = true;
  if (message.type === "down" || message.type === "reset") ready = false;
  for (const port of ports) port.postMessage(message);
});
source.open();
// The network is back, or another one: what is open may be dead without knowing it.
globalThis.addEventListener("online", () => source.open());

globalThis.addEventListener("connect", (event) => {
  for (const port of (event as MessageEvent & { ports: readonly MessagePort[] }).ports) {
    ports.add(port);
    port.addEventListener("message", ({ data }) => {
      if (data === "bye") ports.delete(port);
    });
    port.start();
    if (ready) port.postMessage({ type: "ready", again: false });
  }
});
