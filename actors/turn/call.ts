/**
 * One answer of a provider, with its retries: each call is in the log before it is made, each failure after
 * it. A call is made again only when nothing of its answer was let through.
 */
import { createHash } from "node:crypto";
import type { DataOf, TurnError, Usage } from "../../events/catalog/conversation.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import { providerError } from "../providers/error_codes.ts";
import { errorLine } from "../providers/errors.ts";
import { type Part, ProviderError, type Shell, type ToolRound } from "../providers/types.ts";
import type { RequestMessage } from "../providers/types.ts";
import { kindOf } from "../runtime/logger.ts";
import { type Attempt, Gone } from "./attempt.ts";
import type { Patience } from "./patience.ts";
import { type Caller, refuserOf, type TurnPorts } from "./ports.ts";
import type { Shown } from "./shown_text.ts";

/** What a call gave, complete. */
export interface Said {
  readonly raw: string;
  readonly tools: readonly Extract<Part, { type: "tool" }>[];
  readonly finish: Extract<Part, { type: "finish" }>;
}
export type CallResult = { readonly ok: true; readonly said: Said } | {
  readonly ok: false;
  readonly error: TurnError;
};

export interface Calling {
  readonly provider: Provider;
  readonly caller: Caller;
  readonly shell: Shell;
  readonly messages: readonly RequestMessage[];
  readonly rounds: readonly ToolRound[];
  readonly patience: Patience;
  /** Decides what may be shown; a fresh one for each try. */
  shown(): Shown;
  /** The first try, recorded with the claim. */
  readonly opening?: Opening | undefined;
}

/** A turn's first call, made ready before the turn is claimed: one commit holds the claim and the call. */
export interface Opening {
  readonly shell: Shell;
  /** What the body was made of; later calls of the turn begin with the same. */
  readonly messages: readonly RequestMessage[];
  readonly body: Uint8Array;
  readonly called: DataOf<"ProviderCalled">;
  /** Gives the place at the provider back; saying so again does nothing. */
  release(): void;
}

/**
 * The first call of `turn`, or null when something has to be waited for: a place at the provider, or a shell that
 * is not in the store yet.
 */
export function openCall(
  ports: Pick<TurnPorts, "downgrades" | "shells">,
  conversationId: string,
  turn: Attempt["ids"],
  calling: Pick<Calling, "provider" | "caller" | "shell" | "messages">,
): Opening | null {
  const { provider, caller, messages } = calling;
  const shell = simpler(calling.shell, ports.downgrades.get(refuserOf(provider, calling.shell.model)) ?? []);
  const shellBlob = ports.shells.known(conversationId, shell);
  const release = shellBlob === null ? null : caller.admitNow(shell.model);
  if (shellBlob === null || !release) return null;
  const body = caller.renderer.render({ shell, messages, rounds: [] });
  const called = calledOf({ ...turn, round: 1 }, provider, shell, caller.renderer.name, body, shellBlob);
  return { shell, messages, body, called, release };
}

/** Makes the call, again where that may help. Throws `Gone` when the turn is no longer this attempt's. */
export async function call(attempt: Attempt, calling: Calling): Promise<CallResult> {
  const { environment, downgrades, logger } = attempt.ports;
  const { caller, provider, patience } = calling;
  patience.begin();
  const refuser = refuserOf(provider, calling.shell.model);
  // Learned meanwhile, perhaps by an earlier call of this turn.
  let shell = calling.opening?.shell ?? simpler(calling.shell, downgrades.get(refuser) ?? []);
  let modelsRefreshed = false;
  for (let tries = 1;; tries++) {
    const opening = tries === 1 ? calling.opening : undefined;
    const body = opening?.body ??
      caller.renderer.render({ shell, messages: calling.messages, rounds: calling.rounds });
    const release = opening?.release ??
      await attempt.waiting((waits) => caller.admit(shell.model, attempt.signal, waits));
    if (!release) return attempt.leave();
    const before = attempt.given;
    let failure: ProviderError;
    try {
      if (opening) attempt.round = opening.called.round;
      else await record(attempt, provider, shell, caller.renderer.name, body);
      const said = await listen(attempt, calling, body);
      // Only a simpler form that helped is worth remembering.
      if (shell.downgrades.length > calling.shell.downgrades.length) {
        downgrades.set(refuser, new Set(shell.downgrades));
      }
      return { ok: true, said };
    } catch (error) {
      if (attempt.signal.aborted || error instanceof Gone) return attempt.leave();
      if (!(error instanceof ProviderError)) {
        logger("error", "provider_bug", { ...attempt.about, ...kindOf(error) });
      }
      failure = error instanceof ProviderError ? error : providerError("internal");
    } finally {
      release();
    }
    const untouched = attempt.given === before;
    const { downgrade, retryAfterMs } = failure;
    const simplify = untouched && downgrade !== undefined && !shell.downgrades.includes(downgrade);
    const elsewhere = untouched && failure.code === "not_found" && !modelsRefreshed;
    const delay = simplify || elsewhere
      ? 0
      : untouched && failure.retryable
      ? delayBefore(tries, caller, patience, retryAfterMs)
      : null;
    logger("warn", "provider_call_failed", {
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
    if (delay === null) return { ok: false, error: failure.toTurnError() };
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

/** The shell with what is not understood left out. */
function simpler(shell: Shell, downgrades: Iterable<string>): Shell {
  return { ...shell, downgrades: [...new Set([...shell.downgrades, ...downgrades])].sort() };
}

/** `ProviderCalled`, with the hash of the bytes and the shell from which they can be made again. */
async function record(
  attempt: Attempt,
  provider: Provider,
  shell: Shell,
  renderer: string,
  body: Uint8Array,
): Promise<void> {
  const { conversationId, ports: { shells } } = attempt;
  const shellBlob = await shells.put(conversationId, shell);
  attempt.round++;
  const place = { ...attempt.ids, round: attempt.round };
  await attempt.tell({ type: "call", data: calledOf(place, provider, shell, renderer, body, shellBlob) });
  shells.named(conversationId, shellBlob);
}

function calledOf(
  place: Attempt["ids"] & { readonly round: number },
  provider: Provider,
  shell: Shell,
  renderer: string,
  body: Uint8Array,
  shellBlob: string,
): DataOf<"ProviderCalled"> {
  return {
    ...place,
    providerId: provider.id,
    provider: provider.kind,
    model: shell.model,
    renderer,
    sha256: createHash("sha256").update(body).digest("hex"),
    shellBlob,
  };
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
