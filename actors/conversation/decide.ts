/**
 * Every rule of what may happen in a conversation: a plain function of a command and a decision in the making.
 * It reads no clock and mints no id of its own, so the same command on the same log decides the same.
 */
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { Decision, refuse } from "./decision.ts";
import { bring } from "./rules/history.ts";
import type { Accepted, Answer, Command, CommandOf, Deciding, Refusal } from "./commands.ts";
import { change, remove, start } from "./rules/conversation.ts";
import { include, post } from "./rules/message.ts";
import { addParticipant, changeParticipant, removeParticipant } from "./rules/roster.ts";
import { decideTool } from "./rules/tool.ts";
import {
  ask,
  askAll,
  claim,
  complete,
  failTurn,
  interrupt,
  record,
  retry,
  stop,
  toolReturned,
} from "./rules/turns.ts";

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
  if (command.type !== "start" && (state.seq === 0 || state.deleted)) {
    return refuse("not_found", "There is no such conversation.");
  }
  const answer = answerTo(command, now);
  return "code" in answer ? answer : { ok: true, events: now.events, answer, after: now.state };
}

type Rules = { readonly [T in Command["type"]]: (command: CommandOf<T>, now: Decision) => Answer | Refusal };

const rules: Rules = {
  start,
  change,
  delete: (_, now) => remove(now),
  bring,
  post,
  include,
  add_participant: addParticipant,
  change_participant: changeParticipant,
  remove_participant: removeParticipant,
  decide_tool: decideTool,
  ask,
  ask_all: (_, now) => askAll(now),
  stop,
  retry,
  claim,
  call: (called, now) => record("ProviderCalled", [called], now),
  call_failed: (failed, now) => record("ProviderCallFailed", [failed], now),
  tool_called: ({ calls }, now) => record("ToolCalled", calls, now),
  tool_returned: toolReturned,
  complete,
  fail: failTurn,
  interrupt,
};

function answerTo<T extends Command["type"]>(command: CommandOf<T>, now: Decision): Answer | Refusal {
  return rules[command.type](command, now);
}
