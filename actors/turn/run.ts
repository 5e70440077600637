/**
 * One turn, from the claim to its end. The claim is decided by the log; while the turn runs, its work row is
 * its sign of life; the log refuses the end of an attempt that was taken over.
 */
import { type Actor, SYSTEM } from "../../events/catalog/envelope.ts";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { Work } from "../../events/store/types.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../projections/conversation/state.ts";
import { again } from "../runtime/retry.ts";
import type { TurnCommand } from "../conversation/commands.ts";
import type { WritingDraft } from "../live/draft_writer.ts";
import { safely } from "../runtime/logger.ts";
import { providerError } from "../providers/error_codes.ts";
import { ProviderError } from "../providers/types.ts";
import { answer, type Ending } from "./answer.ts";
import { Attempt, Gone } from "./attempt.ts";
import { openCall, type Opening } from "./call.ts";
import { type Caller, refuserOf, type TurnPorts } from "./ports.ts";
import { type Preparation, prepare } from "./prepare.ts";

/** Milliseconds to give a turn back when the program stops; who fails is taken over after 8 s. */
const HAND_BACK_MS = 1_500;

const NEVER = new AbortController().signal;

/** Why a run is told to stop. `shutdown`: the turn goes back for another process; else it is over already. */
export type StopReason = "shutdown" | "over";

/** A turn this process has claimed or is about to claim. */
export interface Running {
  readonly conversationId: string;
  readonly turnId: string;
  readonly attempt: number;
  stop(why: StopReason): void;
}

/** Tells the system which turns run, so that what ends them can stop them at once. */
export interface Runs {
  add(running: Running): void;
  remove(running: Running): void;
}

/** Runs a due turn, claiming it by its work row as it was read. Returns when it has ended or is not (any more) this process's to run. Never throws. */
export async function runTurn(
  ports: TurnPorts,
  runs: Runs,
  state: ConversationState,
  turn: Turn,
  work: Work,
): Promise<void> {
  const { log, logger, environment } = ports;
  const conversationId = state.id;
  const ids = { turnId: turn.id, attempt: work.row.attempt + 1 };
  const stopped = new AbortController();
  const stopping: { why: StopReason } = { why: "over" };
  const running: Running = {
    conversationId,
    ...ids,
    stop(reason) {
      if (!stopped.signal.aborted) stopping.why = reason;
      stopped.abort();
    },
  };
  runs.add(running);
  const startedAt = environment.monotonic();
  const about = { conversationId, ...ids };
  let draft: WritingDraft | null = null;
  let opening: Opening | null = null;
  try {
    const workspace = await ports.workspace();
    const prepared = prepare(log, state, workspace, {
      participantId: turn.participantId,
      spec: { through: turn.through, inclusionThrough: turn.requestedSeq, mode: turn.mode },
      downgrades: (provider, model) => [...ports.downgrades.get(refuserOf(provider, model)) ?? []],
      tools: (names) => ports.tools.schemas(names),
    });
    const by = author(state, turn);
    if (stopped.signal.aborted) return;
    const caller = prepared.ok ? ports.caller(prepared.provider) : null;
    caller?.catch(() => undefined);
    opening = caller && work.row.attempt === 0
      ? await open(ports, conversationId, ids, prepared, caller)
      : null;
    if (stopped.signal.aborted) return;
    // Otherwise the shell is on its way while the claim is; the first call waits for it.
    if (prepared.ok && !opening) ports.shells.put(conversationId, prepared.shell).catch(() => undefined);
    const stamp = await claim(ports, state.id, ids, by, prepared, work.stamp, opening);
    if (stamp === null) return;
    logger("info", "turn_started", { ...about, messageId: turn.messageId, agent: by.name });
    ports.hub.expect(ids.turnId, ids.attempt);
    draft = ports.writer.open(
      { ...about, messageId: turn.messageId, owner: ports.owner, stamp },
      () => running.stop("over"),
    );
    const attempt = new Attempt(ports, conversationId, ids, by, draft, stopped.signal);
    const ending = await toEnding(attempt, state, turn, prepared, caller, opening);
    await ports.writer.close(draft);
    if (!draft.lost) await end(attempt, turn, ending, startedAt, prepared.ok ? prepared.model : undefined);
  } catch (error) {
    if (draft) await ports.writer.close(draft);
    if (!(error instanceof Gone)) logger("error", "turn_broke", { ...about, ...safely(error) });
    if (draft && !draft.lost && stopping.why === "shutdown") await handBack(ports, about, draft);
  } finally {
    opening?.release();
    ports.hub.forget(ids.turnId);
    runs.remove(running);
  }
}

function author(state: ConversationState, turn: Turn): Actor {
  const participant = participantOf(state, turn.participantId);
  return {
    kind: "agent",
    id: participant?.agentId ?? turn.participantId,
    name: participant?.name ?? "Agent",
  };
}

/** The first call where nothing has to be waited for; whatever goes wrong here is met again by the call itself. */
async function open(
  ports: TurnPorts,
  conversationId: string,
  ids: Attempt["ids"],
  prepared: Preparation,
  coming: Promise<Caller>,
): Promise<Opening | null> {
  if (!prepared.ok || prepared.tokens.refused) return null;
  try {
    const [caller, { messages }] = await Promise.all([coming, prepared.messages()]);
    const { provider, shell } = prepared;
    return openCall(ports, conversationId, ids, { provider, caller, shell, messages });
  } catch {
    return null;
  }
}

/** The lock of the claimed work row, or null: somebody else has it. */
async function claim(
  ports: TurnPorts,
  conversationId: string,
  { turnId, attempt }: { turnId: string; attempt: number },
  by: Actor,
  prepared: Preparation,
  stamp: string,
  opening: Opening | null,
): Promise<string | null> {
  const result = await ports.conversations.insist(conversationId, {
    command: {
      type: "claim",
      turnId,
      owner: ports.owner,
      agentVersion: prepared.ok ? prepared.agent.version : prepared.agentVersion,
      window: prepared.ok ? prepared.spec.window : null,
      ...(prepared.ok && prepared.tokens.window !== null
        ? { tokens: { estimated: prepared.tokens.estimated, window: prepared.tokens.window } }
        : {}),
      ...(opening ? { call: opening.called } : {}),
    },
    by,
    commandId: ports.claimId(turnId, attempt),
    fence: { turnId, stamp },
  });
  if (!result.ok || result.stamp !== null) return result.ok ? result.stamp : null;
  // It landed in a try that broke: the row says whether the turn is still ours.
  const work = await again(ports.environment, NEVER, () => ports.log.work.get(conversationId, turnId));
  return work?.row.owner === ports.owner && work.row.attempt === attempt ? work.stamp : null;
}

/** The ending of the attempt; a bug on the way is an ending too, so that no turn is left open. */
async function toEnding(
  attempt: Attempt,
  state: ConversationState,
  turn: Turn,
  prepared: Preparation,
  coming: Promise<Caller> | null,
  opening: Opening | null,
): Promise<Ending> {
  const { ports } = attempt;
  let first = coming;
  try {
    if (!prepared.ok) {
      const error = providerError("bad_request", { sentence: prepared.why }).toTurnError();
      return { how: "failed", error, usage: null };
    }
    if (prepared.tokens.refused) {
      return { how: "failed", error: providerError("context_overflow").toTurnError(), usage: null };
    }
    const { provider } = prepared;
    const caller = await again(ports.environment, attempt.signal, () => {
      const given = first ?? ports.caller(provider);
      first = null;
      return given;
    });
    const before = attempt.ids.attempt > 1 && state.bodies[turn.messageId]?.tools?.length
      ? await again(
        ports.environment,
        attempt.signal,
        () => eventsSince(ports, state.id, turn.requestedSeq),
      )
      : [];
    const manages = state.manager?.participantId === turn.participantId;
    return await answer(attempt, turn, prepared, caller, before, manages, opening);
  } catch (error) {
    if (error instanceof Gone || attempt.signal.aborted) throw new Gone();
    if (error instanceof ProviderError) return { how: "failed", error: error.toTurnError(), usage: null };
    ports.logger("error", "turn_bug", { ...attempt.about, ...safely(error) });
    return { how: "failed", error: providerError("internal").toTurnError(), usage: null };
  }
}

async function eventsSince(
  ports: TurnPorts,
  conversationId: string,
  seq: number,
): Promise<ConversationEvent[]> {
  const events: ConversationEvent[] = [];
  for await (const batch of ports.log.read(conversationId, seq)) {
    events.push(...batch as ConversationEvent[]); // stored bytes became typed events at the read boundary
  }
  return events;
}

async function end(
  attempt: Attempt,
  turn: Turn,
  ending: Ending,
  startedAt: number,
  model: string | undefined,
): Promise<void> {
  const { ports, conversationId, ids, by, draft } = attempt;
  const reasoning = draft.reasoning ? { reasoning: draft.reasoning } : {};
  let command: TurnCommand;
  if (ending.how === "failed") {
    const partial = draft.text ? { partial: draft.text } : {};
    command = {
      type: "fail",
      data: {
        ...ids,
        error: ending.error,
        ...partial,
        ...reasoning,
        usage: ending.usage,
        ...(model === undefined ? {} : { model }),
      },
    };
  } else {
    const { content, raw, finish, usage, toolsUsed, passed, address } = ending;
    command = {
      type: "complete",
      data: {
        ...ids,
        messageId: turn.messageId,
        content,
        ...(raw === content ? {} : { raw }),
        ...reasoning,
        finishReason: finish.reason.slice(0, 100),
        usage,
        model: finish.model.slice(0, 200),
        providerMessageId: finish.messageId?.slice(0, 200) ?? null,
        toolsUsed,
        timing: {
          firstTextMs: attempt.firstTextAt === null ? null : Math.max(0, attempt.firstTextAt - startedAt),
          totalMs: Math.max(0, ports.environment.monotonic() - startedAt),
        },
        ...(passed ? { passed } : {}),
      },
      ...(address === null ? {} : { address }),
    };
  }
  const result = await ports.conversations.insist(conversationId, {
    command,
    by,
    commandId: ports.commandId(),
    // No look at the work row: an attempt that was taken over is refused by the log itself, and one whose row
    // somebody took and then died has its whole answer here, which must not be lost and paid again.
    own: ids.turnId,
  });
  ports.logger(result.ok ? "info" : "warn", result.ok ? "answer_saved" : "answer_not_saved", {
    ...attempt.about,
    messageId: turn.messageId,
    type: "assistant",
    how: ending.how,
    ...(result.ok ? { seq: result.seq } : { code: result.code }),
  });
}

/** The program stops: the turn goes back, with what was shown, and another process may claim it at once. */
async function handBack(
  ports: TurnPorts,
  { conversationId, turnId, attempt }: { conversationId: string; turnId: string; attempt: number },
  draft: WritingDraft,
): Promise<void> {
  // Once, and not for long: a store that does not answer now must not keep the program from ending.
  await ports.conversations.ask(conversationId, {
    patienceMs: HAND_BACK_MS,
    command: {
      type: "interrupt",
      data: {
        turnId,
        attempt,
        why: "shutdown",
        ...(draft.text ? { partial: draft.text } : {}),
        ...(draft.reasoning ? { reasoning: draft.reasoning } : {}),
      },
    },
    by: SYSTEM,
    commandId: ports.commandId(),
    own: turnId,
    fence: { turnId, stamp: draft.stamp },
  });
}
