/** Decisions about comparisons: what is begun, judged and revealed in a conversation, and what their rooms do. */
import { base64url } from "../../../events/catalog/checkpoint.ts";
import { COMPARISON_VOTERS, COMPARISONS } from "../../../events/catalog/limits.ts";
import type { Best } from "../../../events/catalog/comparisons.ts";
import { sha256 } from "../../../events/store/kv/codec.ts";
import { isElsewhere, isSealed, wasJudged } from "../../../projections/comparisons/comparisons.ts";
import { sealedText } from "../../../projections/comparisons/letters.ts";
import type { Comparison } from "../../../projections/shapes/comparison_folds.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, Command, CommandOf, Refusal } from "../commands.ts";
import { cancelAll } from "./ending.ts";
import { beginPanel, waitingPanel } from "../modes/panel.ts";
import { addJoining } from "./roster.ts";
import { addPanel } from "./seating.ts";

const NO_COMPARISON = refuse("not_found", "There is no such comparison in this conversation.");
const ELSEWHERE = refuse(
  "conflict",
  "This comparison was begun in another conversation, of which this one is a copy.",
);
const NOT_READY = refuse("conflict", "Not all answers are there yet.");
const REVEALED = refuse("conflict", "It was revealed whose answers these are; nothing is judged any more.");

/** What a room takes as long as it is sealed: what its turns do, and what its comparison does with it. */
const IN_ROOM: ReadonlySet<Command["type"]> = new Set<Command["type"]>([
  "ask_room",
  "judge_room",
  "stop_room",
  "open_room",
  "drop_room",
  "claim",
  "call",
  "call_failed",
  "tool_called",
  "tool_returned",
  "answer_paused",
  "complete",
  "fail",
  "interrupt",
]);
export const isInRoom = (command: Command): boolean =>
  IN_ROOM.has(command.type) || (command.type === "erase" && command.inRoom === true);

/** What the digest of a comparison is. */
export const digestOf = (...sealed: Parameters<typeof sealedText>): string =>
  base64url(Uint8Array.fromHex(sha256(sealedText(...sealed))));

export function beginComparison(
  { type: _, content, ...begun }: CommandOf<"begin_comparison">,
  now: Decision,
): Answer | Refusal {
  const { comparisons = {} } = now.state;
  const { comparisonId } = begun;
  if (comparisons[comparisonId]) return { comparisonId };
  if (Object.keys(comparisons).length >= COMPARISONS) {
    return refuse("validation", `A conversation has at most ${COMPARISONS} comparisons.`);
  }
  const capped = now.limit();
  if (capped !== null) return refuse("validation", capped);
  now.add("ComparisonBegun", { ...begun, messageId: now.mint("message"), author: now.by.name, content });
  return { comparisonId };
}

/** The comparison, as far as something can be done about it here. */
function here({ state }: Decision, comparisonId: string): Comparison | Refusal {
  const comparison = state.comparisons?.[comparisonId];
  if (!comparison) return NO_COMPARISON;
  return isElsewhere(state, comparison) ? ELSEWHERE : comparison;
}

/** All answers at once; doing it again changes nothing. */
export function answerComparison(
  { comparisonId, answers, shared }: CommandOf<"answer_comparison">,
  now: Decision,
): Answer | Refusal {
  const comparison = here(now, comparisonId);
  if ("code" in comparison) return comparison;
  if (comparison.ready !== undefined) return { comparisonId };
  answers.forEach((one, seat) =>
    now.add("ComparisonAnswered", { comparisonId, seat, messageId: now.mint("message"), ...one })
  );
  now.add("ComparisonReady", { comparisonId, ...(shared ? { shared } : {}) });
  return { comparisonId };
}

const sameBest = (a: CommandOf<"vote_comparison">, b: Comparison["votes"][number]): boolean =>
  a.best === b.best && JSON.stringify(a.criteria ?? []) === JSON.stringify(b.criteria ?? []);

/** Whether somebody can be judged best: a letter, of somebody who answered. */
const isChoice = ({ answers }: Comparison, best: Best): boolean =>
  typeof best === "string" || (answers[best] !== undefined && !answers[best].gap);

export function voteComparison(
  { type: _, ...vote }: CommandOf<"vote_comparison">,
  now: Decision,
): Answer | Refusal {
  const { comparisonId, best, criteria = [] } = vote;
  const comparison = here(now, comparisonId);
  if ("code" in comparison) return comparison;
  if (comparison.ready === undefined) return NOT_READY;
  if (comparison.revealed) return REVEALED;
  if (!isChoice(comparison, best)) {
    return refuse("validation", "Only an answer that is there can be the best.", "best");
  }
  const judged = criteria.filter((one) => one !== null);
  if (
    criteria.length > (comparison.criteria ?? []).length || !judged.every((one) => isChoice(comparison, one))
  ) {
    return refuse("validation", "There is no such criterion, or no such answer.", "criteria");
  }
  const { votes } = comparison;
  const before = votes.find(({ by }) => by === now.by.id);
  if (before && sameBest({ type: "vote_comparison", ...vote }, before)) return { comparisonId };
  if (!before && votes.length >= COMPARISON_VOTERS) {
    return refuse("validation", `At most ${COMPARISON_VOTERS} people judge one comparison.`);
  }
  now.add("ComparisonVoted", {
    comparisonId,
    best,
    ...(criteria.length > 0 ? { criteria: [...criteria] } : {}),
  });
  return { comparisonId };
}

/** Only what the digest was made of from the start is told. */
export function revealComparison(
  { type: _, ...told }: CommandOf<"reveal_comparison">,
  now: Decision,
): Answer | Refusal {
  const { comparisonId, salt, seated } = told;
  const comparison = here(now, comparisonId);
  if ("code" in comparison) return comparison;
  if (comparison.ready === undefined) return NOT_READY;
  if (comparison.revealed) return { comparisonId };
  if (digestOf(salt, seated) !== comparison.digest || seated.length !== comparison.seats) {
    return refuse("conflict", "What is kept of this comparison is not what its digest was made of.");
  }
  now.add("ComparisonRevealed", {
    comparisonId,
    salt,
    seated: [...told.seated],
    colors: [...told.colors],
    // What has words further inside comes before them.
    ...(told.judge ? { judge: told.judge } : {}),
    names: [...told.names],
  });
  return { comparisonId };
}

/** The room, with the question and those who have the seats, in their order; nobody is asked yet. */
export function seal(
  { of, comparisonId, salt, agents, content, attachments = [], judged, judge }: CommandOf<"seal">,
  now: Decision,
): Answer | Refusal {
  const { state, by } = now;
  if (state.seq > 0) {
    return state.room?.comparisonId === comparisonId ? {} : refuse("conflict", "There is such a room.");
  }
  now.add("ConversationStarted", { title: "", mode: "parallel", settings: {} });
  for (const agent of agents) addJoining(now, agent);
  const alone = now.state.participants.find(({ agentId }) => agentId === judged?.aloneId)?.id;
  const worth = judged && alone !== undefined ? { panelSeat: judged.panelSeat, alone } : undefined;
  now.add("RoomSealed", { comparisonId, of, salt, ...(worth ? { worth } : {}) });
  if (judge) now.add("JudgeSeated", { participantId: now.mint("participant"), ...judge });
  const messageId = now.mint("message");
  const author = { kind: "user" as const, id: by.id, name: by.name };
  const files = attachments.length > 0 ? { attachments: [...attachments] } : {};
  now.add("MessagePosted", { messageId, author, role: "user", content, ...files }, messageId);
  if (judged) addPanel(now, messageId, judged.asking);
  return {};
}

/** Each is asked once, alone: with the question, and nothing of the others. */
export function askRoom(now: Decision): Answer | Refusal {
  const { state } = now;
  const question = state.messages[state.question ?? ""];
  if (!isSealed(state) || !question || Object.keys(state.turns).length > 0) return {};
  const { worth, comparisonId } = state.room ?? {};
  const panel = worth && waitingPanel(state, question);
  // Whoever answers alone does so beside the panel: its stages wait for their own answers, and for no other.
  const exchange = worth ? comparisonId ?? question.id : question.id;
  const asked = worth ? [worth.alone] : state.participants.map(({ id }) => id);
  for (const participantId of asked) {
    now.request({
      participantId,
      mode: state.mode,
      reason: { code: "asked", text: "asked in a comparison" },
      through: question.seq,
      exchange,
    });
  }
  if (panel) beginPanel(now, panel.id);
  return {};
}

/** Both have answered: which is better is asked of the judge, once, who is told of no more than these. */
export function judgeRoom({ answers }: CommandOf<"judge_room">, now: Decision): Answer {
  const { state } = now;
  const { judge } = state.room ?? {};
  if (!isSealed(state) || judge === undefined || state.open.length > 0 || wasJudged(state)) return {};
  const [a, b] = answers;
  now.request({
    participantId: judge,
    exchange: judge,
    mode: state.mode,
    reason: { code: "asked", text: "asked to judge" },
    judges: { answers: [a, b] },
  });
  return {};
}

/** Who has not answered is a gap, also who was not asked yet. */
export function stopRoom(now: Decision): Answer {
  askRoom(now);
  const open = now.open();
  cancelAll(now, open, "stopped");
  return { stopped: open.map(({ id }) => id) };
}

/** From here on it is there for everybody, put away: what it is for stands where it was asked. */
export function openRoom(now: Decision): Answer {
  if (!isSealed(now.state)) return {};
  now.add("RoomOpened", {});
  now.add("ConversationArchived", {});
  return {};
}

/** Its conversation is gone, or never asked for it: nobody was ever given anything of it. */
export function dropRoom(now: Decision): Answer {
  if (!isSealed(now.state)) return {};
  cancelAll(now, now.open(), "deleted");
  now.add("ConversationDeleted", { bringing: true });
  return {};
}
