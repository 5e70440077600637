/** The event stream as a tab sees it: through the shared worker, or its own connection where there is none. */
import { type StreamMessage, StreamSource } from "./stream_source.ts";
import { streamWorkerAddress } from "./workers.ts";

export function openStream(tell: (message: StreamMessage) => void): void {
  try {
    const worker = new SharedWorker(streamWorkerAddress(), { type: "module", name: "fishbowl" });
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
