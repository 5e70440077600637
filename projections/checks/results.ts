/**
 * What of a conversation's expectations holds, in its own answers or in those of another run of it. Nothing of it is
 * stored: it follows from the two folds for ever.
 */
import type { ConversationState, Expectation, Message } from "../shapes/folds.ts";
import type { Usage } from "../../events/catalog/conversation.ts";
import type { CheckOutcome, CheckWhy } from "../../events/catalog/check_runs.ts";
import { usageOf } from "../usage/usage.ts";
import type { PriceOverrides } from "../usage/prices.ts";
import { folded, saysIn } from "./said.ts";
import { type Verdict, verdictKey, verdictsOf } from "./verdict.ts";

/** `open`: nobody can tell, as where a judge has not been asked or a price is not known. */
export type Outcome = CheckOutcome;
/** Why it does not hold, or cannot be told. */
export type Why = CheckWhy;

export interface Result {
  readonly expectationId: string;
  readonly outcome: Outcome;
  readonly why: Why | null;
  /** What was measured, where there is a bound. */
  readonly measured: number | null;
  /** The answers that were looked at; of one that does not hold, those that do not. */
  readonly messageIds: readonly string[];
  /** What the judge said of the first that decides it, or why it said nothing; null where none was asked. */
  readonly judged: string | null;
  /** What a judge was asked of these answers, in their order. */
  readonly verdicts: readonly (Verdict & { readonly of: string })[];
}

export interface Judging {
  readonly prices?: PriceOverrides;
}

type State = ConversationState;

/** What people said, in its order. */
export const questionsOf = ({ order, messages }: Pick<State, "order" | "messages">): Message[] =>
  order.flatMap((id) => {
    const message = messages[id];
    const asked = message?.author.kind === "human" && message.role === "user" &&
      message.returned === undefined;
    return asked ? [message] : [];
  });

/** Whose seat it is: its name, and the how-manieth of that name. */
export function seatOf({ participants, former }: State, participantId: string | undefined): string {
  let count = 0;
  const name = [...participants, ...former].find(({ id }) => id === participantId)?.name ?? "";
  for (const one of [...participants, ...former]) {
    if (one.name === name) count++;
    if (one.id === participantId) break;
  }
  return `${count} ${name}`;
}

/**
 * Answers to each message of a person that count, by its id: of each agent the last one it gave. Readings of answers are
 * none. Found in one pass.
 */
export function answersIn({ order, messages }: Pick<State, "order" | "messages">): Map<string, Message[]> {
  const last = new Map<string, Map<string, Message>>();
  for (const id of order) {
    const message = messages[id];
    if (message?.question === undefined || message.turnId === undefined || message.task) continue;
    if (message.passed || (message.to !== undefined && message.to !== "person")) continue;
    const given = last.get(message.question) ?? new Map<string, Message>();
    last.set(message.question, given);
    const before = given.get(message.participantId ?? "");
    // What came to nothing takes the place of no answer.
    if (before?.status === "complete" && message.status !== "complete") continue;
    given.set(message.participantId ?? "", message);
  }
  return new Map([...last].map(([question, given]) => [question, [...given.values()]]));
}

/** A run as it is looked at: its questions in their order, and the answers to each. */
interface Read {
  readonly questions: readonly Message[];
  readonly answers: ReadonlyMap<string, Message[]>;
  /** Of all questions. */
  readonly all: Message[];
  /** What judges said of answers. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

export function readOf(run: State): Read {
  const [questions, answers] = [questionsOf(run), answersIn(run)];
  const all = questions.flatMap(({ id }) => answers.get(id) ?? []);
  return { questions, answers, all, verdicts: verdictsOf(run) };
}

/**
 * The answers in `run` that an expectation of `talk` is about.
 * @param read what was read of the run; of several expectations it is the same
 */
export function answersFor(
  talk: State,
  { messageId, participantId }: Pick<Expectation, "messageId" | "participantId">,
  run: State,
  { questions, answers, all }: Omit<Read, "verdicts"> = readOf(run),
): Message[] {
  if (messageId === undefined) return all;
  const marked = talk.messages[messageId];
  const place = questionsOf(talk).findIndex(({ id }) => id === (marked?.question ?? messageId));
  const question = questions[place];
  if (!marked || !question) return [];
  const given = answers.get(question.id) ?? [];
  const asked = marked.turnId === undefined ? participantId : marked.participantId;
  if (asked === undefined) return given;
  const seat = seatOf(talk, asked);
  return given.filter(({ participantId }) => seatOf(run, participantId) === seat);
}

type Body = State["bodies"][string];
/** Whether texts are said in an answer, by the texts: what was looked for once is not looked for again. */
const looked = new WeakMap<Body, Map<string, boolean>>();

const isOfWords = ({ kind }: Pick<Expectation, "kind">): boolean => kind === "says" || kind === "says_not";

/** UTF-16 units that are looked through at once: a few milliseconds. */
export const LOOKED_AT_ONCE = 400_000;

/**
 * Looks for every text of `talk` that an answer of `run` must or must not say, one text in one answer a step, and tells how
 * many units that was. Whoever has many looks on between other things: what was found is known to `resultsOf`.
 */
export function* lookedFor(talk: State, run: State): Generator<number, void> {
  const texts = new Map<string, Set<string>>();
  const expected = (talk.expectations ?? []).filter(isOfWords);
  if (expected.length === 0) return;
  const read = readOf(run);
  for (const expectation of expected) {
    if (!expectation.text) continue;
    for (const { id } of answersFor(talk, expectation, run, read)) {
      texts.set(id, (texts.get(id) ?? new Set()).add(expectation.text));
    }
  }
  for (const [id, wanted] of texts) {
    const body = run.bodies[id];
    if (!body) continue;
    const known = looked.get(body) ?? new Map<string, boolean>();
    looked.set(body, known);
    let whole: string | undefined;
    for (const text of wanted) {
      if (known.has(text)) continue;
      known.set(text, saysIn(whole ??= folded(body.content), text));
      yield whole.length;
    }
  }
}

const tokensOf = (usage: Usage | undefined): number =>
  usage ? usage.input + usage.cacheRead + usage.cacheWrite + usage.output : 0;

/** US dollars of answers; null where not every price is known. */
function usdOf(run: State, answers: readonly Message[], prices: PriceOverrides = {}): number | null {
  let sum = 0;
  for (const { turnId = "" } of answers) {
    const turn = run.turns[turnId];
    const used = turn && usageOf(run, turn, prices);
    if (!used) continue;
    if (used.usd === null) return null;
    sum += used.usd;
  }
  return sum;
}

const NOTHING: Body = { content: "" };

type Found = Omit<Result, "expectationId">;
const held = (answers: readonly Message[], more: Partial<Found> = {}): Found => ({
  outcome: "held",
  why: null,
  measured: null,
  messageIds: answers.map(({ id }) => id),
  judged: null,
  verdicts: [],
  ...more,
});
const failed = (why: Why, answers: readonly Message[], more: Partial<Found> = {}): Found =>
  held(answers, { outcome: "failed", why, ...more });

/** What was used or took the longest, against a bound. */
function measured(
  run: State,
  { kind, most = 0 }: Expectation,
  answers: Message[],
  { prices }: Judging,
): Found {
  const value = kind === "tokens"
    ? answers.reduce((sum, { usage }) => sum + tokensOf(usage), 0)
    : kind === "usd"
    ? usdOf(run, answers, prices)
    : Math.max(0, ...answers.map(({ totalMs = 0 }) => totalMs / 1_000));
  if (value === null) return held(answers, { outcome: "open", why: "unknown_price" });
  return value <= most ? held(answers, { measured: value }) : failed("over", answers, { measured: value });
}

/** Held where each answer is as `good` says. */
function each(answers: Message[], why: Why, good: (message: Message) => boolean): Found {
  const bad = answers.filter((message) => !good(message));
  return bad.length === 0 ? held(answers) : failed(why, bad);
}

function judgedOf({ id }: Expectation, answers: Message[], all: ReadonlyMap<string, Verdict>): Found {
  const verdicts = answers.flatMap((answer) => {
    const said = all.get(verdictKey(id, answer.id));
    return said ? [{ ...said, of: answer.id }] : [];
  });
  const bad = new Set(verdicts.filter(({ holds }) => holds === false).map(({ of }) => of));
  const silent = verdicts.find(({ holds }) => holds === null);
  const decides = verdicts.find(({ of }) => bad.has(of)) ?? silent ?? verdicts[0];
  const told = { verdicts, judged: decides?.reason || null };
  if (bad.size > 0) return failed("unlike", answers.filter((answer) => bad.has(answer.id)), told);
  if (silent) return held(answers, { outcome: "open", why: "judge_failed", ...told });
  return verdicts.length < answers.length
    ? held(answers, { outcome: "open", why: "not_judged", ...told })
    : held(answers, told);
}

function found(talk: State, expectation: Expectation, run: State, read: Read, judging: Judging): Found {
  const { kind, text = "" } = expectation;
  const answers = answersFor(talk, expectation, run, read);
  if (answers.length === 0) return failed("no_answer", []);
  const bound = expectation.most !== undefined;
  if (!bound && text === "") return held(answers, { outcome: "open", why: "erased" });
  if (answers.some(({ erased }) => erased) && !bound) {
    return held(answers, { outcome: "open", why: "erased" });
  }
  const cut = answers.filter(({ status }) => status !== "complete");
  if (cut.length > 0 && !bound) return failed("not_answered", cut);
  const isSaid = ({ id }: Message) => looked.get(run.bodies[id] ?? NOTHING)?.get(text) ?? false;
  switch (kind) {
    case "says":
      return each(answers, "not_said", isSaid);
    case "says_not":
      return each(answers, "said", (message) => !isSaid(message));
    case "calls":
      return each(
        answers,
        "not_called",
        ({ id }) => run.bodies[id]?.tools?.some(({ tool }) => tool === text) ?? false,
      );
    case "like":
      return judgedOf(expectation, answers, read.verdicts);
    default:
      return measured(run, expectation, answers, judging);
  }
}

/** What holds of the expectations of `talk` in `run`, which may be itself. Needs the texts of the answers. */
export function resultsOf(talk: State, run: State, judging: Judging = {}): Result[] {
  for (const _ of lookedFor(talk, run));
  const read = readOf(run);
  return (talk.expectations ?? []).map((one) => ({
    expectationId: one.id,
    ...found(talk, one, run, read, judging),
  }));
}
