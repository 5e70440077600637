/**
 * Every rule of what may happen in a conversation: a plain function of a command and a decision in the making.
 * It reads no clock and mints no id of its own, so the same command on the same log decides the same.
 */
import type { ConversationState } from "../../projections/conversation/state.ts";
import { Decision, refuse } from "./decision.ts";
import { bring } from "./rules/history.ts";
import type { Accepted, Answer, Command, Deciding, Refusal } from "./commands.ts";
import { change, remove, start } from "./rules/conversation.ts";
import { include, post } from "./rules/message.ts";
import { addParticipant, changeParticipant, removeParticipant } from "./rules/roster.ts";
import { decideTool } from "./rules/tool.ts";
import { ask, askAll, claim, complete, failTurn, interrupt, record, retry, stop } from "./rules/turns.ts";

/**
 * Decides `command` on `state`, which it does not change. Accepted with no events: it had been carried out
 * before, or changes nothing. A refusal leaves the log as it is.
 */
export function decide(
  command: Command,
  state: ConversationState,
  deciding: Deciding,
): Accepted | Refusal {
  const now = new Decision(state, deciding);
  const answer = answerTo(command, now);
  return "code" in answer ? answer : { ok: true, events: now.events, answer, after: now.state };
}

function answerTo(command: Command, now: Decision): Answer | Refusal {
  if (command.type === "start") return start(command, now);
  if (now.state.seq === 0 || now.state.deleted) return refuse("not_found", "There is no such conversation.");
  switch (command.type) {
    case "change":
      return change(command, now);
    case "delete":
      return remove(now);
    case "bring":
      return bring(command, now);
    case "post":
      return post(command, now);
    case "include":
      return include(command, now);
    case "add_participant":
      return addParticipant(command, now);
    case "change_participant":
      return changeParticipant(command, now);
    case "remove_participant":
      return removeParticipant(command, now);
    case "decide_tool":
      return decideTool(command, now);
    case "ask":
      return ask(command, now);
    case "ask_all":
      return askAll(now);
    case "stop":
      return stop(command, now);
    case "retry":
      return retry(command, now);
    case "claim":
      return claim(command, now);
    case "call":
    case "call_failed":
    case "tool_called":
    case "tool_returned":
      return record(command, now);
    case "complete":
      return complete(command, now);
    case "fail":
      return failTurn(command, now);
    case "interrupt":
      return interrupt(command, now);
    default:
      return command satisfies never;
  }
}
