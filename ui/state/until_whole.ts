/** Looking for words again by itself while the server has not gone through everything yet: a few times, ever further apart. */
import type { SearchHits } from "../../server/contract/insights.ts";
import type { Answer } from "./api.ts";
import { after } from "./timer.ts";

/** Milliseconds after the last key before the server is asked. */
const REST_MS = 150;
/** Milliseconds until it is asked again while there may be more: five minutes in all. */
export const AGAIN_MS = [
  1_000,
  2_000,
  4_000,
  8_000,
  15_000,
  30_000,
  60_000,
  60_000,
  60_000,
  60_000,
] as const;

/** Asks once the keys rest, and again while there may be more; answers with what calls it off. */
export function askUntilWhole(
  ask: (signal: AbortSignal) => Promise<Answer<SearchHits>>,
  tell: (found: SearchHits) => void,
  later = after,
): () => void {
  const stopped = new AbortController();
  const waits = [REST_MS, ...AGAIN_MS].values();
  let callOff = () => {};
  const next = () => {
    const { value: ms } = waits.next();
    if (ms === undefined) return;
    callOff = later(ms, async () => {
      const answer = await ask(stopped.signal);
      if (stopped.signal.aborted || !answer.ok) return;
      tell(answer.value);
      if (answer.value.indexing) next();
    });
  };
  next();
  return () => {
    callOff();
    stopped.abort();
  };
}
