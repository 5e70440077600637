/** What was sent for a turn, and what would be sent now: told from the log alone, byte for byte. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { EventLog } from "../../events/store/types.ts";
import { contextFor, specNow } from "../../projections/context/context.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { rendererNamed, rendererOf } from "../providers/kinds.ts";
import { Shell } from "../providers/types.ts";
import type { RebuiltCall, RequestOfTurn, WouldSend } from "../../projections/shapes/views.ts";
import { prepare } from "./prepare.ts";
import { eventsOf, roundsOf, type TurnMessages, turnMessages } from "./request.ts";

type Of<T extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: T }>;

/** Every call of a turn, rebuilt; null when the turn has not started. */
export async function explainTurn(
  log: EventLog,
  state: ConversationState,
  turn: Turn,
): Promise<RequestOfTurn | null> {
  const events = await eventsOf(log, state.id, turn);
  const calls: RebuiltCall[] = [];
  let context: TurnMessages | null = null;
  let attempt = 0;
  for (const event of events) {
    if (event.type === "TurnStarted") {
      const read = turnMessages(
        log,
        contextFor(state, turn.participantId, { ...event.data.context, mode: turn.mode }),
      );
      context = await read();
      attempt = event.data.attempt;
    }
    if (event.type !== "ProviderCalled" || !context) continue;
    calls.push(await rebuild(log, events, event, context));
  }
  if (!context) return null;
  const last = calls.at(-1);
  return {
    provider: last?.providerId ?? "",
    model: last?.model ?? "",
    attempt,
    calls,
    messageIds: context.messageIds,
    omitted: context.omitted,
  };
}

/** The shell a call was made with, as it was stored; null where the blob is gone. */
async function storedShell(log: EventLog, shellBlob: string): Promise<Shell | null> {
  const blob = await log.blobs.get(shellBlob);
  return blob && Shell.parse(JSON.parse(new TextDecoder().decode(blob.bytes)));
}

async function rebuild(
  log: EventLog,
  events: readonly ConversationEvent[],
  { data: { turnId, provider: _, shellBlob, ...call }, at }: Of<"ProviderCalled">,
  { messages }: TurnMessages,
): Promise<RebuiltCall> {
  const { attempt, round, renderer } = call;
  const shell = await storedShell(log, shellBlob);
  const render = rendererNamed(renderer);
  if (!shell || !render) {
    throw new Error(`The request of ${turnId} cannot be rebuilt: its shell or renderer is missing.`);
  }
  const rounds = roundsOf(events, attempt, round);
  const failed = events.find((event): event is Of<"ProviderCallFailed"> =>
    event.type === "ProviderCallFailed" && event.data.attempt === attempt && event.data.round === round
  );
  return {
    ...call,
    body: new TextDecoder().decode(render.render({ shell, messages, rounds })),
    at,
    ...(failed ? { error: failed.data.error.message } : {}),
  };
}

/** What an agent would be sent if it were asked now; null when it has no provider or model. */
export async function explainNow(
  ports: Parameters<typeof prepare>[0],
  state: ConversationState,
  workspace: WorkspaceState,
  participantId: string,
): Promise<WouldSend | null> {
  const prepared = prepare(ports, state, workspace, participantId, specNow(state));
  if (!prepared.ok) return null;
  const { agent, provider, model, shell, tokens } = prepared;
  const { messages, messageIds, omitted } = await prepared.messages();
  const body = new TextDecoder().decode(rendererOf(provider.kind).render({ shell, messages, rounds: [] }));
  return {
    provider: provider.id,
    model,
    body,
    messageIds,
    omitted,
    tokens: { estimated: tokens.estimated, window: tokens.window },
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
  const prepared = prepare(ports, state, workspace, participantId, specNow(state));
  const called = Object.values(state.turns)
    .filter((turn) => turn.participantId === participantId && (turn.calls ?? 0) > 0)
    .sort((a, b) => b.requestedSeq - a.requestedSeq)[0];
  const events = called ? await eventsOf(ports.log, state.id, called) : [];
  const last = events.findLast((event) => event.type === "ProviderCalled");
  const sent = last && await storedShell(ports.log, last.data.shellBlob);
  return sent?.system ?? (prepared.ok ? prepared.shell.system : null);
}
