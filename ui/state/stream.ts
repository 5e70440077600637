/** The event stream as a tab sees it: through the shared worker, or its own connection where there is none. */
import { type StreamMessage, StreamSource } from "./stream_source.ts";
import { streamWorkerAddress } from "./workers.ts";

/** What a tab tells the worker: the conversations it looks at, or that it goes. */
export type TabMessage = readonly string[] | "bye";

/** Opens it with what is looked at. Returns the way to say that something else is. */
export function openStream(
  tell: (message: StreamMessage) => void,
  looked: readonly string[],
): (looked: readonly string[]) => void {
  try {
    const worker = new SharedWorker(streamWorkerAddress(), { type: "module", name: "fishbowl" });
    const say = (message: TabMessage) => worker.port.postMessage(message);
    worker.port.addEventListener("message", ({ data }) => {
      for (const message of data as readonly StreamMessage[]) tell(message);
    });
    worker.port.start();
    say(looked);
    addEventListener("pagehide", () => say("bye"));
    addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
    return say;
  } catch {
    const source = new StreamSource(tell);
    source.look(looked);
    source.open();
    addEventListener("online", () => source.open());
    // A hidden tab gives its connection back: browsers allow six to one server.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) source.close();
      else source.open();
    });
    return (now) => source.look(now);
  }
}
