/** One actor per conversation: it turns commands into events. */
import type { Logger } from "../../runtime/logger.ts";
import { backoffMs, STORE_RETRY } from "../../runtime/retry.ts";
import { StreamActors } from "../../runtime/stream_actor.ts";
import type { Order, Ports, Result } from "./order.ts";
import { type Asked, carryOutTogether, mayJoin, TOGETHER } from "./carry_out_together.ts";

/** The conversations of this process. */
export class Conversations {
  readonly #actors: StreamActors<Asked>;
  readonly #ports: Ports;

  constructor(ports: Ports, logger: Logger) {
    this.#ports = ports;
    this.#actors = new StreamActors(ports, logger, async (conversationId, asked, next) => {
      const batch = [asked];
      const most = ports.log.kind === "remote" ? TOGETHER.remote : TOGETHER.local;
      const joins = ({ order }: Asked) => batch.length < most && mayJoin(order);
      if (mayJoin(asked.order)) { for (let more = next(joins); more; more = next(joins)) batch.push(more); }
      await carryOutTogether(ports, conversationId, batch);
    });
  }

  /** Carries out a command; `busy` when the mailbox is full. */
  ask(conversationId: string, order: Order): Promise<Result> {
    return this.#actors.ask(conversationId, (resolve) => ({ name: order.command.type, order, resolve }));
  }

  /** The same for a command of the program itself: a full mailbox or a broken store only delays it. */
  async insist(conversationId: string, order: Order, signal?: AbortSignal): Promise<Result> {
    const triedAfter = this.#ports.folds.peek(conversationId)?.seq ?? 0;
    for (let tries = 1;; tries++) {
      // Storing the same thing twice is worse than looking for it first.
      const again = tries > 1 ? { ...order, triedAfter } : order;
      const result = await this.ask(conversationId, again);
      if (result.ok || (result.code !== "busy" && result.code !== "unavailable")) return result;
      if (signal?.aborted || tries >= STORE_RETRY.tries) return { ...result, code: "unavailable" };
      await this.#ports.environment.sleep(backoffMs(STORE_RETRY, tries), signal);
    }
  }

  stop(): Promise<void> {
    return this.#actors.stop();
  }
}
