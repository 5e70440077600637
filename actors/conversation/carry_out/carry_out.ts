/**
 * One command turned into events: decide on the fold, append under the optimistic lock, and on a conflict
 * fold what came in between and decide again. A refusal counts only on a fold that is known to be current.
 */
import type { Actor } from "../../../events/catalog/envelope.ts";
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import type { AppendResult, CommandRow, EventLog, Head } from "../../../events/store/types.ts";
import { DiskFull, StoreGone, TooLarge } from "../../../events/store/errors.ts";
import type { ConversationState } from "../../../projections/conversation/state.ts";
import { type ListRow, rowOf } from "../../../projections/conversation/list.ts";
import type { Environment } from "../../runtime/environment.ts";
import type { Folded, Folds } from "../../runtime/open_folds.ts";
import type { Accepted, Answer, Command, Deciding, Refusal, RefusalCode } from "../commands.ts";
import { blobsNamed } from "./blobs_named.ts";
import { takeDrafts, turnsToFence, withPartials } from "./partials.ts";
import { type Fence, workChanges } from "./work_changes.ts";

/** Milliseconds a command from outside may take before it is answered with 503; internal ones never give up. */
export const PATIENCE_MS = 5_000;

export interface Order {
  readonly command: Command;
  readonly by: Actor;
  /** Names the events; the same order decided again keeps it, so that what landed is recognised. */
  readonly commandId: string;
  readonly idempotency?: { readonly caller: string; readonly key: string; readonly bodyHash: string };
  /** The work row of the turn the command is about, as its actor last wrote or read it. */
  readonly fence?: Fence;
  /** The turn whose own actor asks: what it showed is in the command, nobody has to take it from the store. */
  readonly own?: string;
  /** Absent: never give up. */
  readonly patienceMs?: number;
  /** An earlier try broke and may have landed: its events, if any, stand after this seq. */
  readonly triedAfter?: number;
}

export type Result =
  | {
    readonly ok: true;
    readonly seq: number;
    readonly answer: Answer;
    readonly repeated: boolean;
    /** Versionstamp of the commit: that of every row it wrote. Null when nothing was appended. */
    readonly stamp: string | null;
  }
  | {
    readonly ok: false;
    /** `lost`: the turn's work row is not what was expected, somebody is ending the turn. */
    /** `too_large`: it can never be stored; trying again would change nothing. */
    readonly code: RefusalCode | "reused_key" | "unavailable" | "lost" | "too_large";
    readonly detail: string;
    readonly path?: string;
  };

export interface Ports {
  readonly log: EventLog;
  readonly folds: Folds<ConversationState>;
  readonly environment: Environment;
  decide(command: Command, state: ConversationState, deciding: Deciding): Accepted | Refusal;
  /** What the conversation has cost, in US dollars; undefined when unknown. */
  spentUsd?(state: ConversationState): number | undefined;
  /** Names a fence; each one differently, so that no draft tick takes it for its own. */
  fenceName(): string;
  /** Told of what must never be. Looked for only where somebody listens: in tests and in the simulation. */
  violated?(what: string): void;
  /** Told of events as soon as they are stored, to stop what they end; nobody is shown anything from here. */
  appended?(conversationId: string, events: readonly NewConversationEvent[], head: Head): void;
}

const GONE: Result = { ok: false, code: "not_found", detail: "There is no such conversation." };
const LATE: Result = { ok: false, code: "unavailable", detail: "The store did not answer in time." };
const TOO_LARGE: Result = {
  ok: false,
  code: "too_large",
  detail: "This is more than the log can hold at once.",
};
const LOST: Result = { ok: false, code: "lost", detail: "The turn was stopped or taken over." };

/** Carries out `order`. Throws only when I/O is broken. */
export async function carryOut(ports: Ports, conversationId: string, order: Order): Promise<Result> {
  try {
    return await carry(ports, conversationId, order);
  } catch (error) {
    // The same append would be refused for ever: whoever asked must hear it, not try again.
    if (error instanceof TooLarge) return TOO_LARGE;
    // Also where a turn in the way is fenced, which is a commit of its own.
    if (error instanceof DiskFull || error instanceof StoreGone) {
      return { ok: false, code: "unavailable", detail: error.message };
    }
    throw error;
  }
}

async function carry(ports: Ports, conversationId: string, order: Order): Promise<Result> {
  const { log, folds, environment } = ports;
  const { patienceMs } = order;
  const deadline = patienceMs === undefined ? Infinity : environment.monotonic() + patienceMs;
  if (order.idempotency) {
    const row = await log.command(order.idempotency.caller, order.idempotency.key);
    if (row) return repeated(row, order.idempotency.bodyHash);
  }
  if (order.triedAfter !== undefined) {
    const seq = await landed(log, conversationId, order.commandId, order.triedAfter);
    if (seq !== null) {
      await folds.refresh(conversationId);
      return { ok: true, seq, answer: {}, repeated: true, stamp: null };
    }
  }
  let folded = await folds.get(conversationId);
  let current = false;
  while (true) {
    const decision = decideOn(ports, folded.state, order);
    if (!decision.ok || decision.events.length === 0) {
      if (!current) {
        folded = await folds.refresh(conversationId);
        current = true;
        continue;
      }
      if (!decision.ok) return decision;
      if (!order.idempotency) return nothing(folded, order, decision);
    }
    const left = deadline - environment.monotonic();
    if (left <= 0) return LATE;
    const result = await append(ports, folded, order, decision, left);
    if (result.ok) {
      if (result.events.length === 0) return nothing(folded, order, decision);
      ports.appended?.(conversationId, decision.events, result.head);
      const { seq, stamp } = result.head;
      return { ok: true, seq, answer: decision.answer, repeated: false, stamp };
    }
    switch (result.reason) {
      case "head":
        folded = await folds.refresh(conversationId);
        current = true;
        continue;
      case "work":
        return LOST;
      case "command":
        return repeated(result.row, order.idempotency?.bodyHash ?? "");
      case "deleted":
        folds.forget(conversationId);
        return GONE;
      case "unavailable":
        return { ok: false, code: "unavailable", detail: result.detail };
      default:
        return result satisfies never;
    }
  }
}

/** Seq of the last event that a command left behind, or null: it did not land. */
async function landed(
  log: EventLog,
  conversationId: string,
  commandId: string,
  after: number,
): Promise<number | null> {
  let seq: number | null = null;
  for await (const events of log.read(conversationId, after)) {
    for (const event of events) if (event.id.startsWith(`${commandId}/`)) seq = event.seq;
  }
  return seq;
}

export function decideOn(ports: Ports, state: ConversationState, order: Order): Accepted | Refusal {
  return ports.decide(order.command, state, {
    by: order.by,
    commandId: order.commandId,
    at: ports.environment.now(),
    hex: ports.environment.hex,
    spentUsd: () => ports.spentUsd?.(state),
  });
}

async function append(
  ports: Ports,
  folded: Folded<ConversationState>,
  order: Order,
  decision: Accepted,
  patienceMs: number,
): Promise<AppendResult> {
  const { log, folds } = ports;
  const { stream, state, head } = folded;
  const list = listRow(decision.after);
  const taking = turnsToFence(decision.events, state, order.own);
  const drafts = await takeDrafts(log, stream, taking, ports.fenceName());
  const events = taking.length > 0 ? withPartials(decision.events, drafts) : decision.events;
  const blobs = blobsNamed(events);
  const result = await log.append({
    stream,
    head,
    events,
    alongside: {
      ...(events.length > 0 ? { list, work: workChanges(events, order.fence) } : {}),
      ...(order.idempotency ? { command: { ...order.idempotency, answer: decision.answer } } : {}),
      ...(blobs.length > 0 ? { blobs } : {}),
    },
    ...(patienceMs === Infinity ? {} : { patienceMs }),
  });
  if (result.ok && events.length > 0) {
    folds.advance(folded, result.head, result.events);
    checkRow(ports, folded, result.head.seq, list);
  }
  return result;
}

/** The row that was stored is the one the fold gives, where the fold stands at this very append. */
export function checkRow(
  { violated }: Ports,
  { state }: Folded<ConversationState>,
  seq: number,
  row: ListRow | null,
): void {
  if (!violated || state.seq !== seq) return;
  if (JSON.stringify(row) !== JSON.stringify(listRow(state))) {
    violated(`${state.id}: the list row is not of event ${seq}`);
  }
}

/** The sidebar row in the same commit as what changes it; a deleted conversation has none. */
export function listRow(state: ConversationState): ListRow | null {
  return state.deleted ? null : rowOf(state);
}

/** Accepted with no events: carried out before under its own id, or without effect. */
function nothing({ state }: Folded<ConversationState>, { command }: Order, { answer }: Accepted): Result {
  const message = command.type === "post" ? state.messages[answer.messageId ?? ""] : undefined;
  return { ok: true, seq: message?.seq ?? state.seq, answer, repeated: message !== undefined, stamp: null };
}

function repeated(row: CommandRow, bodyHash: string): Result {
  if (row.bodyHash !== bodyHash) {
    return { ok: false, code: "reused_key", detail: "The idempotency key was used for another request." };
  }
  // The answer was written by this very function's callers.
  return { ok: true, seq: row.last, answer: row.answer as Answer, repeated: true, stamp: null };
}
