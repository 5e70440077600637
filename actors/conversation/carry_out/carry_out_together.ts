/**
 * Commands from inside running turns that wait together are stored together: twenty agents that claim at once
 * cost one commit instead of twenty. Each is still decided on what those before it decided.
 */
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import { carryOut, type Refused, type Waiting } from "../../runtime/stream_actor.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import type { Accepted, Command } from "../commands.ts";
import { carryOutOne, commitOf, committed, listRow, plannedRow } from "./carry_out.ts";
import { decideOn, type Order, type Ports, type Result } from "./order.ts";
import { workChanges } from "./work_changes.ts";

/** Commands in one append; a remote store takes ten checks, and each may bring a work row or a blob. */
export const TOGETHER = { local: 32, remote: 6 };

export interface Asked extends Waiting {
  readonly order: Order;
  resolve(result: Result): void;
}

/** Too few of them have anything to store. */
const ALONE: Refused = { ok: false, code: "conflict", detail: "To be carried out alone." };

const INSIDE: ReadonlySet<Command["type"]> = new Set<Command["type"]>([
  "claim",
  "call",
  "call_failed",
  "tool_called",
  "tool_returned",
  "answer_paused",
]);

/** What ends no turn and answers no person may share an append. */
export function mayJoin({ command, idempotency, patienceMs, triedAfter }: Order): boolean {
  return INSIDE.has(command.type) && !idempotency && patienceMs === undefined && triedAfter === undefined;
}

interface Decided extends Pick<Accepted, "events" | "answer"> {
  readonly asked: Asked;
}

interface Together {
  readonly ok: true;
  readonly events: readonly NewConversationEvent[];
  readonly answer: readonly Decided[];
  readonly after: ConversationState;
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
      asked.resolve(await carryOutOne(ports, conversationId, asked.order));
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
  const result = await carryOut<ConversationState, Together>(ports, conversationId, {}, {
    decide(now) {
      const answer: Decided[] = [];
      let after = now;
      for (const asked of batch) {
        const decision = decideOn(ports, after, asked.order);
        if (!decision.ok || decision.events.length === 0) continue;
        answer.push({ asked, events: decision.events, answer: decision.answer });
        after = decision.after;
      }
      if (answer.length < 2) return ALONE;
      return { ok: true, events: answer.flatMap(({ events }) => events), answer, after };
    },
    commit({ state }, { events, answer, after }) {
      const work = answer.flatMap((one) => workChanges(one.events, one.asked.order.fence));
      return commitOf({ before: plannedRow(state), after: listRow(after) }, events, work);
    },
    committed: committed(ports),
  });
  // Too much together, or one of them lost its turn: alone, each fits or is refused by itself.
  if (!result.ok) return [];
  const { answer: decided, stamp } = result;
  let seq = result.seq - decided.reduce((sum, { events }) => sum + events.length, 0);
  for (const { asked, events, answer } of decided) {
    seq += events.length;
    asked.resolve({ ok: true, seq, answer, repeated: false, stamp });
  }
  return decided.map(({ asked }) => asked);
}
