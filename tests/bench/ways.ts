/** Ways to ask for an answer that are measured side by side, and what each of them costs. */
import process from "node:process";
import OpenAI from "openai";
import { spentMs } from "./of_process.ts";
import type { Ask } from "./socket_client.ts";

/** As a program asks: by an SDK, of us or of the models themselves. */
export function bySdk(baseURL: string, model: string): Ask {
  const openai = new OpenAI({ baseURL, apiKey: "unused", maxRetries: 0 });
  return async () => {
    const before = performance.now();
    let first = NaN;
    const stream = await openai.chat.completions.create({
      model,
      stream: true,
      messages: [{ role: "user", content: "go" }],
    });
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content && Number.isNaN(first)) first = performance.now() - before;
    }
    return first;
  };
}

/** A way to ask, by as many as ask at once: what it took, in milliseconds, and what its server and its clients spent on it. */
export class Way {
  readonly took: number[] = [];
  served = 0;
  asked = 0;

  /** @param pid of the process that serves it; null: it is none of its own */
  constructor(readonly pid: number | null, public asks: readonly Ask[]) {}

  async round(isMeasured: boolean): Promise<void> {
    const [server, client] = [await ticks(this.pid), process.cpuUsage()];
    const ms = await Promise.all(this.asks.map((ask) => ask()));
    if (!isMeasured) return;
    const { user, system } = process.cpuUsage(client);
    this.took.push(...ms);
    this.asked += (user + system) / 1_000;
    this.served += await ticks(this.pid) - server;
  }

  /** Milliseconds of processor an answer, of its server and its clients. */
  get spent(): string {
    const each = (ms: number) => (ms / this.took.length).toFixed(1);
    return this.pid === null ? each(this.asked) : `${each(this.served)}, its client ${each(this.asked)}`;
  }
}

/** Milliseconds of processor that a process has spent so far; NaN where the system does not say. */
const ticks = async (pid: number | null) => pid === null ? NaN : await spentMs(pid) ?? NaN;

/**
 * Each way in turns, so that whatever else the machine does falls on all of them.
 * @param warm rounds before the measured ones
 */
export async function inTurns(ways: readonly Way[], rounds: number, warm: number): Promise<void> {
  for (let round = 0; round < warm + rounds; round++) for (const way of ways) await way.round(round >= warm);
}
