/** What was sent for a turn, and what would be sent now: told from the log alone, byte for byte. */
import { rendered } from "../tools/fence.ts";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { EventLog } from "../../events/store/types.ts";
import { AgentContext, type SentContext } from "../../projections/context/context.ts";
import { Selection } from "../../projections/context/selection.ts";
import { specNow, specWith } from "../../projections/context/spec.ts";
import { toldToJudge } from "../../projections/context/judged_context.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { inTurns, yieldLoop } from "../runtime/yield_loop.ts";
import { rendererNamed, rendererOf } from "../providers/kinds.ts";
import { Shell } from "../providers/types.ts";
import type { Omitted, RebuiltCall, RequestOfTurn, WouldSend } from "../../projections/shapes/views.ts";
import { withMemory } from "./memory.ts";
import { placesOf } from "./places.ts";
import { prepare } from "./prepare.ts";
import { eventsOf, roundsOf, type TurnMessages, turnMessages } from "./request.ts";
import { withPictures } from "./round_pictures.ts";
import { proves, recordedHash } from "./request_hash.ts";

/** Messages of which it is told why they are left out before others have their turn: a millisecond or two. */
export const OMITTED_AT_ONCE = 500;

/**
 * Which of these messages an agent is not sent, and why.
 * @param selection of a state which changes no more
 * @param rest lets others have their turn
 */
export async function omittedOf(
  selection: Selection,
  messageIds: readonly string[],
  rest = yieldLoop,
): Promise<Omitted[]> {
  const omitted: Omitted[] = [];
  await inTurns(messageIds, OMITTED_AT_ONCE, (id) => {
    const out = selection.omitted(id);
    if (out) omitted.push(out);
  }, rest);
  return omitted;
}

type Of<T extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: T }>;

/**
 * Every call of a turn, rebuilt; null when the turn has not started.
 * @param state which changes no more
 */
export async function explainTurn(
  log: EventLog,
  state: ConversationState,
  turn: Turn,
): Promise<RequestOfTurn | null> {
  const events = await eventsOf(log, state.id, turn);
  const calls: RebuiltCall[] = [];
  let told: TurnMessages | null = null;
  let omitted: Omitted[] = [];
  let attempt = 0;
  let erased = false;
  for (const event of events) {
    if (event.type === "TurnStarted") {
      const context = new AgentContext(state, turn.participantId, specWith(event.data.context, turn));
      const sent = context.sent();
      omitted = await omittedOf(context, state.order);
      erased = hasErased(state, sent, omitted) || hasNoTexts(state, turn) ||
        hasErasedAnswer(state, context) ||
        hasNoRule(state, turn);
      told = await turnMessages(log, state, turn.participantId, sent, event.data.memory)();
      erased ||= told.memory.gone;
      attempt = event.data.attempt;
    }
    if (event.type !== "ProviderCalled" || !told) continue;
    calls.push(await rebuild(log, events, event, erased ? null : told));
  }
  if (!told) return null;
  const last = calls.at(-1);
  return {
    provider: last?.providerId ?? "",
    model: last?.model ?? "",
    attempt,
    calls,
    messageIds: told.messageIds,
    omitted,
    memory: told.memory.given,
  };
}

/** Words that were sent are gone: of a message, or the name of who said it. */
function hasErased(
  state: ConversationState,
  { messages }: Pick<SentContext, "messages">,
  omitted: readonly Omitted[],
): boolean {
  const nameless = (id: string | undefined) => id !== undefined && participantOf(state, id)?.erased === true;
  return omitted.some(({ why }) => why === "erased") ||
    messages.some(({ messageId }) => nameless(state.messages[messageId]?.participantId));
}

/** An answer is gone that its panel showed, also one of which no more than the spread of all was told. */
const hasErasedAnswer = ({ messages }: ConversationState, { panel }: Selection): boolean =>
  panel?.answers.some(({ messageId }) => messages[messageId]?.erased) === true;

/** What was asked in its panel is gone. */
const hasNoTexts = ({ panels }: ConversationState, { panel }: Turn): boolean =>
  panel !== undefined && panels?.[panel.panelId]?.texts === undefined;

/** What was to be judged is gone. */
const hasNoRule = (state: ConversationState, { judges }: Turn): boolean =>
  judges !== undefined && toldToJudge(state, judges) === null;

/** What a request held that is not in the log; null where it is gone. */
export async function storedShell(log: EventLog, shellBlob: string): Promise<Shell | null> {
  const blob = await log.blobs.get(shellBlob);
  return blob && Shell.parse(JSON.parse(new TextDecoder().decode(blob.bytes)));
}

/** @param context null: words of it are gone */
async function rebuild(
  log: EventLog,
  events: readonly ConversationEvent[],
  called: Of<"ProviderCalled">,
  context: TurnMessages | null,
): Promise<RebuiltCall> {
  const { data: { turnId: _, provider: __, shellBlob: ___, plain: ____, ...call }, at } = called;
  const { attempt, round } = call;
  const of = (event: ConversationEvent) => "attempt" in event.data && event.data.attempt === attempt;
  const failed = events.find((event): event is Of<"ProviderCallFailed"> =>
    event.type === "ProviderCallFailed" && of(event) && event.data.round === round
  );
  const gone = called.erased ||
    events.some((event) =>
      (event.type === "ToolCalled" || event.type === "ToolReturned" || event.type === "AnswerPaused") &&
      of(event) && event.data.round < round && event.erased
    );
  const sent = gone || !context ? null : await sentBytes(log, events, called, context);
  return {
    ...call,
    sha256: recordedHash(called.data),
    ...(sent && context ? shown(called.data, sent, context) : { body: null, proof: "erased", places: [] }),
    at,
    ...(failed ? { error: failed.data.error.message } : {}),
  };
}

/** The text of the bytes, what the recorded hash says of them, and where the messages are in it. */
function shown(
  call: Parameters<typeof proves>[0],
  { body, salts, headers, whole }: Awaited<ReturnType<typeof sentBytes>>,
  { messages, memory }: TurnMessages,
): Pick<RebuiltCall, "body" | "proof" | "places" | "headers"> {
  const text = new TextDecoder().decode(body);
  // The project's files come first and are no message.
  const sent = messages.map(({ content }) => whole ? content.toWellFormed() : content);
  const places = placesOf(text, sent).slice(memory.lead ? 1 : 0);
  return {
    body: text,
    proof: proves(call, salts, body) ? "proven" : "differs",
    places,
    ...(headers.length > 0 ? { headers } : {}),
  };
}

/** The bytes of a call, made again, and the salts of the words in them. */
async function sentBytes(
  log: EventLog,
  events: readonly ConversationEvent[],
  { data: { turnId, attempt, round, renderer, shellBlob }, salt = "" }: Of<"ProviderCalled">,
  { messages, salts, cacheKey, memory }: TurnMessages,
): Promise<{ body: Uint8Array; salts: string[]; headers: readonly string[]; whole: boolean }> {
  const shell = await storedShell(log, shellBlob);
  const render = rendererNamed(renderer);
  if (!shell || !render) {
    throw new Error(`The request of ${turnId} cannot be rebuilt: its shell or renderer is missing.`);
  }
  const rounds = await withPictures(log, roundsOf(events, attempt, round), shell);
  return {
    body: rendered(render, { shell: withMemory(shell, memory.text), messages, rounds, cacheKey }),
    salts: [salt, ...salts, ...rounds.flatMap((one) => one.salts)],
    headers: shell.headers ?? [],
    whole: shell.whole === true,
  };
}

/** Where what it is sent begins is for the agent's settings to say. */
const prepareNow = (
  ports: Parameters<typeof prepare>[0],
  state: ConversationState,
  workspace: WorkspaceState,
  participantId: string,
) => prepare(ports, state, workspace, participantId, { ...specNow(state), window: undefined });

/**
 * What an agent would be sent if it were asked now; null when it has no provider or model.
 * @param state which changes no more
 */
export async function explainNow(
  ports: Parameters<typeof prepare>[0],
  state: ConversationState,
  workspace: WorkspaceState,
  participantId: string,
): Promise<WouldSend | null> {
  const prepared = prepareNow(ports, state, workspace, participantId);
  if (!prepared.ok) return null;
  const { agent, provider, model, shell, spec, tokens } = prepared;
  const { messages, messageIds, cacheKey, memory } = await prepared.messages();
  const input = { shell: withMemory(shell, memory.text), messages, rounds: [], cacheKey };
  // To make it and to write it are milliseconds each, where all of a long talk would be sent.
  await yieldLoop();
  const body = new TextDecoder().decode(rendered(rendererOf(provider.kind), input));
  return {
    provider: provider.id,
    model,
    body,
    messageIds,
    omitted: await omittedOf(new Selection(state, participantId, spec), state.order),
    memory: memory.given,
    tokens: {
      estimated: tokens.estimated,
      pinned: tokens.pinned,
      project: tokens.project,
      window: tokens.window,
    },
    agentVersion: agent.version,
  };
}

/** The system message of an agent: of its last call, else the one it would be sent; null when it could not be asked. */
export async function systemMessageOf(
  ports: Parameters<typeof prepare>[0],
  state: ConversationState,
  workspace: WorkspaceState,
  participantId: string,
): Promise<string | null> {
  const prepared = prepareNow(ports, state, workspace, participantId);
  const called = Object.values(state.turns)
    .filter((turn) => turn.participantId === participantId && (turn.calls ?? 0) > 0)
    .sort((a, b) => b.requestedSeq - a.requestedSeq)[0];
  const events = called ? await eventsOf(ports.log, state.id, called) : [];
  const last = events.findLast((event) => event.type === "ProviderCalled");
  const sent = last && !last.erased ? await storedShell(ports.log, last.data.shellBlob) : null;
  return sent?.system ?? (prepared.ok ? prepared.shell.system : null);
}
