/** What must hold when a simulated run has come to rest, read from the store and from nothing else. */
import { createHash } from "node:crypto";
import { type AnyEvent, WORKSPACE } from "../../events/catalog/envelope.ts";
import type { WorkspaceEvent } from "../../events/catalog/workspace.ts";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { TURN_ATTEMPTS } from "../../events/catalog/limits.ts";
import { isDeepStrictEqual } from "node:util";
import { opened } from "../../events/store/form/value.ts";
import { readable } from "../../events/store/kv/codec.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { AgentContext } from "../../projections/context/context.ts";
import { derivedRows } from "../../server/command_line/derived_rows.ts";
import type { EventLog, Position } from "../../events/store/types.ts";
import type { decide as Decide } from "../../actors/conversation/decide.ts";
import { COPIED_EVENTS } from "../../actors/conversation/overlay.ts";
import { explainTurn } from "../../actors/turn/explain.ts";
import { isSealed } from "../../projections/comparisons/comparisons.ts";
import { isRoomId } from "../../projections/comparisons/letters.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { endsTurn } from "../../projections/conversation/turn_ends.ts";
import { isBySchedule } from "../../projections/conversation/planned.ts";
import { versionsOf } from "../../projections/conversation/versions.ts";
import { rowOf } from "../../projections/conversation/list.ts";
import { placeOfRow, shelfOf } from "../../projections/conversation/list_order.ts";
import type { UsageTotal } from "../../projections/shapes/views.ts";
import { cellsBy, usageTally } from "../../projections/usage/tally.ts";
import { totalUsage, turnUsages } from "../../projections/usage/usage.ts";
import { newestFirst } from "../../server/routes/list_page.ts";
import type { Complain, Reader, Shown } from "./observers.ts";
import type { Found } from "./checked_comparisons.ts";
import { checkJudged } from "./sim_checks.ts";
import { checkHands } from "./sim_hands.ts";
import { checkSentToJudge } from "./sim_judges.ts";
import { checkPanels } from "./sim_panels.ts";
import type { Ran as RanTool } from "./sim_tools.ts";

/** Calls of one attempt: tool rounds, retries, a repair. */
const CALLS_PER_ATTEMPT = 40;

export interface Ran {
  readonly log: EventLog;
  readonly start: Position;
  readonly conversations: readonly string[];
  readonly readers: readonly Reader[];
  readonly shown: Shown;
  /** Texts of acknowledged messages, by conversation; each text was sent by one command. */
  readonly acknowledged: readonly { conversationId: string; content: string }[];
  /** Texts that were erased; not `sure`: nobody answered, so they may be there. */
  readonly erased: readonly { conversationId: string; content: string; sure: boolean }[];
  /** Copies of conversations, and what they are copies of. */
  readonly copies: ReadonlyMap<string, string>;
  /** All that lies in the store. */
  readonly rows: readonly { readonly value: unknown }[];
  /** Conversations that somebody was told to have back, and that nobody deleted since. */
  readonly back: ReadonlySet<string>;
  /** SHA-256 of each body a provider received. */
  readonly received: readonly string[];
  /** Tool calls that were run, each time they were. */
  readonly ran: readonly RanTool[];
}

/** Where a copy ends, and those it was copied from by way of others. */
function cutsOf(
  copies: ReadonlyMap<string, string>,
  streams: ReadonlyMap<string, readonly ConversationEvent[]>,
  id: string,
): number[] {
  const cut = streams.get(id)?.find((event) => event.type === "ConversationStarted")?.data.lineage?.seq;
  const of = copies.get(id);
  return [...(cut === undefined ? [] : [cut]), ...(of === undefined ? [] : cutsOf(copies, streams, of))];
}

/**
 * What a conversation says by itself: each moment that was planned once, and said, told as missed, or why not.
 * @param cuts where copies end: one may do so between a run and what it said
 */
function checkRuns(
  id: string,
  events: readonly ConversationEvent[],
  cuts: readonly number[],
  complain: Complain,
): void {
  const planned = new Map<string, { next: string | null; step: number }>();
  const said = new Set<string>();
  for (const event of events) {
    if (event.type === "MessagePosted" && isBySchedule({ by: event.by, author: event.data.author })) {
      if (!said.delete(event.data.messageId)) complain(`${id}: ${event.data.messageId} was said by no run`);
    }
    if (event.type === "ScheduleSet") {
      const { scheduleId, when, next } = event.data;
      planned.set(scheduleId, { next, step: when.kind === "every" ? 60_000 * when.minutes : 0 });
    }
    if (event.type !== "ScheduleRan") continue;
    const { scheduleId, due, next, outcome, missed, messageId } = event.data;
    const plan = planned.get(scheduleId);
    if (messageId !== undefined && !cuts.includes(event.seq)) said.add(messageId);
    if ((outcome === "ran") !== (messageId !== undefined)) {
      complain(`${id}: a run ${outcome} said ${messageId}`);
    }
    const early = due !== undefined && due > event.at;
    if (early && outcome !== "replanned") complain(`${id}: a run for ${due} was at ${event.at}`);
    if (!plan || due === undefined) continue;
    planned.set(scheduleId, { ...plan, next });
    // Planned by a clock that was ahead, and was set back.
    if (early) {
      if (next === null || next <= event.at || next >= due) {
        complain(`${id}: ${due} was planned anew for ${next}`);
      }
      continue;
    }
    if (plan.step === 0) continue;
    if (due !== plan.next) complain(`${id}: ${plan.next} was planned, and ${due} ran`);
    if (outcome === "over_budget" || outcome === "over_cap") continue;
    const moments = (Date.parse(next ?? "") - Date.parse(due)) / plan.step;
    const told = (missed?.count ?? 0) + (outcome === "missed" ? 0 : 1);
    if (moments !== told) complain(`${id}: of ${moments} moments from ${due} on ${told} were told`);
  }
  for (const messageId of said) complain(`${id}: ${messageId} was never said`);
}

/** The rooms of comparisons, open or not. */
async function roomsIn({ log, start }: Pick<Ran, "log" | "start">): Promise<string[]> {
  const order = await log.order.page(start, 1_000_000);
  return order.flatMap(({ stream }) => isRoomId(stream) ? [stream] : []);
}

/** What is there for everybody. */
const isShown = (state: ConversationState): boolean => !state.deleted && !isSealed(state);

/** @returns what lies in the store */
export async function check(ran: Ran, complain: Complain): Promise<Omit<Found, "settings">> {
  const { log, conversations, readers } = ran;
  const streams = new Map<string, ConversationEvent[]>();
  const states = new Map<string, ConversationState>();
  for (const id of new Set([...conversations, ...await roomsIn(ran)])) {
    const events = await readAll(log, id);
    streams.set(id, events);
    const state = events.reduce(
      (folded, event) => conversation.evolve(folded, event),
      conversation.initial(id),
    );
    states.set(id, state);
    if (state.restorableUntil !== undefined) complain(`${id}: it was deleted and is still there`);
    if (state.deleted && ran.back.has(id)) complain(`${id}: it was had back, and is gone`);
    if (state.deleted) continue;
    events.forEach((event, index) => {
      if (event.seq !== index + 1) complain(`${id}: seq ${event.seq} at place ${index + 1}`);
    });
    checkTurns(id, events, state, complain);
    const cuts = cutsOf(ran.copies, streams, id);
    checkCounted(id, events, cuts, complain);
    checkRuns(id, events, cuts, complain);
    checkPanels(id, events, state, complain);
    checkJudged(id, events, state, complain);
    checkHands(id, events, state, complain);
    const row = isSealed(state) ? null : rowOf(state);
    if (JSON.stringify(await log.list.get(id)) !== JSON.stringify(row) && state.seq > 0) {
      complain(`${id}: the sidebar row is not what the log says`);
    }
  }
  await checkList(ran, states, complain);
  await checkUsage(ran, states, complain);
  await checkOrder(ran, streams, states, complain);
  for (const reader of readers) checkReader(reader, states, complain);
  checkMessages(ran, streams, states, complain);
  checkShown(ran, streams, states, complain);
  checkTools(ran, streams, states, complain);
  await checkRequests(ran, streams, states, complain);
  await checkErased(ran, streams, states, complain);
  return { streams, states };
}

/** The conversation of which it is a copy, if by way of others. */
function firstOf(copies: ReadonlyMap<string, string>, id: string): string {
  const of = copies.get(id);
  return of === undefined ? id : firstOf(copies, of);
}

/** Where the comparison was asked of which it is the room; the room itself may be gone since. */
function askedIn(states: ReadonlyMap<string, ConversationState>, id: string): string | undefined {
  return [...states.values()].find(({ comparisons = {} }) =>
    Object.values(comparisons).some(({ roomId }) => roomId === id)
  )?.id;
}

/** What lies in a row, as a text. */
function textIn(value: unknown): string {
  if (!(value instanceof Uint8Array)) return JSON.stringify(value) ?? "";
  const found = readable(() => opened(value, Infinity));
  return found === undefined ? new TextDecoder().decode(value) : JSON.stringify(found);
}

/** What was erased is nowhere, for no agent to be sent; and the store is what it says. */
async function checkErased(
  { log, erased, rows, copies }: Ran,
  streams: ReadonlyMap<string, readonly ConversationEvent[]>,
  states: ReadonlyMap<string, ConversationState>,
  complain: Complain,
): Promise<void> {
  if (erased.length === 0) return;
  const texts = rows.map(({ value }) => textIn(value));
  const beginsWith = (id: string): string => {
    const first = firstOf(copies, id);
    const asked = askedIn(states, first);
    return asked === undefined ? first : beginsWith(asked);
  };
  for (const { conversationId, content, sure } of erased) {
    // “message 1” is the beginning of “message 12”.
    const whole = new RegExp(`${content}(?!\\d)`);
    // What is said by itself is said again, and each is erased by itself; so it is where it was copied before, also of the
    // room of a comparison. What is erased of a room alone, or of a copy of it, stays where it was asked.
    const first = firstOf(copies, conversationId);
    const kept = [first, firstOf(copies, askedIn(states, first) ?? first)];
    const isAlike = (id: string) =>
      kept.includes(firstOf(copies, id)) ||
      copies.has(id) && beginsWith(id) === beginsWith(conversationId);
    const again = [...states.values()].some(({ id, messages, bodies }) =>
      isAlike(id) &&
      Object.values(messages).some(({ id, erased }) => !erased && whole.test(bodies[id]?.content ?? ""))
    );
    // A copy has the plan of what is said by itself, too, whether or not it was said before.
    const planned = [...streams].some(([id, events]) =>
      id !== conversationId && isAlike(id) &&
      events.some((event) => event.type === "ScheduleSet" && whole.test(event.data.instruction))
    );
    if (sure && !again && !planned && texts.some((text) => whole.test(text))) {
      complain(`${conversationId}: ${content} was erased, and is there`);
    }
  }
  for (const [id, state] of states) {
    for (const { id: turnId, participantId, context, mode, requestedSeq } of Object.values(state.turns)) {
      if (!context || requestedSeq < (state.erasedThrough ?? Infinity)) continue;
      for (
        const { messageId } of new AgentContext(state, participantId, { ...context, mode }).whole().messages
      ) {
        if (state.messages[messageId]?.erased) complain(`${id}: ${turnId} was sent what was erased`);
      }
    }
  }
  if ("parts" in log) {
    const { problems } = await verify(log as StoreLog, derivedRows);
    for (const { stream, seq, detail } of problems) complain(`verify: ${stream} ${seq}: ${detail}`);
  }
}

/** The list by time, a page and those behind it, is what the folds say; where it is not made yet nobody reads it. */
async function checkList(
  { log }: Ran,
  states: ReadonlyMap<string, ConversationState>,
  complain: Complain,
): Promise<void> {
  const there = [...states.values()].filter((state) => isShown(state) && state.seq > 0);
  const recent = log.recent(placeOfRow);
  for (const archived of [false, true]) {
    const rows = there.filter((state) => state.archived === archived).map(rowOf).sort(newestFirst);
    const first = await recent.page(shelfOf({ archived }), null, 1);
    if (!first) continue;
    const last = first.rows[0];
    const after = last && { at: placeOfRow(last.row)?.at ?? "", id: last.id };
    const rest = after ? (await recent.page(shelfOf({ archived }), after, rows.length + 1))?.rows ?? [] : [];
    const listed = [...first.rows, ...rest].map(({ row }) => row);
    if (JSON.stringify(listed) !== JSON.stringify(rows)) {
      complain("the list by time is not what the log says");
    }
  }
}

/** What is added up of all conversations is what their turns used; where it is not made yet nobody reads it. */
async function checkUsage(
  { log }: Ran,
  states: ReadonlyMap<string, ConversationState>,
  complain: Complain,
): Promise<void> {
  const found = await log.tally(usageTally).totals({});
  if (!found) return;
  const turns = [...states.values()].flatMap((state) => isShown(state) ? turnUsages(state) : []);
  const told = (totals: readonly { key: string; total: UsageTotal }[]) =>
    totals.map(({ key, total: { usd: _, knownUsd: __, ...total } }) => JSON.stringify([key, total])).sort()
      .join();
  const added = told(cellsBy(found.cells, ({ day, who }) => `${day} ${who}`));
  const counted = [...Map.groupBy(turns, ({ day, agentName }) => `${day} ${agentName}`)]
    .map(([key, group]) => ({ key, total: totalUsage(group) }));
  if (added !== told(counted)) complain("what is added up is not what the turns used");
}

/** Other digits each time, of which nobody minted an id. */
const counted = (): () => string => {
  let times = 0;
  return () => (++times).toString(16).padStart(12, "0");
};

/**
 * Decides as `decide`, and complains of a decision that changes what it was given, unless that is its asker's own, or foresees
 * what will not be.
 */
export function watched(decide: typeof Decide, complain: Complain): typeof Decide {
  return (command, state, deciding) => {
    const before = JSON.stringify(state);
    const decision = decide(command, state, deciding);
    const { inPlace, ...how } = deciding;
    const given: ConversationState = inPlace ? JSON.parse(before) : state;
    // Once more as of a long conversation: of a short one a decision sees a copy.
    const long = { ...given, seq: given.seq + COPIED_EVENTS + 1 };
    const onView = decide(command, long, { ...how, hex: counted(), salt: () => "" });
    if (JSON.stringify(given) !== before) complain(`${state.id}: the ${command.type} changed the fold`);
    if (!decision.ok) return decision;
    try {
      structuredClone([decision.events, onView.ok && onView.events]);
    } catch {
      complain(`${state.id}: the ${command.type} put a view into an event`);
    }
    const folded: ConversationState = JSON.parse(before);
    for (const event of decision.events) {
      conversation.evolve(folded, { ...event, seq: folded.seq + 1 });
    }
    if (JSON.stringify(decision.after) !== JSON.stringify(folded)) {
      complain(`${state.id}: the ${command.type} foresees what will not be`);
    }
    return decision;
  };
}

async function readAll(log: EventLog, stream: string): Promise<ConversationEvent[]> {
  const events: AnyEvent[] = [];
  for await (const batch of log.read(stream)) events.push(...batch);
  return events as ConversationEvent[]; // stored bytes became typed events at the read boundary
}

/** Each requested turn ends once, from its latest attempt; attempts and calls stay within their bounds. */
function checkTurns(
  id: string,
  events: readonly ConversationEvent[],
  state: ConversationState,
  complain: Complain,
): void {
  const turns = new Map<string, { attempt: number; ends: number; running: boolean; rounds: Set<string> }>();
  const messageIds = new Set<string>();
  const fresh = (messageId: string) => {
    if (messageIds.has(messageId)) complain(`${id}: two messages have the id ${messageId}`);
    messageIds.add(messageId);
  };
  for (const event of events) {
    const { type, data } = event;
    if (type === "MessagePosted") fresh(data.messageId);
    if (type === "TurnRequested") {
      fresh(data.messageId);
      turns.set(data.turnId, { attempt: 0, ends: 0, running: false, rounds: new Set() });
      continue;
    }
    const turn = "turnId" in data && data.turnId ? turns.get(data.turnId) : undefined;
    if (!turn) continue;
    switch (type) {
      case "TurnStarted":
        if (turn.running || data.attempt !== turn.attempt + 1) {
          complain(`${id}: ${data.turnId} started twice`);
        }
        turn.attempt = data.attempt;
        turn.running = true;
        break;
      case "ProviderCalled": {
        const round = `${data.attempt}.${data.round}`;
        if (turn.rounds.has(round)) complain(`${id}: ${data.turnId} made call ${round} twice`);
        turn.rounds.add(round);
        if (data.attempt !== turn.attempt) {
          complain(`${id}: ${data.turnId} called from an attempt that is over`);
        }
        break;
      }
      case "TurnInterrupted":
        if (!turn.running || data.attempt !== turn.attempt) {
          complain(`${id}: ${data.turnId} cut from nowhere`);
        }
        turn.running = false;
        break;
      case "TurnCompleted":
      case "TurnFailed":
        if (data.attempt !== turn.attempt) complain(`${id}: ${data.turnId} ended by an older attempt`);
        turn.ends++;
        break;
      case "TurnCancelled":
        turn.ends++;
        break;
    }
  }
  for (const [turnId, { ends, attempt, rounds }] of turns) {
    if (ends !== 1) complain(`${id}: ${turnId} has ${ends} ends`);
    if (attempt > TURN_ATTEMPTS) complain(`${id}: ${turnId} had ${attempt} attempts`);
    if (rounds.size > TURN_ATTEMPTS * CALLS_PER_ATTEMPT) {
      complain(`${id}: ${turnId} made ${rounds.size} calls`);
    }
  }
  if (state.open.length > 0) complain(`${id}: ${state.open.length} turns never ended`);
}

/**
 * Of several versions of an answer the program lets one count: where an older one counts beside a new one that has just
 * become whole, a person has put it in since the new one was asked for. What ended before it was whole never counts.
 * @param cuts where copies end: one may do so between an end and what it brings
 */
function checkCounted(
  id: string,
  events: readonly ConversationEvent[],
  cuts: readonly number[],
  complain: Complain,
): void {
  const state = conversation.initial(id);
  const asked = new Map<string, number>();
  let ended: ConversationEvent[] = [];
  events.forEach((event, index) => {
    conversation.evolve(state, event);
    const { type, data } = event;
    if (type === "TurnRequested") asked.set(data.messageId, event.seq);
    if (endsTurn(event)) ended.push(event);
    // What an end brings stands in its commit.
    if (event.cause === events[index + 1]?.cause) return;
    if (cuts.includes(event.seq)) ended = [];
    for (const { data } of ended) {
      const message = state.messages[state.turns["turnId" in data ? data.turnId ?? "" : ""]?.messageId ?? ""];
      if (!message) continue;
      if (message.status !== "complete" && message.included) {
        complain(`${id}: ${message.id} counts, and ended so`);
      }
      const counts = message.status === "complete" && message.included && message.versionOf !== undefined &&
        (state.bodies[message.id]?.content ?? "").trim() !== "";
      const since = asked.get(message.id) ?? 0;
      for (const older of counts ? versionsOf(state, message) : []) {
        if (older === message.id || !state.messages[older]?.included) continue;
        const chosen = events.slice(since, index).some(({ type, data, by }) =>
          type === "InclusionSet" && data.messageId === older && data.included && by.kind === "user"
        );
        if (!chosen) complain(`${id}: ${older} counts beside ${message.id}, its new version`);
      }
    }
    ended = [];
  });
}

/** The order of all events has each event once, and the events of a stream in their order. */
async function checkOrder(
  { log, start }: Ran,
  streams: ReadonlyMap<string, readonly ConversationEvent[]>,
  states: ReadonlyMap<string, ConversationState>,
  complain: Complain,
): Promise<void> {
  const seen = new Map<string, number>();
  for (const { stream, event } of await log.order.page(start, 1_000_000)) {
    const before = seen.get(stream) ?? 0;
    if (event.seq !== before + 1 && !states.get(stream)?.deleted) {
      complain(`the order of all events has ${stream} ${event.seq} after ${before}`);
    }
    seen.set(stream, event.seq);
  }
  for (const [stream, events] of streams) {
    const last = events.at(-1)?.seq ?? 0;
    if ((seen.get(stream) ?? 0) !== last) complain(`the order of all events lacks the end of ${stream}`);
  }
  if ((await log.work.all()).length > 0) complain("work rows are left over");
}

function checkReader(
  reader: Reader,
  states: ReadonlyMap<string, ConversationState>,
  complain: Complain,
): void {
  for (const [id, state] of states) {
    if (state.seq === 0) continue;
    if (reader.seqs.get(id) !== state.seq) {
      complain(`${reader.name}: saw ${reader.seqs.get(id) ?? 0} of ${state.seq} events of ${id}`);
    } else if (!state.deleted && !isDeepStrictEqual(reader.states.get(id), state)) {
      complain(`${reader.name}: its fold of ${id} is another`);
    }
  }
}

/** Each acknowledged message is there once, and no message is there twice. */
function checkMessages(
  { acknowledged, erased: gone }: Ran,
  streams: ReadonlyMap<string, readonly ConversationEvent[]>,
  states: ReadonlyMap<string, ConversationState>,
  complain: Complain,
): void {
  const counts = new Map<string, number>();
  for (const [id, events] of streams) {
    for (const { type, data, erased, by } of events) {
      if (type !== "MessagePosted" || data.author.kind !== "user" || by.kind !== "user" || erased) continue;
      const key = `${id}/${data.content}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  for (const [key, count] of counts) if (count > 1) complain(`the message ${key} is there ${count} times`);
  for (const { conversationId, content } of acknowledged) {
    if (states.get(conversationId)?.deleted) continue;
    if (gone.some((one) => one.conversationId === conversationId && one.content === content)) continue;
    if (!counts.has(`${conversationId}/${content}`)) complain(`the acknowledged message ${content} is lost`);
  }
}

/** Every character that anybody was shown is in the event that ended its attempt. */
function checkShown(
  { shown }: Ran,
  streams: ReadonlyMap<string, readonly ConversationEvent[]>,
  states: ReadonlyMap<string, ConversationState>,
  complain: Complain,
): void {
  const kept = new Map<string, string[]>();
  const deleted = new Set<string>();
  const gone = new Set<string>();
  for (const [id, events] of streams) {
    const attempts = new Map<string, number>();
    for (const { type, data, erased } of events) {
      if (erased && "turnId" in data && data.turnId) gone.add(`${id}/${data.turnId}`);
      if (type === "TurnStarted") attempts.set(data.turnId, data.attempt);
      if (states.get(id)?.deleted && "turnId" in data && data.turnId) deleted.add(data.turnId);
      const texts = type === "TurnCompleted"
        ? [data.content, data.raw ?? "", data.reasoning ?? ""]
        : type === "TurnFailed" || type === "TurnCancelled" || type === "TurnInterrupted"
        ? [data.partial ?? "", data.reasoning ?? ""]
        : null;
      if (!texts || !("turnId" in data) || !data.turnId) continue;
      const key = `${id}/${data.turnId}/${attempts.get(data.turnId) ?? 0}`;
      kept.set(key, [...kept.get(key) ?? [], ...texts]);
    }
  }
  const purged = [...states.values()].some((state) => state.deleted);
  for (const [key, { text, reasoning }] of shown) {
    const texts = kept.get(key);
    // A deleted conversation's turns are gone with it.
    if ((!texts && purged) || gone.has(key.slice(0, key.lastIndexOf("/")))) continue;
    if (!texts?.some((t) => t.includes(text))) {
      complain(`${key}: ${text.length} shown characters are in no event`);
    }
    if (!texts?.some((t) => t.includes(reasoning))) complain(`${key}: shown reasoning is in no event`);
  }
}

/** What may not be repeated ran once at most; what changes something ran because a person had said so. */
function checkTools(
  { ran }: Ran,
  streams: ReadonlyMap<string, readonly ConversationEvent[]>,
  states: ReadonlyMap<string, ConversationState>,
  complain: Complain,
): void {
  const called = new Set<string>();
  const allowed = new Set<string>();
  for (const [, events] of streams) {
    for (const { type, data } of events) {
      if (type === "ToolCalled") called.add(data.callId);
      if (type === "ToolDecided" && data.allowed) allowed.add(data.callId);
    }
  }
  const purged = [...states.values()].some((state) => state.deleted || state.seq === 0);
  const before = new Set<string>();
  for (const { tool, call } of ran) {
    if (tool !== "look" && before.has(call)) complain(`the ${tool} ${call} was made twice`);
    before.add(call);
    if (purged) continue;
    if (!called.has(call)) complain(`the ${tool} ${call} is not in the log`);
    if (tool === "sell" && !allowed.has(call)) complain(`nobody allowed the sell ${call}`);
  }
}

/** Each call was in the log before it was made, and its body can be told again to the byte. */
async function checkRequests(
  { log, received, copies }: Ran,
  streams: ReadonlyMap<string, readonly ConversationEvent[]>,
  states: ReadonlyMap<string, ConversationState>,
  complain: Complain,
): Promise<void> {
  const recorded = new Map<string, number>();
  let purged = false;
  const gone = new Set<string>();
  for await (const batch of log.read(WORKSPACE)) {
    // Stored bytes became typed events at the read boundary.
    for (const event of batch as WorkspaceEvent[]) {
      if (event.type === "NoteErased" || event.type === "ProjectErased") gone.add(event.data.id);
    }
  }
  for (const id of streams.keys()) {
    const state = states.get(id);
    if (!state || state.deleted) {
      purged = true;
      continue;
    }
    for (const turn of Object.values(state.turns)) {
      const { calls = [] } = await explainTurn(log, state, turn) ?? {};
      const forgotten = streams.get(id)?.some(({ type, data }) =>
        type === "TurnStarted" && data.turnId === turn.id &&
        (gone.has(data.memory?.project?.id ?? "") || data.memory?.notes.some((note) => gone.has(note.id)))
      );
      for (const { body, proof } of calls) {
        // What is erased while it is copied is erased in the copy without a word; the server says it afterwards.
        const erased = state.erasedThrough !== undefined || copies.has(id);
        if (proof === "erased" && (forgotten || erased)) purged = true;
        else if (proof !== "proven") complain(`${id}: a request of ${turn.id} cannot be told again`);
        else if (body !== null) checkSentToJudge(state, turn, body, complain);
        const told = sha(body ?? "");
        recorded.set(told, (recorded.get(told) ?? 0) + 1);
      }
    }
  }
  if (purged) return;
  for (const sha256 of received) {
    const left = recorded.get(sha256) ?? 0;
    if (left === 0) complain("a provider received what is not in the log");
    recorded.set(sha256, left - 1);
  }
}

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
