/**
 * Decisions about checks and their runs. In a run each question is said in the commit that ends the answers to the one
 * before it, so that it is said once and with these answers before it, whoever writes that commit.
 */
import { CHECK_QUESTIONS } from "../../../events/catalog/limits.ts";
import type { Actor } from "../../../events/catalog/envelope.ts";
import { LOOKED_AT_ONCE, lookedFor, resultsOf } from "../../../projections/checks/results.ts";
import { notAsked } from "../../../projections/checks/to_judge.ts";
import { openInTalk } from "../../../projections/conversation/trials.ts";
import type { CheckRun } from "../../../projections/shapes/check_folds.ts";
import type { Answer, Command, CommandOf, Refusal, Script } from "../commands.ts";
import { type Decision, refuse } from "../decision.ts";
import { judgeOn } from "./judging.ts";
import { addPosting } from "./message.ts";

const NOTHING_ASKED = refuse("validation", "Nobody asked anything in this conversation.");
const TOO_MANY = refuse("validation", `At most ${CHECK_QUESTIONS} questions are run again.`);
const ERASED = refuse("validation", "The words of a question were erased, so it cannot be asked again.");
const NOTHING_EXPECTED = refuse(
  "validation",
  "Nothing is expected in this conversation: say first what its answers must be like.",
);

export function nameCheck({ name }: CommandOf<"name_check">, now: Decision): Answer | Refusal {
  const { check, expectations = [] } = now.state;
  const wanted = name.trim();
  if (wanted !== "" && expectations.length === 0) return NOTHING_EXPECTED;
  if (wanted !== (check?.name ?? "")) now.add("CheckNamed", { check: wanted !== "", name: wanted });
  return {};
}

export function beginRun(
  { conversationId, agents, judge }: CommandOf<"begin_check_run">,
  now: Decision,
): Answer | Refusal {
  if (!now.state.expectations?.length) return NOTHING_EXPECTED;
  const known = now.state.check?.runs.some((run) => run.conversationId === conversationId);
  if (!known) now.add("CheckRunBegun", { conversationId, agents: [...agents], ...(judge ? { judge } : {}) });
  return {};
}

const saysNothing = (
  { content, attachments = [] }: {
    readonly content: string;
    readonly attachments?: readonly object[] | undefined;
  },
): boolean => content.trim() === "" && attachments.length === 0;

/** Notes what will be said, what is expected of it and who answers it otherwise than the settings say. */
export function planRun(now: Decision, { questions, expectations, cast, judge }: Script): Refusal | null {
  if (questions.length === 0) return NOTHING_ASKED;
  if (questions.length > CHECK_QUESTIONS) return TOO_MANY;
  if (questions.some(saysNothing)) return ERASED;
  const seatOf = (agentId: string) => now.state.participants.find((one) => one.agentId === agentId)?.id;
  for (const { agentId, ...otherwise } of cast) {
    const participantId = seatOf(agentId);
    if (participantId !== undefined) now.add("SeatCast", { participantId, ...otherwise });
  }
  if (judge) now.add("JudgeSeated", { participantId: now.mint("participant"), ...judge });
  const ids = questions.map(() => now.mint("message"));
  for (const [at, { content, attachments, mentions = [], left }] of questions.entries()) {
    const chosen = mentions.flatMap((one) => seatOf(one) ?? []);
    now.add("QuestionPlanned", {
      messageId: ids[at] ?? "",
      content,
      ...(attachments?.length ? { attachments: [...attachments] } : {}),
      ...(chosen.length > 0 ? { mentions: chosen } : {}),
      ...(left ? { left } : {}),
    });
  }
  for (const { question, agentId, ...expected } of expectations) {
    const messageId = question === undefined ? undefined : ids[question];
    // Whose answer it was may take no part: then nobody gives it.
    const participantId = agentId === undefined ? undefined : seatOf(agentId) ?? agentId;
    now.add("ExpectationSet", {
      ...expected,
      ...(messageId === undefined ? {} : { messageId }),
      ...(participantId === undefined ? {} : { participantId }),
    });
  }
  return null;
}

/** A person takes over, or wants nothing more of it. */
const takesOver = (command: Command): boolean =>
  command.type === "post" || (command.type === "stop" && command.turnId === undefined);

/** What follows of a command for the run that it was given in: the next question, or its end. */
export function goOn(command: Command, now: Decision): void {
  const { run, deleted } = now.state;
  if (!run || run.ended || deleted) return;
  if (takesOver(command)) return end(now, "stopped");
  lookAhead(now);
  if (now.events.some(({ type }) => type === "QuestionPlanned" || type === "ExchangeCompleted")) playOn(now);
}

/** What has been said is looked through as the run goes on, a part with each command: little is left for its end. */
function lookAhead({ state }: Decision): void {
  let left = LOOKED_AT_ONCE;
  for (const units of lookedFor(state, state)) if ((left -= units) <= 0) return;
}

function playOn(now: Decision): void {
  for (;;) {
    const { run } = now.state;
    if (!run || run.ended || openInTalk(now.state).length > 0) return;
    leaveOut(now, run);
    const [next] = run.planned;
    if (!next) return judged(now);
    if (now.limit() !== null) return end(now, "capped");
    const { messageId, content, attachments, mentions } = next;
    // Its words were erased before they were said.
    if (saysNothing(next)) return end(now, "stopped");
    const posting = {
      id: messageId,
      content,
      ...(attachments ? { attachments } : {}),
      ...(mentions ? { mentions } : {}),
    };
    addPosting(now, posting, runnerOf(now, run));
  }
}

/** Everything is answered: what answers must be like is judged, and then it is over. */
function judged(now: Decision): void {
  judgeOn(now);
  if (now.open().some(({ judges }) => judges)) return;
  end(now, now.state.run?.judge !== undefined && notAsked(now.state).length > 0 ? "capped" : "ended");
}

/** Who runs it, by the name under which they said the questions before this one. */
function runnerOf({ by, state }: Decision, { by: id }: CheckRun): Actor {
  if (by.id === id) return by;
  return { kind: "user", id, name: state.people.find((one) => one.id === id)?.name ?? "" };
}

/** What counted for nothing in the conversation that is run again counts for nothing here, once it is answered. */
function leaveOut(now: Decision, { left }: CheckRun): void {
  for (const messageId of left) {
    if (now.state.messages[messageId]?.included) now.add("InclusionSet", { messageId, included: false });
  }
}

function end(now: Decision, how: "ended" | "stopped" | "capped"): void {
  const { state } = now;
  const kinds = new Map((state.expectations ?? []).map(({ id, kind }) => [id, kind]));
  const results = resultsOf(state, state, { prices: now.prices }).flatMap((one) => {
    const { expectationId, outcome, why, measured } = one;
    const kind = kinds.get(expectationId);
    return kind ? [{ expectationId, kind, outcome, why, measured }] : [];
  });
  now.add("ChecksEnded", { how, results });
}
