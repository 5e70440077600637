/** The whole of one attempt's answer: calls, tool rounds, and in manager mode one repair. Ends in an ending. */
import type { ConversationEvent, TurnError, Usage } from "../../events/catalog/conversation.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import type { Turn } from "../../projections/conversation/state.ts";
import { modeOf } from "../conversation/modes/modes.ts";
import { again } from "../runtime/retry.ts";
import { providerError } from "../providers/error_codes.ts";
import { ProviderError, type RequestMessage, type ToolRound } from "../providers/types.ts";
import { type Addressed, AddressedText, parseAddressed } from "./addressed_text.ts";
import { ANSWER_MINUTES } from "../../events/catalog/limits.ts";
import { Patience } from "./patience.ts";
import { REPAIR } from "./repair.ts";
import type { Attempt } from "./attempt.ts";
import { addUsage, call, type Calling, type Opening, type Said } from "./call.ts";
import type { Caller } from "./ports.ts";
import type { Prepared } from "./prepare.ts";
import { isSkip, PlainText, type Shown, SKIP, Withheld, withoutOwnName } from "./shown_text.ts";
import { carryRounds, runTools, TOOL_ROUNDS, toolsUsed, tooManyCalls } from "./tool_rounds.ts";

export type Ending =
  | {
    readonly how: "completed";
    readonly content: string;
    readonly raw: string;
    readonly finish: Said["finish"];
    readonly usage: Usage | null;
    readonly toolsUsed: string[];
    readonly passed: boolean;
    readonly address: number | null;
  }
  | { readonly how: "failed"; readonly error: TurnError; readonly usage: Usage | null };

const TOO_MANY_TOOLS = providerError("bad_request", {
  sentence: "The agent called tools too many times without an answer.",
}).toTurnError();
const NOT_ADDRESSED = providerError("malformed", {
  sentence: "The agent did not answer in the form that was asked for.",
}).toTurnError();

/** An answer of no words is nothing a person can read: why, as far as it is known. */
function noWords(finishReason: string): TurnError {
  const cut = /^(length|max_tokens)$/.test(finishReason);
  return providerError(cut ? "truncated" : "malformed", {
    sentence: cut
      ? "The answer reached its length limit before it had any words. Please raise the agent's limit."
      : "The AI service gave an empty answer. Please try again.",
  }).toTurnError();
}

/** Carries an attempt to its ending. Throws `Gone` when the turn is no longer this attempt's. */
export async function answer(
  attempt: Attempt,
  turn: Turn,
  prepared: Prepared,
  caller: Caller,
  before: readonly ConversationEvent[],
  /** The turn is the manager's, whom people hear. */
  manages = false,
  opening: Opening | null = null,
): Promise<Ending> {
  const { environment } = attempt.ports;
  const messages = opening?.messages ??
    (await again(environment, attempt.signal, prepared.messages)).messages;
  const offered = new Set(prepared.shell.tools.map(({ name }) => name));
  const rounds: ToolRound[] = await carryRounds(attempt, before, offered);
  for (const { said } of rounds) attempt.give(gap(attempt, said) + said);
  const managed = factsOf(turn.mode).addressed;
  const { mayPass = false } = modeOf(turn.mode);
  const shown = (): Shown => {
    const inner = managed
      ? new AddressedText(manages)
      : new PlainText(prepared.agent.name, mayPass && attempt.given === 0);
    return attempt.draft.text === "" ? inner : new AfterGap(inner);
  };
  let usage: Usage | null = null;
  let raw = rounds.map(({ said }) => said).join("");
  let first = opening ?? undefined;
  const patience = new Patience(
    prepared.provider.timeoutSeconds,
    prepared.agent.params.maxMinutes ?? ANSWER_MINUTES,
  );
  const ask = async (calling: Pick<Calling, "shell" | "shown">, from: readonly RequestMessage[]) => {
    const calls = call(attempt, {
      provider: prepared.provider,
      caller,
      rounds,
      patience,
      messages: from,
      opening: first,
      ...calling,
    });
    first = undefined;
    const result = await calls;
    if (result.ok) {
      raw += (raw && result.said.raw ? "\n\n" : "") + result.said.raw;
      usage = addUsage(usage, result.said.finish.usage);
    }
    return result;
  };

  let last: Said;
  for (;;) {
    const result = await ask({ shell: prepared.shell, shown }, messages);
    if (!result.ok) return { how: "failed", error: result.error, usage };
    last = result.said;
    if (last.tools.length === 0) break;
    if (rounds.length >= TOOL_ROUNDS) return { how: "failed", error: TOO_MANY_TOOLS, usage };
    const tooMany = tooManyCalls(last.tools.length);
    if (tooMany) return { how: "failed", error: tooMany, usage };
    try {
      rounds.push(await runTools(attempt, last, offered));
    } catch (error) {
      if (error instanceof ProviderError) return { how: "failed", error: error.toTurnError(), usage };
      throw error;
    }
  }

  let addressed: Addressed | null = managed ? parseAddressed(last.raw) : null;
  if (managed && !addressed) {
    const after: RequestMessage[] = [
      { role: "assistant", content: last.raw },
      { role: "user", content: REPAIR },
    ];
    const result = await ask({ shell: { ...prepared.shell, after }, shown: () => new Withheld() }, messages);
    if (!result.ok) return { how: "failed", error: result.error, usage };
    last = result.said;
    addressed = parseAddressed(last.raw);
    if (!addressed) return { how: "failed", error: NOT_ADDRESSED, usage };
  }
  const { text } = attempt.draft;
  const passed = mayPass && text === "" && isSkip(withoutOwnName(last.raw, prepared.agent.name));
  if (!managed && !passed && text.trim() === "") {
    return { how: "failed", error: noWords(last.finish.reason), usage };
  }
  return {
    how: "completed",
    // What was shown stays, also what was said before a tool; only a repaired answer is another.
    content: passed ? SKIP : addressed && !text.endsWith(addressed.context) ? addressed.context : text,
    raw,
    finish: last.finish,
    usage,
    toolsUsed: toolsUsed(rounds),
    passed,
    address: addressed?.to ?? null,
  };
}

const GAP = "\n\n";

function gap(attempt: Attempt, next: string): string {
  return attempt.draft.text !== "" && next !== "" ? GAP : "";
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
