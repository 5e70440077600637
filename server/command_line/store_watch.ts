/** Says in the log when the store's file was taken away under the running server, and when it is back. */
import type { StoreLog } from "../../events/store/log.ts";
import type { Logger } from "../../actors/runtime/logger.ts";

/** Milliseconds between two looks; a write looks itself. */
const LOOK_MS = 1_000;

/** Returns the way to stop. */
export function watchStore(store: Pick<StoreLog, "gone" | "path">, logger: Logger): () => void {
  let gone = false;
  const timer = setInterval(() => {
    if (store.gone() === gone) return;
    gone = !gone;
    const detail = gone
      ? "The store's file was removed or replaced while it is open. Every write is refused. Stop the server, put " +
        "the file back or restore a backup, and start it again."
      : "The store's file is the one that was opened again. Writes are taken.";
    logger(gone ? "error" : "info", gone ? "store_gone" : "store_back", { path: store.path, detail });
  }, LOOK_MS);
  return () => clearInterval(timer);
}
