/**
 * Deciding that words are erased. Nothing is edited: the message stays where it is, with its author and its time, and
 * the event says who erased what it said, when, and why.
 */
import { ERASED_EVENTS } from "../../../events/catalog/limits.ts";
import type { DataOf } from "../../../events/catalog/conversation.ts";
import { Selection } from "../../../projections/context/selection.ts";
import { specOf } from "../../../projections/context/spec.ts";
import { isUse } from "../../../projections/conversation/erasing.ts";
import type { ConversationState, Message, Turn } from "../../../projections/shapes/folds.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { cancelAll } from "./ending.ts";

const NO_MESSAGE = refuse("not_found", "There is no such message in this conversation.");
const NO_USE = refuse("not_found", "The message used no tool under this id.", "call");
const A_PROGRAMS = refuse(
  "validation",
  "A program runs this tool, and its calls and results go with their messages: erase these.",
  "call",
);
const STILL_WRITTEN = refuse("conflict", "The answer is still being written. Stop it first.");
export const LOOK_AGAIN = refuse("stale", "Something else happened in this conversation meanwhile.");

/** Why the words of a message, or of one use of a tool in it, cannot be erased now; null: they can. */
export function cannotErase(
  { messages, bodies }: Pick<ConversationState, "messages" | "bodies">,
  { messageId, use }: Pick<CommandOf<"erase">, "messageId" | "use">,
): Refusal | null {
  const message = messages[messageId];
  if (!message) return NO_MESSAGE;
  if (message.turnId !== undefined && message.doneSeq === undefined) return STILL_WRITTEN;
  if (!use) return null;
  const found = bodies[messageId]?.tools?.find((one) => isUse(one, use));
  if (!found) return NO_USE;
  return found.client ? A_PROGRAMS : null;
}

/**
 * Erases what `seqs` say, which were found in the log up to `through`. Doing it again changes nothing. An agent that is
 * just being asked with these words is stopped: what it is sent next must not have them.
 */
export function eraseContent(command: CommandOf<"erase">, now: Decision): Answer | Refusal {
  const { messageId, use, why, seqs, retitled, elsewhere, through } = command;
  const { state } = now;
  const message = state.messages[messageId];
  // Of a schedule that was removed its words are there still.
  if (!message) return elsewhere || seqs.length > 0 ? eraseTitles(command, now) : NO_MESSAGE;
  const cannot = cannotErase(state, command);
  if (cannot) return cannot;
  const found = use && state.bodies[messageId]?.tools?.find((one) => isUse(one, use));
  if (seqs.length === 0 || (use ? found?.erased : message.erasure)) return { messageId };
  // Nothing is said in a message that has ended; but a request may have been made that repeats it.
  if (state.seq !== through) return LOOK_AGAIN;
  // With its question go the words of a panel: nothing of it can be asked any more.
  const asked = now.open().filter((turn) =>
    had(now, turn, message) || (turn.panel !== undefined && turn.exchange === messageId)
  );
  const data: Told = {
    messageId,
    ...(use ? { use } : {}),
    ...(retitled ? { retitled } : {}),
    ...(message.turnId === undefined && !use ? { author: message.author.name } : {}),
    ...(why === undefined ? {} : { why }),
  };
  tell(now, data, command);
  if (!use) forgetSchedule(now, message.schedule ?? "");
  cancelAll(now, asked, "stopped");
  return { messageId };
}

type Told = Omit<DataOf<"ContentErased">, "seqs">;

function tell(now: Decision, data: Told, { seqs, title }: CommandOf<"erase">): void {
  for (let at = 0; at < seqs.length; at += ERASED_EVENTS) {
    now.add("ContentErased", { ...data, seqs: seqs.slice(at, at + ERASED_EVENTS) });
  }
  if (title !== undefined) now.add("ConversationRenamed", { title });
}

/** Of a conversation in which the message does not stand: it was begun before it, or with others in its place. */
function eraseTitles(command: CommandOf<"erase">, now: Decision): Answer | Refusal {
  const { messageId, why, seqs, retitled, through } = command;
  if (seqs.length === 0) return { messageId };
  if (now.state.seq !== through) return LOOK_AGAIN;
  tell(now, {
    messageId,
    ...(retitled ? { retitled } : {}),
    ...(why === undefined ? {} : { why }),
  }, command);
  forgetSchedule(now, messageId);
  return { messageId };
}

/** What has no words any more says nothing. */
function forgetSchedule(now: Decision, scheduleId: string): void {
  if (now.state.schedules?.some(({ id }) => id === scheduleId)) now.add("ScheduleRemoved", { scheduleId });
}

/** Whether a turn that runs was begun with the message in its context. */
function had({ state }: Decision, turn: Turn, message: Message): boolean {
  const spec = turn.status === "running" ? specOf(turn) : null;
  return spec !== null && new Selection(state, turn.participantId, spec).why(message) === null;
}
