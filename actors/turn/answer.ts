/** The whole of one attempt's answer: calls, tool rounds, and in manager mode one repair. Ends in an ending. */
import type { DataOf, TurnError } from "../../events/catalog/conversation.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { modeOfTurn } from "../conversation/modes/modes.ts";
import { type Brief, briefMarkdown, readBrief } from "../../projections/panels/brief.ts";
import { providerError } from "../providers/error_messages.ts";
import { ProviderError } from "../providers/types.ts";
import { safely } from "../runtime/logger.ts";
import { begun, retry } from "../runtime/retry.ts";
import { checkForm, formRepair, notFormed } from "./answer_form.ts";
import { type Addressed, AddressedText, parseAddressed } from "./addressed_text.ts";
import { type Attempt, Gone } from "./attempt.ts";
import { Calls, GAP, type Said } from "./call.ts";
import { CitedText, uncited } from "./cited_text.ts";
import type { Prepared } from "./prepare.ts";
import { eventsOf } from "./request.ts";
import { isSkip, PlainText, type Shown, SKIP, withheld, withoutOwnName } from "./shown_text.ts";
import { carryRounds, pause, runTools, TOOL_ROUNDS, toolsUsed } from "./tool_rounds.ts";

export interface Completed {
  readonly how: "completed";
  readonly content: string;
  readonly raw: string;
  readonly finish: Said["finish"];
  readonly toolsUsed: string[];
  readonly passed: boolean;
  readonly form?: Formed;
  readonly address: number | null;
}
export type Ending = Completed | { readonly how: "failed"; readonly error: TurnError };

type Formed = NonNullable<DataOf<"TurnCompleted">["form"]>;

const TOO_MANY_TOOLS = "The agent called tools too many times without an answer.";
/** What a model hears, once a turn, when its answer was not the JSON of an agency (S1-14). */
const REPAIR =
  'That was not the JSON object you were asked for. Answer again with nothing but {"to": number, "context": string}.';
const NOT_ADDRESSED = "The agent did not answer in the form that was asked for.";

/** Told before anything is sent. */
const PROJECT =
  "What the project of this conversation gives is by itself larger than the agent’s context window. Take files or instructions out of it, or choose another model.";
const PINNED =
  "What is pinned here is by itself larger than the agent’s context window. Unpin some of it, or choose another model.";

/** By what of a request is too large. */
const TOO_LARGE = { large: {}, pinned: { sentence: PINNED }, project: { sentence: PROJECT } };

/** An answer of no words is nothing a person can read: why, as far as it is known. */
function noWords(finishReason: string): ProviderError {
  const cut = /^(length|max_tokens)$/.test(finishReason);
  return providerError(cut ? "truncated" : "malformed", {
    sentence: cut
      ? "The answer reached its length limit before it had any words. Please raise the agent’s limit."
      : "The AI service gave an empty answer. Please try again.",
  });
}

/**
 * Carries a claimed attempt to its ending; a bug on the way is an ending too, so that no turn is left open. Throws
 * `Gone` when the turn is no longer this attempt's.
 */
export async function answer(attempt: Attempt): Promise<Ending> {
  const { prepared, ports: { logger } } = attempt;
  try {
    if (!prepared.ok) throw providerError("bad_request", { sentence: prepared.why });
    const { refused } = prepared.tokens;
    if (refused) throw providerError("context_overflow", TOO_LARGE[refused]);
    return await completed(await beginCalls(attempt, prepared));
  } catch (error) {
    if (error instanceof Gone || attempt.signal.aborted) throw new Gone();
    const known = error instanceof ProviderError;
    if (!known) logger("error", "turn_bug", { ...attempt.about, ...safely(error) });
    return { how: "failed", error: (known ? error : providerError("internal")).toTurnError() };
  }
}

/** Reads what the calls need, again where the store breaks; takes over the tool rounds of an earlier attempt. */
async function beginCalls(attempt: Attempt, prepared: Prepared): Promise<Calls> {
  const { ports: { environment, caller, log }, signal } = attempt;
  const reading = <T>(action: () => Promise<T>) => retry(environment, signal, action);
  const calls = new Calls(
    attempt,
    prepared,
    attempt.opening?.caller ?? await reading(begun(attempt.caller, () => caller(prepared.provider))),
    attempt.opening?.context ?? await reading(prepared.messages),
  );
  if (!attempt.carries) return calls;
  const events = await reading(() => eventsOf(log, attempt.conversationId, attempt.turn));
  calls.rounds.push(...await carryRounds(attempt, events, calls.offered, () => shownOf(calls)));
  for (const { said } of calls.rounds) calls.heard(said);
  return calls;
}

/** The model's words when it has no more tools to ask for. */
async function lastWords(calls: Calls): Promise<Said> {
  const { attempt, rounds, offered } = calls;
  // Cut short behind its calls for the program: these are what it ends with.
  if (isHanded(calls)) return { raw: "", tools: [], finish: handedFinish(calls) };
  for (;;) {
    const said = await calls.ask(() => shownOf(calls));
    if (said.tools.length === 0 && !said.finish.paused) return said;
    if (rounds.length >= TOOL_ROUNDS) throw providerError("bad_request", { sentence: TOO_MANY_TOOLS });
    rounds.push(await (said.tools.length === 0 ? pause(attempt, said) : runTools(attempt, said, offered)));
    if (isHanded(calls)) return said;
  }
}

/** Whether the last calls are for the program that asked: its tools run elsewhere, and the answer ends here. */
const isHanded = ({ rounds }: Calls): boolean => rounds.at(-1)?.handed === true;

const handedFinish = ({ prepared: { model } }: Calls): Said["finish"] => ({
  type: "finish",
  reason: "tool_calls",
  usage: null,
  model,
  messageId: null,
});

async function completed(calls: Calls): Promise<Completed> {
  const { attempt, prepared: { agent, brief } } = calls;
  const { mode } = attempt.turn;
  const { mayPass = false } = modeOfTurn(attempt.turn);
  let last = await lastWords(calls);
  let addressed: Addressed | null = null;
  if (factsOf(mode).addressed && !isHanded(calls)) {
    addressed = parseAddressed(last.raw);
    if (!addressed) {
      last = await calls.ask(() => withheld, [
        { role: "assistant", content: last.raw },
        { role: "user", content: REPAIR },
      ]);
      addressed = parseAddressed(last.raw);
    }
    if (!addressed) throw providerError("malformed", { sentence: NOT_ADDRESSED });
  }
  const { text } = attempt;
  const passed = mayPass && text === "" && isSkip(withoutOwnName(last.raw, agent.name));
  if (!addressed && !passed && !brief && !isHanded(calls) && text.trim() === "") {
    throw noWords(last.finish.reason);
  }
  const formed = passed || isHanded(calls) ? null : await formedAnswer(calls, last);
  const written = brief && formed ? readBrief(formed.json) : null;
  if (brief && formed && written) {
    return { ...briefed(written, brief), ...ofCalls(calls, formed), raw: formed.json };
  }
  return {
    how: "completed",
    content: passed ? SKIP : addressed ? addressedText(attempt, addressed) : formed?.content ?? text,
    ...(formed ? { form: formed.form } : {}),
    raw: calls.raw,
    ...ofCalls(calls, formed ?? last),
    passed,
    address: addressed?.to ?? null,
  };
}

const ofCalls = ({ rounds }: Calls, { finish }: Pick<Said, "finish">) => ({
  finish,
  toolsUsed: toolsUsed(rounds),
});

/** A brief is kept as words, and beside them as it was given. */
const briefed = (brief: Brief, labels: readonly string[]) => (
  { how: "completed", content: briefMarkdown(brief, labels), passed: false, address: null } as const
);

/**
 * Holds the answer to the schema of its agent, and asks once more where it does not fit; null: it has none. What was shown
 * stays where it fits. Throws a `ProviderError` that says what does not.
 */
async function formedAnswer(
  calls: Calls,
  said: Said,
): Promise<Pick<Completed, "content" | "finish"> & { form: Formed; json: string } | null> {
  const { attempt: { text }, prepared: { form } } = calls;
  if (!form) return null;
  const first = await checkForm(form, said.raw);
  if (first.ok) {
    // A code fence around it belongs to it.
    const whole = text.lastIndexOf(said.raw.trim());
    const at = whole >= 0 ? whole : text.lastIndexOf(first.json);
    return { content: text, finish: said.finish, form: { at: Math.max(0, at) }, json: first.json };
  }
  const { raw, finish } = await calls.ask(() => withheld, [
    { role: "assistant", content: said.raw },
    { role: "user", content: formRepair(first.wrong) },
  ]);
  const second = await checkForm(form, raw);
  if (!second.ok) throw providerError("malformed", { sentence: notFormed(second.wrong) });
  return { content: second.json, finish, form: { at: 0, repaired: true }, json: second.json };
}

/** What was shown stays, also what was said before a tool; only a repaired answer is another. */
function addressedText(attempt: Attempt, { context }: Addressed): string {
  const { text, sources, cites } = attempt;
  const wasShown = text.endsWith(cites ? uncited(context, sources).text : context);
  return wasShown ? text : attempt.uncited(context, 0);
}

/** Decides what people see of the next call. */
function shownOf({ attempt, prepared: { agent, brief } }: Calls): Shown {
  const { turn: { mode }, manages, given, text } = attempt;
  const { mayPass = false } = modeOfTurn(attempt.turn);
  // As JSON it is nothing to read, and its words stand in the place of that when it is whole.
  if (brief) return withheld;
  const inner = factsOf(mode).addressed
    ? new AddressedText(manages)
    : new PlainText(agent.name, mayPass && given === 0);
  const shown = text === "" ? inner : new AfterGap(inner);
  if (!attempt.cites) return shown;
  return new CitedText(
    shown,
    attempt.sources,
    (source, at) => attempt.citations.add(source, text.length + at),
  );
}

/** Text after a tool round: a new paragraph, once there is any. */
class AfterGap implements Shown {
  #begun = false;
  constructor(readonly inner: Shown) {}

  push(text: string): string {
    return this.#after(this.inner.push(text));
  }
  end(): string {
    return this.#after(this.inner.end());
  }
  #after(text: string): string {
    if (text === "" || this.#begun) return text;
    this.#begun = true;
    return GAP + text;
  }
}
