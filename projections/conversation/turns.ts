/** How turns change the conversation: a turn is requested, started, touched and ended exactly once. */
import type { ConversationEvent, Usage } from "../../events/catalog/conversation.ts";
import { INPUT_MINUTES, PERMISSION_MINUTES } from "../../events/catalog/limits.ts";
import type { Body, ConversationState, Message, ToolUse, Turn } from "../shapes/folds.ts";
import { addMessage, changeMessage, erasedBy, isPublic, keepSalt } from "./messages.ts";
import { isUse } from "./erasing.ts";
import { seatTurn } from "../panels/panels.ts";
import { isBeside, judgedIn } from "./asked_beside.ts";
import { askForHand, lowerOf } from "./hands.ts";
import { askInTrial } from "./trials.ts";
import { type Announced, belong } from "./versions.ts";

type Of<T extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: T }>;

function changeTurn(state: ConversationState, turn: Turn, change: Partial<Turn>): void {
  state.turns[turn.id] = { ...turn, ...change };
}

function changeBody(state: ConversationState, id: string, change: Partial<Body>): void {
  state.bodies[id] = { ...(state.bodies[id] ?? { content: "" }), ...change };
}

/** The turn, unless it has ended: what comes after the end changes nothing any more. */
function openTurn(state: ConversationState, id: string): Turn | undefined {
  const turn = state.turns[id];
  return turn?.doneSeq === undefined ? turn : undefined;
}

function request(state: ConversationState, event: Of<"TurnRequested">): void {
  // Field by field, here and at the start: a copy of "the rest" made the fold of a long log a fifth slower.
  const { turnId, participantId, messageId, mode, reason, through, retryOf, sources, task, panel } =
    event.data;
  const { trial, without, judges, asks } = event.data;
  const participant = state.participants.find((p) => p.id === participantId) ??
    state.former.find((p) => p.id === participantId);
  const exchange = event.exchange ?? turnId;
  if (state.turns[turnId]) return;
  state.turns[turnId] = {
    id: turnId,
    participantId,
    messageId,
    mode,
    reason,
    through,
    ...(retryOf === undefined ? {} : { retryOf }),
    ...(sources === undefined ? {} : { sources }),
    ...(task === undefined ? {} : { task }),
    ...(panel === undefined ? {} : { panel }),
    ...(trial === undefined ? {} : { trial }),
    ...(without === undefined ? {} : { without }),
    ...(judges === undefined ? {} : { judges }),
    ...(asks === undefined ? {} : { asks }),
    exchange,
    status: "pending",
    requestedSeq: event.seq,
    attempt: 0,
  };
  const asked = state.turns[turnId];
  if (panel && asked) seatTurn(state, asked);
  if (asks && asked) askForHand(state, asked);
  else if (!isBeside(asked)) lowerOf(state, participantId);
  state.open.push(turnId);
  state.queue = state.queue.filter((id) => id !== exchange);
  const known = state.exchanges[exchange];
  state.exchanges[exchange] = known
    ? { ...known, turnIds: [...known.turnIds, turnId] }
    : { id: exchange, mode, by: state.messages[exchange]?.author.id ?? event.by.id, turnIds: [turnId] };
  const message: Announced = {
    id: messageId,
    seq: event.seq,
    at: event.at,
    role: "assistant",
    author: { kind: "agent", id: participant?.agentId ?? participantId, name: participant?.name ?? "Agent" },
    status: "pending",
    included: true,
    length: 0,
    participantId,
    turnId,
  };
  if (sources) message.sources = sources;
  if (task) message.task = task;
  if (panel) message.panel = panel;
  if (trial) return announceAside(state, message, state.trials?.[trial.id]?.question, trial.id);
  if (judges) return announceAside(state, message, state.messages[judgedIn(judges)[0] ?? ""]?.question);
  if (asks) return announceAside(state, message, state.question ?? undefined);
  belong(state, message, retryOf === undefined ? undefined : state.turns[retryOf], exchange);
  addMessage(state, message, { content: "" });
}

/** What is asked beside the talk stands in no order and is among no answers; what it answers is known. */
function announceAside(
  state: ConversationState,
  message: Announced,
  question: string | undefined,
  trialId?: string,
): void {
  if (trialId !== undefined) askInTrial(state, trialId, message.turnId ?? "");
  state.messages[message.id] = {
    ...message,
    ...(question === undefined ? {} : { question }),
    included: false,
    trial: true,
  };
  state.bodies[message.id] = { content: "" };
}

export function startTurn(state: ConversationState, event: Of<"TurnRequested" | "TurnStarted">): void {
  if (event.type === "TurnRequested") return request(state, event);
  const { turnId, attempt, owner, agentVersion, context, tokens, memory } = event.data;
  const turn = openTurn(state, turnId);
  if (!turn) return;
  changeTurn(state, turn, {
    status: "running",
    attempt,
    owner,
    agentVersion,
    context,
    ...(tokens === undefined ? {} : { tokens }),
    ...(memory === undefined ? {} : { memory }),
    startedSeq: event.seq,
    startedAt: event.at,
  });
  changeMessage(state, turn.messageId, { status: "streaming" });
}

/** The last moment that a time in a log can name. */
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** So many minutes after it was asked; a fold breaks on no time, however odd it was in an imported file. */
function endOf(asked: string, minutes: number): string {
  const ms = Date.parse(asked) + minutes * 60_000;
  return ms <= LAST_MS ? new Date(ms).toISOString() : asked;
}

type Touch = Of<
  | "ProviderCalled"
  | "ProviderCallFailed"
  | "ToolCalled"
  | "ToolDecided"
  | "InputAsked"
  | "InputAnswered"
  | "ToolReturned"
  | "AnswerPaused"
>;

/** What happens inside a turn: calls are counted, tools are shown in the answer (S4-33). */
export function touchTurn(state: ConversationState, event: Touch): void {
  const turn = openTurn(state, event.data.turnId);
  if (!turn) return;
  const tools = state.bodies[turn.messageId]?.tools ?? [];
  switch (event.type) {
    case "ProviderCalled":
      return changeTurn(state, turn, { calls: (turn.calls ?? 0) + 1, provider: event.data.provider });
    case "ProviderCallFailed":
      return changeMessage(state, turn.messageId, {
        retries: (state.messages[turn.messageId]?.retries ?? 0) + 1,
      });
    case "AnswerPaused":
      // It is the request's affair: what was said before it is in the answer.
      return;
    case "ToolCalled": {
      const { turnId: _turn, said: _said, opaque: _opaque, ...use } = event.data;
      const refuses = use.asks ? { refusesAt: endOf(event.at, PERMISSION_MINUTES) } : {};
      return changeBody(state, turn.messageId, {
        tools: [...tools, { ...use, ...refuses, ...erasedBy(event) }],
      });
    }
    case "ToolDecided":
      return changeBody(state, turn.messageId, {
        tools: changedUse(tools, event.data, {
          allowed: event.data.allowed,
          ...(event.data.site === undefined ? {} : { site: event.data.site }),
          ...(event.data.heard === undefined ? {} : { heard: event.data.heard }),
        }),
      });
    case "InputAsked":
    case "InputAnswered":
      return changeBody(state, turn.messageId, { tools: withInput(tools, event) });
    case "ToolReturned": {
      const { status, result, attachments, links } = event.data;
      const gave = {
        ...{ status, result },
        ...(attachments === undefined ? {} : { attachments }),
        ...(links === undefined ? {} : { links }),
      };
      const change = { ...gave, ...erasedBy(event) };
      return changeBody(state, turn.messageId, { tools: changedUse(tools, event.data, change) });
    }
  }
}

/** What its server asked stands with the call, and what it was given with that. */
function withInput(tools: readonly ToolUse[], event: Of<"InputAsked" | "InputAnswered">): ToolUse[] {
  const inputs = tools.find((use) => isUse(use, event.data))?.inputs ?? [];
  if (event.type === "InputAsked") {
    const { input, message, fields, url, again } = event.data;
    if (inputs.some((one) => one.input === input)) return [...tools];
    const asked = {
      input,
      message,
      ...(fields === undefined ? {} : { fields }),
      ...(url === undefined ? {} : { url }),
      ...(again ? { again } : {}),
      endsAt: endOf(event.at, INPUT_MINUTES),
    };
    return changedUse(tools, event.data, { inputs: [...inputs, asked] });
  }
  const { input, outcome, values } = event.data;
  const answered = { outcome, ...(values === undefined ? {} : { values }) };
  return changedUse(tools, event.data, {
    inputs: inputs.map((one) => one.input === input ? { ...one, ...answered } : one),
  });
}

/** Servers exist that name the first call of every round alike, so a call is known by its round too. */
function changedUse(
  tools: readonly ToolUse[],
  named: Pick<ToolUse, "callId" | "attempt" | "round">,
  change: Partial<ToolUse>,
): ToolUse[] {
  return tools.map((use) => isUse(use, named) ? { ...use, ...change } : use);
}

/** An answer nobody chose to include by hand: only a completed one counts for the context. */
function unlessByHand(message: Message | undefined): Partial<Message> {
  const byHand = message?.inclusion?.some((change) => !change.participantIds);
  return byHand ? {} : { included: false };
}

/** Tokens of a call as the conversation's cap counts them. */
export function tokensOf(usage: Usage | null | undefined): number {
  return usage ? usage.input + usage.cacheRead + usage.cacheWrite + usage.output : 0;
}

function partialOf(data: { partial?: string | undefined; reasoning?: string | undefined }): Body {
  return { content: data.partial ?? "", ...(data.reasoning ? { reasoning: data.reasoning } : {}) };
}

/** What a completed answer says, and where it has it from. */
const saidOf = ({ content, reasoning, raw, citations, form }: Of<"TurnCompleted">["data"]): Body => ({
  content,
  ...(reasoning ? { reasoning } : {}),
  ...(raw !== undefined ? { raw } : {}),
  ...(citations?.length ? { citations } : {}),
  ...(form ? { form } : {}),
});

type End = Of<"TurnCompleted" | "TurnFailed" | "TurnInterrupted" | "TurnCancelled">;

export function endTurn(state: ConversationState, event: End): void {
  const turn = openTurn(state, event.data.turnId);
  if (!turn) return;
  const message = state.messages[turn.messageId];
  const body = state.bodies[turn.messageId];
  if (event.type === "TurnInterrupted") {
    const { attempt, why } = event.data;
    const { owner: _, ...ownerless } = turn;
    state.turns[turn.id] = { ...ownerless, status: "pending" };
    changeMessage(state, turn.messageId, { status: "interrupted" });
    return changeBody(state, turn.messageId, {
      cut: [...(body?.cut ?? []), { attempt, why, ...partialOf(event.data), ...erasedBy(event) }],
    });
  }
  state.open = state.open.filter((id) => id !== turn.id);
  const done = { doneSeq: event.seq };
  switch (event.type) {
    case "TurnCompleted": {
      const { content, usage, model, finishReason, timing, toolsUsed, passed, to } = event.data;
      changeTurn(state, turn, { status: "completed", ...done });
      changeBody(state, turn.messageId, saidOf(event.data));
      state.tokens += tokensOf(usage);
      if (isPublic(event) && !isBeside(turn)) state.lastSaid = turn.messageId;
      keepSalt(state, turn.messageId, event.salt);
      return changeMessage(state, turn.messageId, {
        ...done,
        status: "complete",
        length: content.length,
        model,
        finishReason,
        totalMs: timing.totalMs,
        ...(timing.firstTextMs === null ? {} : { firstTextMs: timing.firstTextMs }),
        ...(usage ? { usage } : {}),
        ...(toolsUsed.length > 0 ? { toolsUsed } : {}),
        ...(to ? { to } : {}),
        ...(passed ? { passed: true as const, included: false } : {}),
        ...erasedBy(event),
      });
    }
    case "TurnFailed":
    case "TurnCancelled": {
      const failed = event.type === "TurnFailed";
      const { partial = "" } = event.data;
      changeTurn(state, turn, { status: failed ? "failed" : "cancelled", ...done });
      changeBody(state, turn.messageId, partialOf(event.data));
      if (failed) state.tokens += tokensOf(event.data.usage);
      if (partial !== "") keepSalt(state, turn.messageId, event.salt);
      return changeMessage(state, turn.messageId, {
        ...done,
        status: failed ? "failed" : "cancelled",
        length: partial.length,
        ...unlessByHand(message),
        ...(failed ? { error: event.data.error } : {}),
        ...(failed && event.data.usage ? { usage: event.data.usage } : {}),
        ...(failed && event.data.model ? { model: event.data.model } : {}),
        // Before it started nothing was said: then only the name of who stopped it is gone.
        ...(turn.startedSeq === undefined ? {} : erasedBy(event)),
      });
    }
  }
}
