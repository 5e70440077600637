/**
 * Every rule of what may happen in a conversation: a plain function of a command and a decision in the making.
 * It reads no clock and mints no id of its own, so the same command on the same log decides the same.
 */
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { isSealed } from "../../projections/comparisons/comparisons.ts";
import { Decision, refuse } from "./decision.ts";
import { bring } from "./rules/history.ts";
import type { Accepted, Answer, Command, CommandOf, Deciding, Refusal } from "./commands.ts";
import { change, start } from "./rules/conversation.ts";
import { purge, remove, restore, retire } from "./rules/deletion.ts";
import { eraseContent } from "./rules/erasing.ts";
import { answerInput, inputAsked, inputEnded } from "./rules/inputs.ts";
import { include, includeAll, keep } from "./rules/inclusion.ts";
import { pin } from "./rules/pins.ts";
import { merge } from "./rules/merge.ts";
import { post } from "./rules/message.ts";
import { addParticipant, changeParticipant, removeParticipant } from "./rules/roster.ts";
import { decideTool } from "./rules/tool.ts";
import { beginRun, goOn, nameCheck } from "./rules/check_runs.ts";
import {
  answerComparison,
  askRoom,
  beginComparison,
  dropRoom,
  isInRoom,
  judgeRoom,
  openRoom,
  revealComparison,
  seal,
  stopRoom,
  voteComparison,
} from "./rules/comparisons.ts";
import { endHands, setHands } from "./rules/hands.ts";
import { expect, unexpect } from "./rules/expectations.ts";
import {
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  runSchedule,
  setSchedule,
} from "./rules/schedules.ts";
import { take, trySamples, tryWithout } from "./rules/trials.ts";
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
 * Decides `command` on `state`, which it does not change, unless `inPlace`. Accepted with no events: it had been carried out
 * before, or changes nothing. A refusal leaves the log as it is.
 */
export function decide(
  command: Command,
  state: ConversationState,
  deciding: Deciding,
): Accepted | Refusal {
  const now = new Decision(state, deciding);
  if (command.type !== "start" && command.type !== "seal" && !isThere(state, command)) {
    return refuse("not_found", "There is no such conversation.");
  }
  const answer = answerTo(command, now);
  if ("code" in answer) return answer;
  goOn(command, now);
  return { ok: true, events: now.events, answer, after: now.state };
}

/** Of a deleted conversation that can be had back, what is done about just that; and words that go with those of another. */
const OF_DELETED: ReadonlySet<Command["type"]> = new Set<Command["type"]>([
  "delete",
  "restore",
  "purge",
  "erase",
]);

/** Whether a conversation is there for a command. */
function isThere(state: ConversationState, command: Command): boolean {
  const { seq, deleted, restorableUntil, bringing } = state;
  if (isSealed(state)) return !deleted && isInRoom(command);
  return seq > 0 &&
    (!deleted ||
      (restorableUntil !== undefined &&
        (OF_DELETED.has(command.type) || (bringing === true && isAside(command)))));
}

/** Of a conversation that was begun aside, what makes it whole. */
const isAside = (command: Command): boolean =>
  (command.type === "bring" || command.type === "post") && command.aside === true;

type Rules = { readonly [T in Command["type"]]: (command: CommandOf<T>, now: Decision) => Answer | Refusal };

const rules: Rules = {
  start,
  change,
  delete: (_, now) => remove(now),
  restore: (_, now) => restore(now),
  purge: (_, now) => purge(now),
  retire: ({ after }, now) => retire(after, now),
  bring,
  post,
  include,
  include_all: includeAll,
  keep,
  pin,
  erase: eraseContent,
  add_participant: addParticipant,
  change_participant: changeParticipant,
  remove_participant: removeParticipant,
  decide_tool: decideTool,
  answer_input: answerInput,
  ask,
  ask_all: (_, now) => askAll(now),
  stop,
  merge,
  try_without: tryWithout,
  try_samples: trySamples,
  take_answer: take,
  begin_comparison: beginComparison,
  answer_comparison: answerComparison,
  vote_comparison: voteComparison,
  reveal_comparison: revealComparison,
  seal,
  ask_room: (_, now) => askRoom(now),
  judge_room: judgeRoom,
  stop_room: (_, now) => stopRoom(now),
  open_room: (_, now) => openRoom(now),
  drop_room: (_, now) => dropRoom(now),
  retry,
  expect,
  unexpect,
  set_hands: setHands,
  end_hands: (_, now) => endHands(now),
  name_check: nameCheck,
  begin_check_run: beginRun,
  set_schedule: setSchedule,
  pause_schedule: pauseSchedule,
  resume_schedule: resumeSchedule,
  remove_schedule: removeSchedule,
  run_schedule: runSchedule,
  claim,
  call: (called, now) => record("ProviderCalled", [called], now),
  call_failed: (failed, now) => record("ProviderCallFailed", [failed], now),
  tool_called: ({ calls }, now) => record("ToolCalled", calls, now),
  input_asked: inputAsked,
  input_ended: inputEnded,
  tool_returned: toolReturned,
  answer_paused: (paused, now) => record("AnswerPaused", [paused], now),
  complete,
  fail: failTurn,
  interrupt,
};

function answerTo<T extends Command["type"]>(command: CommandOf<T>, now: Decision): Answer | Refusal {
  return rules[command.type](command, now);
}
