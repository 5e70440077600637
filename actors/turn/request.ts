/**
 * A request from what the log holds and a shell that holds the rest. Sending and rebuilding use this one way,
 * so that the body of any past call can be told byte for byte.
 */
import type { ConversationEvent, DataOf } from "../../events/catalog/conversation.ts";
import type { Memory } from "../../events/catalog/memory.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import type { EventLog } from "../../events/store/types.ts";
import { siteOf } from "../../projections/conversation/addresses.ts";
import type { ContextMessage, SentContext } from "../../projections/context/context.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { type ReadMemory, readMemory } from "./memory.ts";
import type { RequestFile, RequestMessage, ToolRound } from "../providers/types.ts";

/** The messages of a turn's context, resolved. */
export interface TurnMessages {
  readonly messages: readonly RequestMessage[];
  readonly messageIds: readonly string[];
  /** Of the messages' words and of what was remembered, for the hash of the request. */
  readonly salts: readonly string[];
  /** What was given of the workspace's memory. */
  readonly memory: ReadMemory;
  /** @see RenderInput.cacheKey */
  readonly cacheKey: string;
}

/** Of whom the requests are: an agent of one conversation. From its id nobody learns the id. */
const cacheKeyOf = (participantId: string): string =>
  `fishbowl-${sha256(new TextEncoder().encode(participantId)).slice(0, 32)}`;

/** A tool round, with the salts of its calls and results; a pause, with its own. */
export interface SaltedRound extends ToolRound {
  readonly salts: readonly string[];
  /** Calls of it are the calling program's to run: the turn ends with them. */
  readonly handed?: true;
}

/** The list was derived at once; reading the attached files comes after, the fold may move on meanwhile. */
export function turnMessages(
  log: Pick<EventLog, "blobs" | "read">,
  state: ConversationState,
  participantId: string,
  { messages, closing, quoted = [], panelId, ruleId }: SentContext,
  given?: Memory,
): () => Promise<TurnMessages> {
  const messageIds = messages.map(({ messageId }) => messageId);
  const besides = [panelId, ruleId].filter((id) => id !== undefined);
  const salts = saltsOf(state, [...messageIds, ...quoted, ...besides]);
  const asked: readonly RequestMessage[] = closing === undefined ? [] : [{ role: "user", content: closing }];
  const calling = messages.some(({ uses }) => uses)
    ? messages.map((message) => message.uses && callingOf(state, message))
    : [];
  return async () => {
    const rounds = await Promise.all(calling.map((one) => one && earlierRounds(log, state.id, one)));
    const said = await resolved(log, messages);
    const memory = await readMemory(log, given);
    const lead = memory.lead ? await resolved(log, [memory.lead]) : [];
    return {
      messages: [
        ...lead,
        ...(rounds.length === 0 ? said : said.map((message, at) => {
          return rounds[at] ? { ...message, rounds: rounds[at] } : message;
        })),
        ...asked,
      ],
      messageIds,
      // Words of calls are in no message's own.
      salts: [
        ...salts,
        ...rounds.flatMap((some) => some?.flatMap((round) => round.salts) ?? []),
        ...memory.salts,
      ],
      memory,
      cacheKey: cacheKeyOf(participantId),
    };
  };
}

/**
 * The salts of what these messages say, in their order, each behind the salt of its author's name; "" for one that has
 * none. With the shell's they are what hides the words of a request behind its hash.
 */
function saltsOf({ messages, salts = {} }: ConversationState, messageIds: readonly string[]): string[] {
  const found: string[] = [];
  for (const id of messageIds) {
    found.push(salts[messages[id]?.participantId ?? ""] ?? "", salts[id] ?? "");
  }
  return found;
}

/** An answer that ended with calls for a program. */
interface Calling {
  readonly content: string;
  readonly uses: NonNullable<ContextMessage["uses"]>;
  /** Absent where a program brought the answer along. */
  readonly turn: Turn | undefined;
}

const callingOf = (
  { messages, turns }: ConversationState,
  { messageId, content, uses = [] }: ContextMessage,
): Calling => ({ content, uses, turn: turns[messages[messageId]?.turnId ?? ""] });

/** All its tool rounds, the program's results in the last: an answer that goes on has to know how it came there. */
async function earlierRounds(
  log: Pick<EventLog, "read">,
  conversationId: string,
  { content, uses, turn }: Calling,
): Promise<SaltedRound[]> {
  const given = uses.map(({ callId, tool, args, status = "unknown", result = "" }) => ({
    callId,
    tool,
    args,
    status,
    result,
  }));
  if (!turn) return [{ said: content, calls: given, salts: [] }];
  const results = new Map(uses.map((use, at) => [`${use.round} ${use.callId}`, given[at]]));
  const events = await eventsOf(log, conversationId, turn);
  return roundsOf(events, turn.attempt).map(({ round, calls, ...rest }) => ({
    ...rest,
    calls: calls.map((call) => ({ ...call, ...results.get(`${round} ${call.callId}`) })),
  }));
}

async function resolved(
  log: Pick<EventLog, "blobs">,
  messages: readonly ContextMessage[],
): Promise<RequestMessage[]> {
  // A promise for each of a long talk's messages costs more than all else that is done with them.
  if (!messages.some(({ attachments }) => attachments?.length)) {
    return messages.map(({ role, content }) => ({ role, content }));
  }
  return await Promise.all(messages.map(async ({ role, content, attachments }) => {
    if (!attachments?.length) return { role, content };
    const files = await Promise.all(
      attachments.map(async ({ name, type, sha256, text, pages }): Promise<RequestFile> => {
        const [blob, read] = await Promise.all([
          log.blobs.get(sha256),
          text === undefined ? null : log.blobs.get(text.sha256),
        ]);
        return {
          name,
          type,
          sha256,
          bytes: blob?.bytes ?? new Uint8Array(),
          ...(text === undefined ? {} : { text: new TextDecoder().decode(read?.bytes), left: text.left }),
          ...(pages === undefined ? {} : { pages }),
        };
      }),
    );
    return { role, content, files };
  }));
}

/** Everything that happened in a turn so far, or until it ended. */
export async function eventsOf(
  log: Pick<EventLog, "read">,
  conversationId: string,
  { id, requestedSeq, doneSeq }: Turn,
): Promise<ConversationEvent[]> {
  const events: ConversationEvent[] = [];
  for await (const batch of log.read(conversationId, requestedSeq, doneSeq)) {
    for (const event of batch.map(conversationEvent)) {
      if ("turnId" in event.data && event.data.turnId === id) events.push(event);
    }
  }
  return events;
}

/** The finished tool rounds of one attempt of the turn that `events` are of, before call number `before`. */
export function roundsOf(
  events: readonly ConversationEvent[],
  attempt: number,
  before = Infinity,
): (SaltedRound & { readonly round: number })[] {
  type Call = ToolRound["calls"][number];
  interface Gathered {
    said: string;
    opaque?: string;
    calls: Call[];
    readonly called: Salts;
    readonly returned: Salts;
  }
  const rounds = new Map<number, Gathered>();
  const pauses: (SaltedRound & { readonly round: number })[] = [];
  for (const { type, data, salt = "" } of events) {
    if (type !== "ToolCalled" && type !== "ToolReturned" && type !== "AnswerPaused") continue;
    if (data.attempt !== attempt || data.round >= before) continue;
    if (type === "AnswerPaused") {
      pauses.push({ ...pauseOf(data, salt), round: data.round });
      continue;
    }
    const round: Gathered = rounds.get(data.round) ??
      { said: "", calls: [], called: new Map(), returned: new Map() };
    rounds.set(data.round, round);
    (type === "ToolCalled" ? round.called : round.returned).set(data.callId, salt);
    if (type === "ToolCalled") {
      if (data.said !== undefined) round.said = data.said;
      if (data.opaque !== undefined) round.opaque = data.opaque;
      const { callId, tool, args } = data;
      round.calls.push({ callId, tool, args, status: "unknown", result: "", ...broughtBy(data) });
    } else {
      const { callId, status, result, attachments, links } = data;
      const done = {
        ...{ status, result },
        ...(attachments === undefined ? {} : { attachments }),
        ...(links === undefined ? {} : { links }),
      };
      round.calls = round.calls.map((call) => call.callId === callId ? { ...call, ...done } : call);
    }
  }
  const called = [...rounds].map(([round, { called, returned, ...rest }]) => ({
    round,
    ...rest,
    salts: roundSalts(rest.calls, called, returned),
  }));
  return [...called, ...pauses].sort((a, b) => a.round - b.round);
}

/** A pause as requests are made of it. */
export const pauseOf = (
  { said, opaque }: Pick<DataOf<"AnswerPaused">, "said" | "opaque">,
  salt: string,
): SaltedRound => ({ said, opaque, paused: true, calls: [], salts: [salt] });

/** Whose text the result of a call is, as requests are made of it. */
export function broughtBy(
  { host, address }: { readonly host?: string | undefined; readonly address?: string | undefined },
): { readonly host?: string } {
  if (host !== undefined) return { host };
  return address === undefined ? {} : { host: siteOf(address) };
}

/** By the call's id. */
type Salts = Map<string, string>;

/** For each call of a round the salt of the call, then that of its result. */
export function roundSalts(
  calls: ToolRound["calls"],
  called: ReadonlyMap<string, string>,
  returned: ReadonlyMap<string, string>,
): string[] {
  return calls.flatMap(({ callId }) => [called.get(callId) ?? "", returned.get(callId) ?? ""]);
}
