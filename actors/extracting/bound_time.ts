/**
 * Ends what reads a file when nobody waits for it any more. From outside no thread can be ended that never rests (Deno 2.9:
 * `terminate` is looked at between two turns of its loop), and a page of a PDF may hold steps for hours: one of 400 KB kept a
 * processor busy for as long as the server ran. pdf.js looks at the clock after each hundred steps, so the clock ends it.
 */
import { UnreadableFile } from "./refusal.ts";

/** From `ms` on, this thread's clock throws. For a thread of its own: it is not taken back. */
export function boundTime(ms: number): void {
  const { now } = Date;
  const end = performance.now() + ms;
  Date.now = () => {
    if (performance.now() > end) throw new UnreadableFile("slow");
    return now();
  };
}
