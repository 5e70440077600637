import assert from "node:assert/strict";
import { RecordingProvider } from "./recording_provider.ts";
import { scriptsOf } from "./scripts.ts";
import { mockRenderer } from "../../actors/providers/practice/render_mock.ts";
import type { Part, ProviderError } from "../../actors/providers/types.ts";
import type { ConversationEvent, NewConversationEvent } from "../../events/catalog/conversation.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { configOf } from "./providers/fake_server.ts";

type Data<T extends NewConversationEvent["type"]> = Extract<NewConversationEvent, { type: T }>["data"];

function recorder() {
  const events: ConversationEvent[] = [];
  return {
    events,
    add<T extends NewConversationEvent["type"]>(type: T, data: Data<T>) {
      const seq = events.length + 1;
      const placed = {
        id: `e/${seq}`,
        v: 1,
        at: "2026-01-01T00:00:00.000Z",
        by: SYSTEM,
        seq,
        type,
        data,
      };
      events.push(placed as unknown as ConversationEvent);
    },
  };
}

const sha = "0".repeat(64);
const call = (turnId: string, round: number) => ({
  turnId,
  attempt: 1,
  round,
  providerId: "p1",
  provider: "openai" as const,
  model: "gpt-x",
  renderer: "openai/1",
  hash: "salted" as const,
  sha256: sha,
  shellBlob: sha,
});
const requested = (turnId: string, participantId: string) => ({
  turnId,
  participantId,
  messageId: `message_${turnId}`,
  mode: "parallel" as const,
  reason: { code: "enabled" as const, text: "enabled" },
  through: 1,
});

async function replay(mock: RecordingProvider, name: string, signal = new AbortController().signal) {
  const model = `script:${name}`;
  const shell = {
    model,
    system: "",
    params: {},
    tools: [],
    nudge: "",
    after: [],
    downgrades: [],
  };
  const body = mockRenderer.render({ shell, messages: [{ role: "user", content: "Anything" }], rounds: [] });
  const parts: Part[] = [];
  const config = configOf("mock", "http://unused.example");
  try {
    for await (const part of mock.send({ config, apiKey: null, model, body, signal })) parts.push(part);
    return { parts, error: null };
  } catch (error) {
    return { parts, error: error as ProviderError };
  }
}

const said = (parts: readonly Part[], type: "text" | "reasoning") =>
  parts.map((p) => p.type === type ? p.text : "").join("");

Deno.test("a recorded conversation replays from its events: failures, tool calls, reasoning and words, in order", async () => {
  const { events, add } = recorder();
  add("TurnRequested", requested("t1", "ann"));
  add("TurnRequested", requested("t2", "ben"));
  add("ProviderCalled", call("t1", 1));
  add("ProviderCalled", call("t2", 1));
  const error = {
    code: "rate_limited" as const,
    message: "Too many requests.",
    retryable: true,
    statusCode: 429,
  };
  add("ProviderCallFailed", { turnId: "t1", attempt: 1, round: 1, error, retryAfterMs: 700 });
  add("ProviderCalled", call("t1", 2));
  const tool = { callId: "c1", tool: "current_time", args: "{}", said: "A moment." };
  add("ToolCalled", { turnId: "t1", attempt: 1, round: 2, ...tool });
  add("ProviderCalled", call("t1", 3));
  add("TurnCompleted", {
    turnId: "t1",
    attempt: 1,
    messageId: "message_t1",
    content: "It is noon.",
    raw: "Ann: It is noon.",
    reasoning: "The tool says twelve.",
    finishReason: "stop",
    usage: null,
    model: "gpt-x",
    providerMessageId: null,
    toolsUsed: ["current_time"],
    timing: { firstTextMs: 1, totalMs: 2 },
  });
  add("TurnCancelled", { turnId: "t2", why: "stopped", partial: "I was going" });

  const mock = new RecordingProvider({
    clock: { sleep: () => Promise.resolve() },
    tokenMs: 0,
    scripts: scriptsOf(events),
  });
  assert.deepEqual(
    (await mock.models()).map(({ name }) => name).filter((name) => name.startsWith("script:")),
    [
      "script:ann",
      "script:ben",
    ],
  );

  const first = await replay(mock, "ann");
  assert.deepEqual([first.error?.toTurnError(), first.parts], [{ ...error, retryAfterMs: 700 }, []]);
  const second = await replay(mock, "ann");
  assert.equal(said(second.parts, "text"), "A moment.");
  assert.deepEqual(second.parts.find((p) => p.type === "tool"), {
    type: "tool",
    callId: "c1",
    tool: "current_time",
    args: "{}",
  });
  const third = await replay(mock, "ann");
  assert.equal(said(third.parts, "text"), "Ann: It is noon.");
  assert.equal(said(third.parts, "reasoning"), "The tool says twelve.");
  assert.deepEqual(third.parts.at(-1), {
    ...third.parts.at(-1),
    type: "finish",
    reason: "stop",
    usage: null,
  });

  const stop = new AbortController();
  const hanging = replay(mock, "ben", stop.signal);
  while (mock.requests().length < 4) await Promise.resolve();
  stop.abort();
  assert.equal((await hanging).error?.code, "aborted");
});
