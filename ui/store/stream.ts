/** The event stream as a tab sees it: through the shared worker, or its own connection where there is none. */
import { type StreamMessage, StreamSource } from "./stream_source.ts";

declare const WORKER_PATH: string;

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): {
    createScriptURL(url: string): string;
  };
}

/** The worker's own address, as the policy `fishbowl-worker` lets it pass; nothing else does. */
function workerAddress(): string {
  const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (!trusted) return WORKER_PATH;
  return trusted.createPolicy("fishbowl-worker", {
    createScriptURL(url) {
      if (url !== WORKER_PATH) throw new TypeError("only the worker's own address");
      return url;
    },
  }).createScriptURL(WORKER_PATH);
}

export function openStream(tell: (message: StreamMessage) => void): void {
  try {
    const worker = new SharedWorker(workerAddress(), { type: "module", name: "fishbowl" });
    worker.port.addEventListener("message", ({ data }) => tell(data as StreamMessage));
    worker.port.start();
    addEventListener("pagehide", () => worker.port.postMessage("bye"));
    addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
  } catch {
    const source = new StreamSource(tell);
    source.open();
    addEventListener("online", () => source.open());
    // A hidden tab gives its connection back: browsers allow six to one server.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) source.close();
      else source.open();
    });
  }
}
