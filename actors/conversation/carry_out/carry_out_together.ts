/**
 * Commands from inside running turns that wait together are stored together: twenty agents that claim at once
 * cost one commit instead of twenty. Each is still decided on what those before it decided.
 */
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import { TooLarge } from "../../../events/store/errors.ts";
import type { AppendResult } from "../../../events/store/types.ts";
import { blobsNamed } from "./blobs_named.ts";
import { carryOut, checkRow, decideOn, listRow, type Order, type Ports, type Result } from "./carry_out.ts";
import type { Answer, Command } from "../commands.ts";
import { workChanges } from "./work_changes.ts";

/** Commands in one append; a remote store takes ten checks, and each may bring a work row or a blob. */
export const TOGETHER = { local: 32, remote: 6 };

export interface Asked {
  readonly order: Order;
  resolve(result: Result): void;
}

const INSIDE: ReadonlySet<Command["type"]> = new Set<Command["type"]>([
  "claim",
  "call",
  "call_failed",
  "tool_called",
  "tool_returned",
]);

/** What ends no turn and answers no person may share an append. */
export function mayJoin({ command, idempotency, patienceMs, triedAfter }: Order): boolean {
  return INSIDE.has(command.type) && !idempotency && patienceMs === undefined && triedAfter === undefined;
}

interface Decided {
  readonly asked: Asked;
  readonly events: readonly NewConversationEvent[];
  readonly answer: Answer;
}

/** Carries out a batch; what cannot be stored with the others is carried out alone, in order. */
export async function carryOutTogether(
  ports: Ports,
  conversationId: string,
  batch: readonly Asked[],
): Promise<void> {
  const left = new Set(batch);
  try {
    if (batch.length > 1) {
      for (const asked of await storeTogether(ports, conversationId, batch)) left.delete(asked);
    }
    for (const asked of left) {
      asked.resolve(await carryOut(ports, conversationId, asked.order));
      left.delete(asked);
    }
  } catch (error) {
    // The runtime tells the sender of the first; the others are told here.
    for (const asked of left) {
      if (asked !== batch[0]) asked.resolve({ ok: false, code: "unavailable", detail: "The store broke." });
    }
    throw error;
  }
}

/** Those that were stored, each answered. */
async function storeTogether(
  ports: Ports,
  conversationId: string,
  batch: readonly Asked[],
): Promise<Asked[]> {
  const { log, folds } = ports;
  let folded = await folds.get(conversationId);
  for (;;) {
    const { head } = folded;
    let { state } = folded;
    const decided: Decided[] = [];
    for (const asked of batch) {
      const decision = decideOn(ports, state, asked.order);
      // A refusal counts only on a current fold: it is decided again, alone.
      if (!decision.ok || decision.events.length === 0) continue;
      decided.push({ asked, events: decision.events, answer: decision.answer });
      state = decision.after;
    }
    if (decided.length < 2) return [];
    const events = decided.flatMap((d) => d.events);
    const blobs = blobsNamed(events);
    const list = listRow(state);
    let result: AppendResult;
    try {
      result = await log.append({
        stream: conversationId,
        head,
        events,
        alongside: {
          list,
          work: decided.flatMap((d) => workChanges(d.events, d.asked.order.fence)),
          ...(blobs.length > 0 ? { blobs } : {}),
        },
      });
    } catch (error) {
      // Too much together: alone, each fits or is refused by itself.
      if (error instanceof TooLarge) return [];
      throw error;
    }
    if (result.ok) {
      folds.advance(folded, result.head, result.events);
      checkRow(ports, folded, result.head.seq, list);
      ports.appended?.(conversationId, events, result.head);
      let seq = head.seq;
      for (const { asked, events, answer } of decided) {
        seq += events.length;
        asked.resolve({ ok: true, seq, answer, repeated: false, stamp: result.head.stamp });
      }
      return decided.map(({ asked }) => asked);
    }
    if (result.reason !== "head") return [];
    folded = await folds.refresh(conversationId);
  }
}
