/** One actor per conversation: it turns commands into events, one at a time, so that they seldom conflict. */
import { Actors, Stopped } from "../../runtime/actor.ts";
import { type Logger, safely } from "../../runtime/logger.ts";
import type { Order, Ports, Result } from "./carry_out.ts";
import { type Asked, carryOutTogether, mayJoin, TOGETHER } from "./carry_out_together.ts";

export type ConversationResult = Result | {
  readonly ok: false;
  readonly code: "busy";
  readonly detail: string;
};

const BUSY: ConversationResult = {
  ok: false,
  code: "busy",
  detail: "Too many commands are waiting. Please try again in a moment.",
};
const BROKEN = { ok: false, code: "unavailable", detail: "The command could not be carried out." } as const;

/** How often a command of the program itself is tried when the store breaks, and milliseconds between. */
const TRIES = 8;
const AGAIN_MS = 100;

/** The conversations of this process. */
export class Conversations {
  readonly #actors: Actors<Asked>;

  readonly #ports: Ports;

  constructor(ports: Ports, log: Logger) {
    this.#ports = ports;
    this.#actors = new Actors((conversationId) => ({
      clock: ports.environment,
      start: () => async (asked, next) => {
        const batch = [asked];
        const most = ports.log.kind === "remote" ? TOGETHER.remote : TOGETHER.local;
        const joins = ({ order }: Asked) => batch.length < most && mayJoin(order);
        if (mayJoin(asked.order)) { for (let more = next(joins); more; more = next(joins)) batch.push(more); }
        await carryOutTogether(ports, conversationId, batch);
      },
      failed({ order, resolve }, error) {
        // What is in memory may be what broke: the next command folds from the log.
        ports.folds.forget(conversationId);
        if (!(error instanceof Stopped)) {
          log("error", "command_failed", { conversationId, command: order.command.type, ...safely(error) });
        }
        resolve(BROKEN);
      },
    }));
  }

  /** Carries out a command; `busy` when the mailbox is full. */
  ask(conversationId: string, order: Order): Promise<ConversationResult> {
    return new Promise((resolve) => {
      if (!this.#actors.send(conversationId, { order, resolve })) resolve(BUSY);
    });
  }

  /** The same for a command of the program itself: a full mailbox or a broken store only delays it. */
  async insist(conversationId: string, order: Order, signal?: AbortSignal): Promise<Result> {
    const triedAfter = this.#ports.folds.peek(conversationId)?.seq ?? 0;
    for (let tries = 1;; tries++) {
      // Storing the same thing twice is worse than looking for it first.
      const again = tries > 1 ? { ...order, triedAfter } : order;
      const result = await this.ask(conversationId, again);
      if (result.ok || (result.code !== "busy" && result.code !== "unavailable")) return result;
      if (signal?.aborted || tries >= TRIES) return { ...BROKEN, detail: result.detail };
      await this.#ports.environment.sleep(AGAIN_MS * tries, signal);
    }
  }

  get size(): number {
    return this.#actors.size;
  }

  stop(): Promise<void> {
    return this.#actors.stop();
  }
}
