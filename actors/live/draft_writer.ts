/**
 * Every answer this process is writing, stored tick by tick and shown only after that. A tick is a commit of as many
 * answers as one holds, those that waited longest; with few all are in it, with hundreds one tick follows the other, and
 * each takes what there is when it begins. It is also the heartbeat. A tick whose work row is not the one last written
 * means that somebody stopped the turn or took it over: nothing more of it is shown. How much there is stands in that
 * row for other processes; where there are none it is written as a sign of life alone.
 */
import type { DraftResult, DraftWrite, EventLog } from "../../events/store/types.ts";
import { type Environment, WOKEN } from "../runtime/environment.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import { ENDLESS_RETRY, retry } from "../runtime/retry.ts";
import type { Draft } from "../../projections/shapes/views.ts";
import { type LiveHub, thinking } from "./live_hub.ts";

/** Milliseconds between ticks: fast enough to read along; a remote store gets fewer, larger ones (S4-27). */
const TICK_MS = { local: 50, remote: 200 };
/** Answers of a tick at most: about what one commit holds. */
export const TICK_ANSWERS = { local: 96, remote: 8 };
/** Milliseconds after which a silent turn shows that it is alive; it must be seen every 2 s. */
const BEAT_MS = 1_500;

/** Answers of which more than one may have something new in the same turn of the loop. */
const MANY = 8;

/** What a claim gives: the turn, and the lock of its work row. */
export interface Claimed {
  readonly conversationId: string;
  readonly turnId: string;
  readonly messageId: string;
  readonly attempt: number;
  readonly owner: string;
  readonly stamp: string;
}

/** An answer being written. `text` and `reasoning` only ever grow. */
export class WritingDraft {
  text = "";
  reasoning = "";
  stored = { text: "", reasoning: "" };
  stamp: string;
  beat = 0;
  /** Monotonic time from which the next tick may take more; null before any text was stored: the first chunk goes at once (S4-28). */
  nextAt: number | null = null;
  beatAt: number;
  lost = false;

  constructor(readonly claimed: Claimed, now: number) {
    this.stamp = claimed.stamp;
    this.beatAt = now;
  }

  get dirty(): boolean {
    return this.text.length > this.stored.text.length || this.reasoning.length > this.stored.reasoning.length;
  }
}

interface WriterPorts {
  readonly log: Pick<EventLog, "drafts" | "kind">;
  readonly environment: Environment;
  readonly logger: Logger;
  /** Shows what is stored. */
  readonly hub: Pick<LiveHub, "drafts">;
  /** Whether another process may be on the store. */
  beside(): boolean;
}

export class DraftWriter {
  readonly #ports: WriterPorts;
  readonly #tickMs: number;
  readonly #most: number;
  readonly #open = new Map<WritingDraft, () => void>();
  readonly #stop = new AbortController();
  #ticking: Promise<void> | null = null;
  #running: Promise<void> | null = null;
  #wake: () => void = () => undefined;
  /** Monotonic time until which it sleeps. */
  #until = -Infinity;

  constructor(ports: WriterPorts) {
    this.#ports = ports;
    const where = ports.log.kind === "remote" ? "remote" : "local";
    this.#tickMs = TICK_MS[where];
    this.#most = TICK_ANSWERS[where];
  }

  /** Begins to write and to beat. `lost` is called once when the turn is no longer ours. */
  open(claimed: Claimed, lost: () => void): WritingDraft {
    const draft = new WritingDraft(claimed, this.#ports.environment.monotonic());
    this.#open.set(draft, lost);
    if (this.#running) this.#wake();
    else this.#running = this.#run();
    return draft;
  }

  /** Adds to an answer; it is stored and shown by the next tick. */
  add(draft: WritingDraft, text: string, reasoning = ""): void {
    draft.text += text;
    draft.reasoning += reasoning;
    // A piece that waits for the next tick anyway costs no look at all the others.
    if (this.#dueAt(draft) < this.#until) this.#wake();
  }

  /** No more ticks for this answer: afterwards `stamp` is its lock and `stored` what was shown of it. */
  async close(draft: WritingDraft): Promise<WritingDraft> {
    this.#open.delete(draft);
    this.#wake();
    await this.#ticking;
    return draft;
  }

  get size(): number {
    return this.#open.size;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#open.clear();
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { environment } = this.#ports;
    while (this.#open.size > 0) {
      const now = environment.monotonic();
      let next = Infinity;
      for (const draft of this.#open.keys()) next = Math.min(next, this.#dueAt(draft));
      if (next > now) {
        const woken = new AbortController();
        this.#wake = () => woken.abort(WOKEN);
        this.#until = next;
        await environment.sleep(next - now, woken.signal);
        this.#wake = () => undefined;
        continue;
      }
      // Where many begin together the first words come one behind the other: they are stored together.
      if (this.#open.size >= MANY) await environment.breathe();
      const batch = this.#batch(environment.monotonic());
      if (batch.length === 0) continue;
      this.#ticking = this.#tick(batch);
      await this.#ticking;
      this.#ticking = null;
    }
    // In the same step as the last look: an answer that comes now begins the next run.
    this.#running = null;
  }

  /** What is new of all, also what could have waited a little; of too many those that waited longest. */
  #batch(now: number): readonly WritingDraft[] {
    const batch = [...this.#open.keys()].filter((draft) => draft.dirty || this.#dueAt(draft) <= now);
    if (batch.length <= this.#most) return batch;
    return batch.sort((a, b) => this.#dueAt(a) - this.#dueAt(b)).slice(0, this.#most);
  }

  /** Whether each tick tells how much there is. Over a network one may land late, and must find another row by then. */
  get #told(): boolean {
    const { log, beside } = this.#ports;
    return log.kind === "remote" || beside();
  }

  #dueAt(draft: WritingDraft): number {
    const beat = draft.beatAt + BEAT_MS;
    if (!draft.dirty) return beat;
    return draft.nextAt ?? -Infinity;
  }

  async #tick(batch: readonly WritingDraft[]): Promise<void> {
    const { environment, hub } = this.#ports;
    const begun = environment.monotonic();
    const told = this.#told;
    const writes = batch.map((draft) => writeOf(draft, told || begun >= draft.beatAt + BEAT_MS));
    const results = await this.#store(writes);
    const now = environment.monotonic();
    // From one taking to the next, so that how long it takes to store delays a piece once; but half of the time is the others'.
    const nextAt = Math.max(begun + this.#tickMs, now + this.#tickMs / 2);
    const frames: Draft[] = [];
    for (const [index, draft] of batch.entries()) {
      const write = writes[index];
      const result = results?.[index];
      if (!write || !result) continue;
      if (!result.ok) {
        draft.lost = true;
        this.#open.get(draft)?.();
        this.#open.delete(draft);
        continue;
      }
      const frame = frameOf(draft, write);
      draft.stamp = result.stamp;
      if (!write.rowStays) {
        draft.beat = write.row.beat;
        draft.beatAt = now;
      }
      draft.stored = { text: write.text, reasoning: write.reasoning };
      if (!frame) continue;
      draft.nextAt = nextAt;
      frames.push(frame);
    }
    if (frames.length > 0) hub.drafts(frames);
  }

  /** Sends the very same tick again when the store broke: a row that landed is then recognised as ours. */
  #store(writes: readonly DraftWrite[]): Promise<DraftResult[] | null> {
    const { log, environment, logger } = this.#ports;
    return retry(environment, this.#stop.signal, () => log.drafts.write(writes), {
      policy: ENDLESS_RETRY,
      failed: (error) => logger("error", "draft_failed", { answers: writes.length, ...safely(error) }),
    }).catch(() => null);
  }
}

function writeOf(draft: WritingDraft, beats: boolean): DraftWrite {
  const { conversationId, turnId, attempt, owner } = draft.claimed;
  const { text, reasoning, stored } = draft;
  return {
    conversationId,
    turnId,
    row: {
      attempt,
      owner,
      beat: draft.beat + 1,
      length: text.length,
      reasoningLength: reasoning.length,
    },
    ...(beats ? {} : { rowStays: true }),
    expect: draft.stamp,
    text,
    from: stored.text.length,
    reasoning,
    reasoningFrom: stored.reasoning.length,
  };
}

/** What a tick newly shows; null for a mere sign of life. */
function frameOf(draft: WritingDraft, write: DraftWrite): Draft | null {
  const { conversationId, turnId, messageId, attempt } = draft.claimed;
  const text = write.text.slice(write.from);
  const reasoning = write.reasoning.slice(write.reasoningFrom);
  if (text === "" && reasoning === "") return null;
  return {
    conversationId,
    turnId,
    messageId,
    attempt,
    at: write.from,
    text,
    ...thinking(write.reasoningFrom, reasoning),
  };
}
