/** A command of a conversation carried out: what is stored in the same commit as its events, and what is told of it. */
import type { ListRow } from "../../../projections/shapes/views.ts";
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import { MissingBlob } from "../../../events/store/errors.ts";
import type { Alongside, EventLog, Head, WorkChange } from "../../../events/store/types.ts";
import { dueOf } from "../../../projections/conversation/conversation.ts";
import { isDeletion } from "../../../projections/conversation/shared_steps.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { dueRunOf } from "../../../projections/conversation/planned.ts";
import { listedRow } from "../../../projections/conversation/list.ts";
import type { Folded } from "../../runtime/open_folds.ts";
import { carryOut, type Commit } from "../../runtime/stream_actor.ts";
import type { Accepted } from "../commands.ts";
import { blobsNamed } from "./blobs_named.ts";
import { Beginning, mayBegin } from "./claimed_with.ts";
import { decideOn, type Order, type Ports, type Result } from "./order.ts";
import { withPartials } from "./partials.ts";
import { workChanges } from "./work_changes.ts";

/** Carries out `order`, and begins what it asks for where that can be in the same commit. Throws only when I/O is broken. */
export async function carryOutOne(ports: Ports, conversationId: string, order: Order): Promise<Result> {
  if (!mayBegin(ports, order)) return await carryOutBy(ports, conversationId, order, null);
  const beginning = new Beginning(ports);
  try {
    const result = await carryOutBy(ports, conversationId, order, beginning);
    // Who is asked comes before who asked: their requests leave while the answer to this one is written.
    if (beginning.done) await ports.environment.breathe();
    if (result.ok || result.code !== "too_large" || !beginning.tried) return result;
  } catch (error) {
    // A shell that went with the last conversation which named it is put again by the turn itself.
    if (!(error instanceof MissingBlob) || !beginning.tried) throw error;
  } finally {
    beginning.leave();
  }
  return await carryOutBy(ports, conversationId, order, null);
}

function carryOutBy(
  ports: Ports,
  conversationId: string,
  order: Order,
  beginning: Beginning | null,
): Promise<Result> {
  const { log, folds } = ports;
  const { commandId, triedAfter } = order;
  return carryOut<ConversationState, Accepted>(ports, conversationId, order, {
    async earlier() {
      if (triedAfter === undefined) return null;
      const seq = await landed(log, conversationId, commandId, triedAfter);
      if (seq === null) return null;
      await folds.refresh(conversationId);
      return { seq, answer: {} };
    },
    decide: (state) => decideOn(ports, state, order),
    before: ({ messages }, { messageId = "" }) =>
      order.command.type === "post" ? messages[messageId]?.seq : undefined,
    async commit({ state }, decided) {
      const before = plannedRow(state);
      const all = await beginning?.add(state, decided) ?? decided;
      const list = { before, after: listRow(all.after) };
      const events = await withPartials(log, all.events, state, order.own, ports.fenceName());
      return commitOf(list, events, workChanges(events, order.fence));
    },
    committed(folded, head, decided, commit) {
      committed(ports)(folded, head, decided, commit);
      if (head.stamp !== null) beginning?.begun(head.stamp);
    },
  });
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

/** Events with the rows that live beside them: the sidebar's, those of turns, when it speaks by itself, references to blobs. */
export function commitOf(
  list: { readonly before: ListRow | null; readonly after: ListRow | null },
  events: readonly NewConversationEvent[],
  work: readonly WorkChange[],
): Commit {
  if (events.length === 0) return { events };
  const blobs = blobsNamed(events);
  const due = dueBy(events);
  const erases = events.flatMap(({ type }, index) => type === "ContentErased" ? [index] : []);
  return {
    events,
    closes: events.some(isDeletion),
    alongside: {
      list: list.after,
      work,
      ...runBy(list),
      ...(blobs.length > 0 ? { blobs } : {}),
      ...(due === undefined ? {} : { due }),
      ...(erases.length > 0 ? { erases } : {}),
    },
  };
}

/** The row that was there, where it plans something: of any other it does not matter. */
export const plannedRow = (state: ConversationState): ListRow | null =>
  state.schedules ? listRow(state) : null;

/** When somebody has to look at it; nothing where that is as it was. */
function runBy({ before, after }: Parameters<typeof commitOf>[0]): Pick<Alongside, "run"> {
  const run = { from: dueRunOf(before), to: dueRunOf(after) };
  return run.from === run.to ? {} : { run };
}

/** When the conversation goes for good because of these events; null: it does not any more. Undefined: as it was. */
function dueBy(events: readonly NewConversationEvent[]): number | null | undefined {
  let due: number | null | undefined;
  for (const event of events) {
    if (event.type === "DeletionRequested") due = dueOf({ restorableUntil: event.data.until });
    if (event.type === "DeletionWithdrawn") due = null;
  }
  return due;
}

/** What is looked at and told of each commit. */
export function committed(ports: Ports) {
  return (
    folded: Folded<ConversationState>,
    head: Head,
    { events }: { readonly events: readonly NewConversationEvent[] },
    { alongside }: Pick<Commit, "alongside">,
  ): void => {
    checkRow(ports, folded, head.seq, alongside?.list);
    ports.appended?.(folded.stream, events, head, alongside?.work ?? []);
  };
}

/** The row that was stored is the one the fold gives, where the fold stands at this very append. */
export function checkRow(
  { violated }: Pick<Ports, "violated">,
  { state }: Pick<Folded<ConversationState>, "state">,
  seq: number,
  row: unknown,
): void {
  if (!violated || state.seq !== seq) return;
  if (JSON.stringify(row) !== JSON.stringify(listRow(state))) {
    violated(`${state.id}: the list row is not of event ${seq}`);
  }
}

/** The sidebar row in the same commit as what changes it. */
export const listRow = listedRow;
