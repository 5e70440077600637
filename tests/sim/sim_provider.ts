/**
 * A provider of the simulation: what it says, when it fails, when it hangs is drawn from the seed. It keeps
 * every body it received, because each must be in the log before it is sent and be rebuilt from it later.
 */
import { createHash } from "node:crypto";
import { providerError } from "../../actors/providers/error_messages.ts";
import { MockBody, mockRenderer } from "../../actors/providers/practice/render_mock.ts";
import type { Part, ProviderAdapter, SendOptions } from "../../actors/providers/types.ts";
import type { SimProcess } from "./scheduler.ts";
import type { Ran } from "./sim_tools.ts";

/** What the providers of all processes received, and how badly they behave at the moment. */
export interface SimModels {
  /** SHA-256 of each body received, in order. */
  readonly received: string[];
  /** Tool calls that were run, each time they were. */
  readonly ran: Ran[];
  /** Probability that a call goes wrong in some way. */
  trouble: number;
  /** Probability that an answer is longer than an event may be. */
  big: number;
}

/** UTF-16 units that no event holds: such a text is stored beside it. */
const BIG_UNITS = 48 * 1024;

const WORDS = [
  "yes",
  "no",
  "maybe",
  "the",
  "fish",
  "swims",
  "round",
  "and",
  "round",
  "🐟",
  "in",
  "its",
  "bowl",
];

export class SimProvider implements ProviderAdapter {
  readonly kind = "mock";
  readonly renderer = mockRenderer;

  constructor(readonly process: SimProcess, readonly models_: SimModels) {}

  async *send({ body, model, signal }: SendOptions): AsyncGenerator<Part> {
    const { random } = this.process.scheduler;
    this.models_.received.push(createHash("sha256").update(body).digest("hex"));
    const request = MockBody.parse(JSON.parse(new TextDecoder().decode(body)));
    const trouble = random.chance(this.models_.trouble) ? random.pick(TROUBLES) : "none";
    await this.#wait(random.between(0, 400), signal);
    if (trouble === "error") throw providerError(random.pick(["server", "auth", "overloaded"] as const));
    if (trouble === "limit") throw providerError("rate_limited", { retryAfterMs: random.below(900) });
    if (trouble === "hang") await this.#hang(signal);
    if (random.chance(0.2)) yield { type: "reasoning", text: `I think about ${random.pick(WORDS)}.` };
    const text = this.#text(request, model);
    const pieces = text.match(text.length > BIG_UNITS ? /[\s\S]{1,4096}/gu : /[\s\S]{1,7}/gu) ?? [];
    for (const [index, piece] of pieces.entries()) {
      yield { type: "text", text: piece };
      await this.#wait(random.between(0, 120), signal);
      if (index !== pieces.length >> 1) continue;
      if (trouble === "cut") throw providerError("network");
      if (trouble === "hang-middle") await this.#hang(signal);
    }
    if (trouble === "silent-end") return;
    const toolTime = request.tools.length > 0 && !request.messages.some((m) => m.role === "tool");
    if (toolTime && random.chance(0.7)) {
      const callId = `call_${random.below(1e9)}`;
      yield {
        type: "tool",
        callId,
        tool: random.pick(request.tools),
        args: JSON.stringify({ call: callId }),
      };
    }
    yield {
      type: "finish",
      reason: "stop",
      usage: { input: body.length >> 2, cacheRead: 0, cacheWrite: 0, output: pieces.length, reasoning: 0 },
      model,
      messageId: null,
    };
  }

  models(): Promise<{ name: string }[]> {
    return Promise.resolve([{ name: "sim" }]);
  }

  #text(request: MockBody, model: string): string {
    const { random } = this.process.scheduler;
    if (random.chance(this.models_.big)) return "word ".repeat(BIG_UNITS / 4 + random.below(BIG_UNITS / 4));
    const words = Array.from({ length: random.below(random.pick([4, 12, 200])) }, () => random.pick(WORDS))
      .join(" ");
    const form = request.params["form"];
    if (typeof form === "string") {
      if (random.chance(0.1)) return words;
      if (form.includes('"holds"')) return JSON.stringify({ reason: words, holds: random.chance(0.5) });
      if (form.includes('"best"')) {
        return JSON.stringify({ reason: words, best: random.pick(["A", "B", "tie", "none"]) });
      }
      if (form.includes('"estimate"')) return JSON.stringify({ estimate: random.below(3) });
      const line = { text: words || "yes", from: [{ answer: 1 + random.below(4), words }] };
      return JSON.stringify({ answer: words || "no", agreed: [line], disputed: [], open: [line] });
    }
    if (request.system.includes('"context"')) {
      if (random.chance(0.1)) return "I forgot the form.";
      const numbers = [...request.system.matchAll(/#(\d+)/g)].map((match) => Number(match[1]));
      return JSON.stringify({ to: random.pick([0, 0, ...numbers, 999]), context: `${words}.` });
    }
    if (request.system.includes("SKIP") && random.chance(0.2)) return "SKIP";
    const echo = random.chance(0.2) ? `[${model}]: ` : "";
    return echo + words;
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    await this.process.environment.sleep(ms, signal);
    if (signal.aborted) throw providerError("aborted");
  }

  /** Silence until somebody loses patience. */
  async #hang(signal: AbortSignal): Promise<void> {
    await this.#wait(3_600_000, signal);
  }
}

const TROUBLES = ["error", "limit", "hang", "hang-middle", "cut", "silent-end"] as const;
