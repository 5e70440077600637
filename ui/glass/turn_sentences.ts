/** Sentences of answers: who was asked and why, what was sent, which tools were used, how it ended. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { DataOf } from "../../events/catalog/conversation.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { Named, Part, Sentence } from "../words/sentence.ts";
import { handLine } from "../../projections/conversation/hand_line.ts";
import { elapsed } from "./elapsed.ts";
import { agent, agentOfTurn, type Beside, byOf, type Of, plain, type Told } from "./telling.ts";

const address = (text: string): Part => ({ name: clearText(text) });

export function requested({ data }: Of<"TurnRequested">, told: Told, beside: Beside): Sentence {
  const words = told.words.turn;
  const who = agent(told, data.participantId);
  const { code, from } = data.reason;
  if (data.asks) return words.askedForHand(who);
  if (code === "panel") return words.askedInPanel(who, clearText(data.reason.text));
  if (data.sources && data.task === "gist") return words.askedForGist(who, data.sources.length);
  if (data.task === "claims") return words.askedForClaims(who);
  if (data.sources) return words.askedToMerge(who, data.sources.length);
  switch (code) {
    case "mentioned":
      return words.askedByName(who);
    case "in_turn":
      return beside.first === false ? words.askedNext(who) : words.askedFirst(who);
    case "retried":
      return words.askedAgain(who);
    case "managing":
      return words.askedToLead(who);
    case "repaired":
      return words.askedToMend(who);
    case "addressed": {
      const asking = told.state.participants.find((p) => p.number === from) ??
        told.state.former.find((p) => p.number === from);
      if (!asking) return words.asked(who);
      const leads = told.state.manager?.participantId === data.participantId;
      return leads ? words.reported(agent(told, asking.id), who) : words.askedBy(agent(told, asking.id), who);
    }
    default:
      return words.asked(who);
  }
}

export function called({ data }: Of<"ProviderCalled">, told: Told, { before }: Beside): Sentence {
  const words = told.words.turn;
  if (before?.type === "ProviderCallFailed") return plain(words.sentAgain);
  if (before?.type === "ToolReturned") return plain(words.sentResults);
  if (before?.type === "AnswerPaused") return plain(words.sentOn);
  const start = before && conversationEvent(before);
  const context = start?.type === "TurnStarted" ? start.data.context : undefined;
  const sent = told.sent(data.turnId, context);
  return sent === null ? plain(words.sentSome) : words.sent(sent);
}

export function callFailed(
  { data, at }: Of<"ProviderCallFailed">,
  { words: { turn: words } }: Told,
  { after }: Beside,
): Sentence {
  return after?.type === "ProviderCalled"
    ? words.failedCallAgain(data.error.code, elapsed(Date.parse(after.at) - Date.parse(at)))
    : words.failedCall(data.error.code);
}

export function toolCalled({ data }: Of<"ToolCalled">, told: Told): Sentence {
  const words = told.words.turn;
  const who = agentOfTurn(told, data.turnId);
  if (data.address !== undefined) {
    const where = address(data.address);
    return data.asks ? words.wantsToOpen(who, where) : words.opens(who, where);
  }
  const tool = told.tool(data.tool);
  if (tool === null) return data.asks ? words.wantsSomeTool(who) : words.usesSomeTool(who);
  return data.asks ? words.wantsTool(who, tool) : words.usesTool(who, tool);
}

function answered({ usage, to }: DataOf<"TurnCompleted">, who: Named, told: Told): Sentence {
  const words = told.words.turn;
  if (to === undefined || to === "person") {
    return usage ? words.answeredIn(who, usage.output) : words.answered(who);
  }
  const hearer = agent(told, to);
  return usage ? words.answeredToIn(who, hearer, usage.output) : words.answeredTo(who, hearer);
}

export function completed({ data }: Of<"TurnCompleted">, told: Told): Sentence {
  const words = told.words.turn;
  const who = agentOfTurn(told, data.turnId);
  if (told.state.turns[data.turnId]?.asks) {
    const said = handLine(data.content);
    return said.is === "up" ? words.handUp(who, said.line) : words.handDown(who);
  }
  if (data.passed) return words.passed(who);
  const sentence = answered(data, who, told);
  return /^(length|max_tokens)$/.test(data.finishReason) ? words.cutAtLimit(sentence) : sentence;
}

export function exchangeOver({ data }: Of<"ExchangeCompleted">, { words: { turn: words } }: Told): Sentence {
  const { completed, failed, cancelled } = data;
  const parts = [
    ...(completed > 0 ? [words.someAnswered(completed)] : []),
    ...(failed > 0 ? [words.someFailed(failed)] : []),
    ...(cancelled > 0 ? [words.someStopped(cancelled)] : []),
  ];
  return parts.length === 0 ? plain(words.nobody) : words.over(parts.join(", "));
}

export function cancelled({ data, by }: Of<"TurnCancelled">, told: Told): Sentence {
  const words = told.words.turn;
  const who = agentOfTurn(told, data.turnId);
  switch (data.why) {
    case "stopped":
      return words.stopped(byOf(by, told), who);
    case "new_message":
      return words.stoppedForNew(who);
    case "disabled":
      return words.stoppedOff(who);
    case "removed":
      return words.stoppedRemoved(who);
    case "imported":
      return words.unfinished(who);
    case "deleted":
      return words.stoppedDeleted(who);
    case "capped":
      return words.stoppedAtLimit(who);
  }
}
