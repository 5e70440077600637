/**
 * A provider with voices of its own instead of a model: the first run and every test use it.
 * Deterministic: the same seed and request give the same answer. Time is a parameter.
 */
import { z } from "zod";
import type { Usage } from "../../../events/catalog/conversation.ts";
import type { OfferedModel } from "../../../projections/shapes/views.ts";
import type { Clock } from "../../runtime/environment.ts";
import { providerError } from "../error_messages.ts";
import { MOCK_MODELS, type Plan, planOf } from "./practice_models.ts";
import { hash32 } from "./chance.ts";
import { formed } from "./formed_voice.ts";
import { pieces } from "./story.ts";
import { MockBody, mockRenderer } from "./render_mock.ts";
import type { Part, ProviderAdapter, Renderer, SendOptions } from "../types.ts";

export interface MockOptions {
  readonly clock: Pick<Clock, "sleep">;
  /** @default "fishbowl" */
  readonly seed?: string;
  /** Milliseconds between words; a function gets the word's index. 0 streams without waiting. @default 18 */
  readonly tokenMs?: number | ((index: number) => number);
}

/** Milliseconds between words: fast enough to read along, slow enough to be seen. */
const TOKEN_MS = 18;

export class MockProvider implements ProviderAdapter {
  readonly kind = "mock";
  readonly renderer: Renderer = mockRenderer;
  readonly #options: MockOptions;
  readonly #calls = new Map<string, number>();

  constructor(options: MockOptions) {
    this.#options = options;
  }

  async *send(options: SendOptions): AsyncGenerator<Part> {
    const { signal, model } = options;
    if (signal.aborted) throw providerError("aborted");
    const body = MockBody.parse(JSON.parse(new TextDecoder().decode(options.body)));
    const calls = this.#calls.get(model) ?? 0;
    this.#calls.set(model, calls + 1);
    const whole = this.plan(body, calls);
    const plan = whole && limited(stopped(whole, body.params["stop"]), body.params["maxTokens"]);
    if (!plan) throw providerError("not_found", { statusCode: 404 });

    let words = 0;
    for (const type of ["reasoning", "text"] as const) {
      for (const text of inPieces(plan[type] ?? "", plan.pieceLength)) {
        const ms = this.#pace(plan, words++);
        if (ms > 0) await this.#options.clock.sleep(ms, signal);
        if (signal.aborted) throw providerError("aborted");
        yield { type, text };
        if (signal.aborted) throw providerError("aborted");
      }
    }
    if (plan.end.type === "hang") {
      await aborted(signal);
      throw providerError("aborted");
    }
    if (plan.end.type === "error") {
      const { code, ...details } = plan.end;
      throw providerError(code, details);
    }
    for (const one of plan.citations ?? []) yield { type: "citation", ...one, end: plan.text.length };
    for (const tool of plan.tools ?? []) yield { type: "tool", ...tool };
    yield {
      type: "finish",
      reason: plan.end.reason ?? "stop",
      usage: plan.end.usage === undefined ? usageOf(options.body.length, plan) : plan.end.usage,
      model,
      messageId: `mock_${hash32(new TextDecoder().decode(options.body)).toString(16).padStart(8, "0")}`,
      ...(plan.end.paused
        ? { paused: true, opaque: JSON.stringify([{ type: "text", text: plan.text }]) }
        : {}),
    };
  }

  models(): Promise<OfferedModel[]> {
    return Promise.resolve(MOCK_MODELS.map((name) => ({ name })));
  }

  /** What the next call of a model is answered, after so many; null where there is no such model. */
  protected plan(body: MockBody, calls: number): Plan | null {
    const plan = planOf(body, calls, this.#options.seed ?? "fishbowl");
    return plan && formed(plan, body);
  }

  #pace(plan: Plan, index: number): number {
    const own = this.#options.tokenMs ?? TOKEN_MS;
    const ms = plan.tokenMs ?? (typeof own === "function" ? own(index) : own);
    return ms * (plan.slower ?? 1);
  }
}

/** Resolves when `signal` aborts; for a wait that nothing else can end. */
function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Cut where the agent's limit of tokens is reached, as the makers' models are; a piece counts as one. */
function limited(plan: Plan, limit: unknown): Plan {
  if (typeof limit !== "number" || plan.end.type !== "finish") return plan;
  const words = inPieces(plan.text, plan.pieceLength);
  if (words.length <= limit) return plan;
  const { tools: _, ...rest } = plan;
  return { ...rest, text: words.slice(0, limit).join(""), end: { type: "finish", reason: "length" } };
}

const Stops = z.array(z.string());

/** Ended before the first of the texts at which a caller wants it to end. */
function stopped(plan: Plan, stop: unknown): Plan {
  const found = (Stops.safeParse(stop).data ?? []).map((text) => plan.text.indexOf(text)).filter((at) =>
    at >= 0
  );
  if (found.length === 0 || plan.end.type !== "finish") return plan;
  const { tools: _, ...rest } = plan;
  return { ...rest, text: plan.text.slice(0, Math.min(...found)) };
}

function inPieces(text: string, length: number | undefined): string[] {
  if (length === undefined) return pieces(text);
  const result: string[] = [];
  for (let at = 0; at < text.length; at += length) result.push(text.slice(at, at + length));
  return result;
}

/** The mock counts words as tokens and four bytes of a request as one. */
function usageOf(bytes: number, plan: Plan): Usage {
  const reasoning = pieces(plan.reasoning ?? "").length;
  return {
    input: Math.ceil(bytes / 4),
    cacheRead: 0,
    cacheWrite: 0,
    output: reasoning + pieces(plan.text).length,
    reasoning,
  };
}
