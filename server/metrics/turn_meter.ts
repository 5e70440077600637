/** How turns end and how long their first text takes, counted from what this process is told since it started. */
import type { Live } from "../../actors/system.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { isRoomId } from "../../projections/comparisons/letters.ts";
import type { Distribution } from "./exposition.ts";

/** Seconds up to which a first text is counted, as far apart as people notice. */
const BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120] as const;
/** Turns of which the first text is awaited at once; of more the oldest is not counted. */
export const AWAITED = 10_000;

/** What an event says of how its turn ended. */
const OUTCOMES: Readonly<Record<string, string>> = {
  TurnCompleted: "completed",
  TurnFailed: "failed",
  TurnCancelled: "cancelled",
};

function turnOf({ data }: AnyEvent): string | undefined {
  const { turnId } = data as { readonly turnId?: unknown };
  return typeof turnId === "string" ? turnId : undefined;
}

export class TurnMeter {
  /** Turns that ended, by how. */
  readonly ended = new Map(Object.values(OUTCOMES).map((outcome) => [outcome, 0]));
  /** When a turn was asked for, by its id; those that have no text yet. */
  readonly #awaited = new Map<string, number>();
  readonly #counts = BOUNDS.map(() => 0);
  #count = 0;
  #sum = 0;

  /** `monotonic`: milliseconds that only grow. */
  constructor(readonly monotonic: () => number) {}

  hear(live: Live): void {
    if (live.type === "drafts") { for (const { turnId } of live.drafts) this.#came(turnId); }
    if (live.type !== "commit") return;
    // Ended in the commit that asks for it, a turn was taken from a file: it took no time here.
    const asked = new Set<string>();
    for (const { stream, event } of live.commit.events) {
      // When answers of a comparison come is told of none of them.
      if (isRoomId(stream)) continue;
      const turnId = turnOf(event);
      if (turnId === undefined) continue;
      const outcome = OUTCOMES[event.type];
      if (event.type === "TurnRequested") {
        asked.add(turnId);
        this.#await(turnId);
      } else if (outcome !== undefined) {
        if (!asked.has(turnId)) this.#end(turnId, outcome);
        this.#awaited.delete(turnId);
      }
    }
  }

  /** Of first texts, in seconds from the request. */
  get firstText(): Distribution {
    let count = 0;
    const buckets = BOUNDS.map((bound, at) => [bound, count += this.#counts[at] ?? 0] as const);
    return { buckets, count: this.#count, sum: this.#sum };
  }

  #end(turnId: string, outcome: string): void {
    this.ended.set(outcome, (this.ended.get(outcome) ?? 0) + 1);
    // An answer that came in one piece had its first text with its last.
    if (outcome === "completed") this.#came(turnId);
  }

  #await(turnId: string): void {
    const [oldest] = this.#awaited.keys();
    if (this.#awaited.size >= AWAITED && oldest !== undefined) this.#awaited.delete(oldest);
    this.#awaited.set(turnId, this.monotonic());
  }

  #came(turnId: string): void {
    const asked = this.#awaited.get(turnId);
    if (asked === undefined) return;
    this.#awaited.delete(turnId);
    const seconds = (this.monotonic() - asked) / 1_000;
    this.#count++;
    this.#sum += seconds;
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    if (at >= 0) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }
}
