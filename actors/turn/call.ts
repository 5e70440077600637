/**
 * One answer of a provider, with its retries: each call is in the log before it is made, each failure after
 * it. A call is made again only when nothing of its answer was let through; one that only asks for a hand is made once.
 */
import type { Usage } from "../../events/catalog/conversation.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import { keepingCall } from "../providers/call_settings.ts";
import { providerError } from "../providers/error_messages.ts";
import { errorLine } from "../providers/errors.ts";
import { type Part, ProviderError, type RequestMessage, type Shell } from "../providers/types.ts";
import { kindOf } from "../runtime/logger.ts";
import { type Attempt, Gone } from "./attempt.ts";
import { bodyOf, calledOf, type Opening, type Sent, simpler } from "./opening.ts";
import { Patience } from "../providers/patience.ts";
import { type Caller, refuserOf } from "./ports.ts";
import type { Prepared } from "./prepare.ts";
import type { SaltedRound } from "./request.ts";
import { withPictures } from "./round_pictures.ts";
import type { Shown } from "./shown_text.ts";
import { callEnd, callSpan } from "./spans.ts";

/** What a call gave, complete. */
export interface Said {
  readonly raw: string;
  readonly tools: readonly Extract<Part, { type: "tool" }>[];
  readonly finish: Extract<Part, { type: "finish" }>;
}

/** Between the words of two calls. */
export const GAP = "\n\n";

/** The calls of one answer, and what they said so far. */
export class Calls {
  raw = "";
  readonly rounds: SaltedRound[] = [];
  readonly offered: ReadonlySet<string>;
  readonly #patience: Patience;
  /** The first try of the first call, where it was recorded with the claim. */
  #opening: Opening | null;

  constructor(
    readonly attempt: Attempt,
    readonly prepared: Prepared,
    readonly caller: Caller,
    readonly context: Sent["context"],
  ) {
    this.offered = new Set(prepared.shell.tools.flatMap(({ name, client }) => client ? [] : [name]));
    this.#opening = attempt.opening;
    this.#patience = new Patience(
      prepared.provider.timeoutSeconds,
      prepared.minutes,
    );
  }

  /**
   * The model's next words, asked for again where that may help. Throws its last `ProviderError`, or `Gone` when the
   * turn is no longer this attempt's.
   * @param shown decides what may be shown; a fresh one for each try
   * @param after what it hears behind the conversation
   */
  async ask(shown: () => Shown, after: readonly RequestMessage[] = []): Promise<Said> {
    const { attempt, prepared: { provider, shell: { model, downgrades: known } }, caller } = this;
    const { environment, downgrades } = attempt.ports;
    this.#patience.begin();
    const refuser = refuserOf(provider, model);
    const opening = this.#opening;
    this.#opening = null;
    // Learned meanwhile, perhaps by an earlier call of this turn.
    let shell = opening?.shell ?? simpler({ ...this.prepared.shell, after }, downgrades.get(refuser) ?? []);
    let modelsRefreshed = false;
    for (let tries = 1;; tries++) {
      const before = attempt.given;
      const said = await this.#once(shell, shown(), tries === 1 ? opening : null);
      if (!(said instanceof ProviderError)) {
        // Only a simpler form that helped is worth remembering.
        if (shell.downgrades.length > known.length) downgrades.set(refuser, new Set(shell.downgrades));
        this.heard(said.raw);
        attempt.usage = addUsage(attempt.usage, said.finish.usage);
        return said;
      }
      const untouched = attempt.given === before;
      const { downgrade, retryAfterMs } = said;
      const simplify = untouched && downgrade !== undefined && !shell.downgrades.includes(downgrade);
      const elsewhere = untouched && said.code === "not_found" && !modelsRefreshed;
      const delay = simplify || elsewhere
        ? 0
        : untouched && said.retryable && !attempt.turn.asks
        ? this.#delayBefore(tries, retryAfterMs)
        : null;
      await recordFailure(attempt, provider, said, delay);
      if (delay === null) throw said;
      if (simplify) shell = simpler(shell, [downgrade]);
      if (elsewhere) {
        modelsRefreshed = true;
        await caller.refreshModels(attempt.signal);
      }
      if (delay > 0) {
        await attempt.waiting(async (waits) => {
          if (retryAfterMs) waits(delay);
          await environment.sleep(delay, attempt.signal);
        });
      }
      if (attempt.signal.aborted) return attempt.leave();
    }
  }

  /** The words of one more call, as they came. */
  heard(words: string): void {
    this.raw += (this.raw && words ? GAP : "") + words;
  }

  /** One try: what was said, or why it failed. */
  async #once(shell: Shell, shown: Shown, opening: Opening | null): Promise<Said | ProviderError> {
    const { attempt, caller, context } = this;
    const rounds = this.rounds.length === 0 ? [] : await withPictures(attempt.ports.log, this.rounds, shell);
    const sent = { shell, context, rounds };
    const body = opening?.body ?? bodyOf(caller, sent);
    const release = opening?.release ??
      await attempt.waiting((waits) => caller.admit(shell.model, attempt.signal, waits));
    if (!release) return attempt.leave();
    try {
      if (opening) attempt.round = opening.called.data.round;
      else await this.#record(sent, body);
      return await attempt.ports.tracing.span(callSpan(attempt, shell.model), async (tell) => {
        const said = await this.#listen(body, shown);
        tell(callEnd(said.finish));
        return said;
      });
    } catch (error) {
      if (attempt.signal.aborted || error instanceof Gone) return attempt.leave();
      if (error instanceof ProviderError) return keepingCall(error, shell.call);
      attempt.ports.logger("error", "provider_bug", { ...attempt.about, ...kindOf(error) });
      return providerError("internal");
    } finally {
      release();
    }
  }

  /** Milliseconds before the next try, or null: the last one was the last. */
  #delayBefore(tries: number, retryAfterMs: number | undefined): number | null {
    const patience = this.#patience;
    const delay = patience.waitMs > 0 ? this.caller.retryDelay(tries, retryAfterMs) : null;
    // A wait that the provider asked for is told to people; our own is a part of the one they set.
    if (delay !== null && retryAfterMs === undefined) patience.waited(delay);
    return patience.waitMs > 0 ? delay : null;
  }

  /** `ProviderCalled`, with the hash of the bytes and the shell from which they can be made again. */
  async #record(sent: Sent, body: Uint8Array): Promise<void> {
    const { attempt, prepared: { provider }, caller } = this;
    const { conversationId, ids, ports: { environment, shells } } = attempt;
    const shellBlob = await shells.put(conversationId, sent.shell);
    attempt.round++;
    const salt = environment.salt();
    const called = calledOf({ provider, caller }, sent, body, salt);
    await attempt.tell({
      type: "call",
      data: { ...ids, round: attempt.round, ...called, shellBlob },
      salt,
    });
    shells.named(conversationId, shellBlob);
  }

  async #listen(body: Uint8Array, shown: Shown): Promise<Said> {
    const { attempt, caller, prepared: { shell } } = this;
    const tools: Extract<Part, { type: "tool" }>[] = [];
    let raw = "";
    let finish: Extract<Part, { type: "finish" }> | null = null;
    for await (const part of caller.send(shell.model, body, attempt.signal, this.#patience)) {
      if (attempt.signal.aborted) break;
      switch (part.type) {
        case "text":
          raw += part.text;
          attempt.give(shown.push(part.text));
          break;
        case "reasoning":
          attempt.give("", part.text);
          break;
        case "citation":
          attempt.citations.add(part, attempt.text.length - Math.max(0, raw.length - part.end));
          break;
        case "tool":
          tools.push(part);
          break;
        case "finish":
          finish = part;
          break;
        default:
          part satisfies never;
      }
    }
    if (!finish) throw providerError(attempt.signal.aborted ? "aborted" : "truncated");
    attempt.give(shown.end());
    return { raw, tools, finish };
  }
}

/** @param delay milliseconds until it is tried again; null: it is not */
async function recordFailure(
  attempt: Attempt,
  provider: Provider,
  failure: ProviderError,
  delay: number | null,
): Promise<void> {
  attempt.ports.logger("warn", "provider_call_failed", {
    ...attempt.about,
    ...errorLine(provider.name, failure),
    again: delay !== null,
  });
  await attempt.tell({
    type: "call_failed",
    data: {
      ...attempt.ids,
      round: attempt.round,
      error: failure.toTurnError(),
      ...(delay ? { retryAfterMs: Math.round(delay) } : {}),
    },
  });
}

/** Tokens of several calls together; null when no call said any. */
export function addUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (!a || !b) return a ?? b;
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
    ...(a.cacheWriteHour || b.cacheWriteHour
      ? { cacheWriteHour: (a.cacheWriteHour ?? 0) + (b.cacheWriteHour ?? 0) }
      : {}),
    ...(a.searches || b.searches ? { searches: (a.searches ?? 0) + (b.searches ?? 0) } : {}),
    ...(a.estimated || b.estimated ? { estimated: true } : {}),
  };
}
