/**
 * One answer of a provider, with its retries: each call is in the log before it is made, each failure after
 * it. A call is made again only when nothing of its answer was let through.
 */
import type { Usage } from "../../events/catalog/conversation.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import { providerError } from "../providers/error_codes.ts";
import { errorLine } from "../providers/errors.ts";
import { type Part, ProviderError, type Shell, type ToolRound } from "../providers/types.ts";
import type { RequestMessage } from "../providers/types.ts";
import { kindOf } from "../runtime/logger.ts";
import { type Attempt, Gone } from "./attempt.ts";
import { calledOf, type Opening, simpler } from "./opening.ts";
import type { Patience } from "../providers/patience.ts";
import { type Caller, refuserOf } from "./ports.ts";
import type { Shown } from "./shown_text.ts";

/** What a call gave, complete. */
export interface Said {
  readonly raw: string;
  readonly tools: readonly Extract<Part, { type: "tool" }>[];
  readonly finish: Extract<Part, { type: "finish" }>;
}

interface Calling {
  readonly provider: Provider;
  readonly caller: Caller;
  readonly shell: Shell;
  readonly messages: readonly RequestMessage[];
  readonly rounds: readonly ToolRound[];
  readonly patience: Patience;
  /** Decides what may be shown; a fresh one for each try. */
  shown(): Shown;
  /** The first try, recorded with the claim. */
  readonly opening: Opening | null;
}

/**
 * Makes the call, again where that may help. Throws its last `ProviderError`, or `Gone` when the turn is no longer
 * this attempt's.
 */
export async function call(attempt: Attempt, calling: Calling): Promise<Said> {
  const { environment, downgrades } = attempt.ports;
  const { caller, provider, patience } = calling;
  patience.begin();
  const refuser = refuserOf(provider, calling.shell.model);
  // Learned meanwhile, perhaps by an earlier call of this turn.
  let shell = calling.opening?.shell ?? simpler(calling.shell, downgrades.get(refuser) ?? []);
  let modelsRefreshed = false;
  for (let tries = 1;; tries++) {
    const before = attempt.given;
    const said = await callOnce(attempt, calling, shell, tries === 1 ? calling.opening : null);
    if (!(said instanceof ProviderError)) {
      // Only a simpler form that helped is worth remembering.
      if (shell.downgrades.length > calling.shell.downgrades.length) {
        downgrades.set(refuser, new Set(shell.downgrades));
      }
      return said;
    }
    const untouched = attempt.given === before;
    const { downgrade, retryAfterMs } = said;
    const simplify = untouched && downgrade !== undefined && !shell.downgrades.includes(downgrade);
    const elsewhere = untouched && said.code === "not_found" && !modelsRefreshed;
    const delay = simplify || elsewhere
      ? 0
      : untouched && said.retryable
      ? delayBefore(tries, caller, patience, retryAfterMs)
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

/** One try: what was said, or why it failed. */
async function callOnce(
  attempt: Attempt,
  calling: Calling,
  shell: Shell,
  opening: Opening | null,
): Promise<Said | ProviderError> {
  const { caller, messages, rounds } = calling;
  const body = opening?.body ?? caller.renderer.render({ shell, messages, rounds });
  const release = opening?.release ??
    await attempt.waiting((waits) => caller.admit(shell.model, attempt.signal, waits));
  if (!release) return attempt.leave();
  try {
    if (opening) attempt.round = opening.called.round;
    else await record(attempt, calling, shell, body);
    return await listen(attempt, calling, body);
  } catch (error) {
    if (attempt.signal.aborted || error instanceof Gone) return attempt.leave();
    if (error instanceof ProviderError) return error;
    attempt.ports.logger("error", "provider_bug", { ...attempt.about, ...kindOf(error) });
    return providerError("internal");
  } finally {
    release();
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

/** Milliseconds before the next try, or null: the last one was the last. */
function delayBefore(
  tries: number,
  caller: Caller,
  patience: Patience,
  retryAfterMs: number | undefined,
): number | null {
  const delay = patience.waitMs > 0 ? caller.retryDelay(tries, retryAfterMs) : null;
  // A wait that the provider asked for is told to people; our own is a part of the one they set.
  if (delay !== null && retryAfterMs === undefined) patience.waited(delay);
  return patience.waitMs > 0 ? delay : null;
}

/** `ProviderCalled`, with the hash of the bytes and the shell from which they can be made again. */
async function record(attempt: Attempt, calling: Calling, shell: Shell, body: Uint8Array): Promise<void> {
  const { conversationId, ids, ports: { shells } } = attempt;
  const shellBlob = await shells.put(conversationId, shell);
  attempt.round++;
  await attempt.tell({
    type: "call",
    data: { ...ids, round: attempt.round, ...calledOf(calling, shell, body), shellBlob },
  });
  shells.named(conversationId, shellBlob);
}

async function listen(attempt: Attempt, calling: Calling, body: Uint8Array): Promise<Said> {
  const { caller, shell } = calling;
  const shown = calling.shown();
  const tools: Extract<Part, { type: "tool" }>[] = [];
  let raw = "";
  let finish: Extract<Part, { type: "finish" }> | null = null;
  for await (const part of caller.send(shell.model, body, attempt.signal, calling.patience)) {
    if (attempt.signal.aborted) break;
    switch (part.type) {
      case "text":
        raw += part.text;
        attempt.give(shown.push(part.text));
        break;
      case "reasoning":
        attempt.give("", part.text);
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

/** Tokens of several calls together; null when no call said any. */
export function addUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (!a || !b) return a ?? b;
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
    ...(a.estimated || b.estimated ? { estimated: true } : {}),
  };
}
