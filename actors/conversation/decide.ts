/**
 * Every rule of what may happen in a conversation: a plain function of a command and the fold so far.
 * It reads no clock and mints no id of its own, so the same command on the same log decides the same.
 */
import type { ConversationState } from "../../projections/conversation/state.ts";
import { refuse } from "./decision.ts";
import { bring } from "./rules/history.ts";
import type { Command, Deciding, Decision } from "./commands.ts";
import { change, remove, start } from "./rules/conversation.ts";
import { include, post } from "./rules/message.ts";
import { addParticipant, changeParticipant, removeParticipant } from "./rules/roster.ts";
import { decideTool } from "./rules/tool.ts";
import { ask, askAll, claim, complete, failTurn, interrupt, record, retry, stop } from "./rules/turns.ts";

/**
 * Decides `command` on `state`, which it does not change. Accepted with no events: it had been carried out
 * before, or changes nothing. A refusal leaves the log as it is.
 */
export function decide(command: Command, state: ConversationState, deciding: Deciding): Decision {
  if (command.type === "start") return start(command, state, deciding);
  if (state.seq === 0 || state.deleted) return refuse("not_found", "There is no such conversation.");
  switch (command.type) {
    case "post":
      return post(command, state, deciding);
    case "bring":
      return bring(command, state, deciding);
    case "include":
      return include(command, state, deciding);
    case "change":
      return change(command, state, deciding);
    case "add_participant":
      return addParticipant(command, state, deciding);
    case "change_participant":
      return changeParticipant(command, state, deciding);
    case "remove_participant":
      return removeParticipant(command, state, deciding);
    case "ask":
      return ask(command, state, deciding);
    case "ask_all":
      return askAll(state, deciding);
    case "stop":
      return stop(command, state, deciding);
    case "retry":
      return retry(command, state, deciding);
    case "decide_tool":
      return decideTool(command, state, deciding);
    case "delete":
      return remove(state, deciding);
    case "claim":
      return claim(command, state, deciding);
    case "call":
    case "call_failed":
    case "tool_called":
    case "tool_returned":
      return record(command, state, deciding);
    case "complete":
      return complete(command, state, deciding);
    case "fail":
      return failTurn(command, state, deciding);
    case "interrupt":
      return interrupt(command, state, deciding);
    default:
      return command satisfies never;
  }
}
