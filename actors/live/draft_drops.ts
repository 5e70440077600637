/** Drafts of answers that have ended are in their events: removed a little later, when nobody waits for it. */
import type { NewConversationEvent } from "../../events/catalog/conversation.ts";
import type { EventLog } from "../../events/store/types.ts";
import { endsTurn } from "../../projections/conversation/turn_ends.ts";
import type { Environment } from "../runtime/environment.ts";
import { type Logger, safely } from "../runtime/logger.ts";

/** Milliseconds after an answer's end: commits of answers go first. */
const LATER_MS = 2_000;

export class DraftDrops {
  readonly #stop = new AbortController();
  #ended: { conversationId: string; turnId: string; attempts?: number }[] = [];
  #dropping: Promise<void> | null = null;

  constructor(
    readonly log: Pick<EventLog, "drafts">,
    readonly environment: Environment,
    readonly logger: Logger,
  ) {}

  heard(conversationId: string, events: readonly NewConversationEvent[]): void {
    for (const event of events) {
      if (!endsTurn(event)) continue;
      const { data } = event;
      const attempts = "attempt" in data ? { attempts: data.attempt } : {};
      this.#ended.push({ conversationId, turnId: data.turnId, ...attempts });
    }
    if (this.#ended.length > 0 && !this.#stop.signal.aborted) {
      this.#dropping ??= this.#drop();
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#dropping;
  }

  async #drop(): Promise<void> {
    while (this.#ended.length > 0) {
      await this.environment.sleep(LATER_MS, this.#stop.signal);
      const ended = this.#ended.splice(0);
      try {
        await Promise.all(
          ended.map(({ conversationId, turnId, attempts }) =>
            this.log.drafts.drop(conversationId, turnId, attempts)
          ),
        );
      } catch (error) {
        this.logger("warn", "drafts_not_dropped", safely(error));
      }
    }
    // In the same step as the last look: what ends now is dropped by the next.
    this.#dropping = null;
  }
}
