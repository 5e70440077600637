/** A server is killed while it streams an answer of the Messages API: whoever asks again is answered, and pays, once. */
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { eventsIn } from "../events/exported.ts";
import { layGreeted } from "../greeted.ts";
import { ServerProcess } from "./server_process.ts";

const model = "agent/ada";
const client = (server: ServerProcess) =>
  new Anthropic({ apiKey: "any", authToken: null, baseURL: `${server.address}`, maxRetries: 0 });

async function say(
  server: ServerProcess,
  messages: MessageParam[],
  key?: string,
): Promise<Anthropic.Message> {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  return await client(server).messages.create({ model, max_tokens: 500, messages }, { headers });
}
const textOf = ({ content }: Anthropic.Message): string =>
  content.flatMap((block) => block.type === "text" ? [block.text] : []).join("");

/** Asks, and kills the server at the first words of the answer. What it had said. */
async function killedIn(server: ServerProcess, messages: MessageParam[], key?: string): Promise<string> {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const stream = client(server).messages.stream({ model, max_tokens: 500, messages }, { headers });
  for await (const event of stream) {
    if (event.type !== "content_block_delta" || event.delta.type !== "text_delta") continue;
    await server.kill();
    stream.abort();
    return event.delta.text;
  }
  throw new Error("It ended before its first words.");
}

/** The log of each conversation but the welcome, the newest first. */
async function logs(server: ServerProcess): Promise<AnyEvent[][]> {
  const { items } = await (await fetch(`${server.address}/api/conversations`)).json();
  const ids = items.map(({ id }: { id: string }) => id).filter((id: string) => id !== "conversation_welcome");
  return await Promise.all(ids.map(async (id: string) => {
    const text = await (await fetch(`${server.address}/api/conversations/${id}/export`)).text();
    return eventsIn(text.trimEnd().split("\n"));
  }));
}
const count = (log: readonly AnyEvent[], type: string) => log.filter((event) => event.type === type).length;
const posted = (log: readonly AnyEvent[]) =>
  log.map(conversationEvent).flatMap((event) =>
    event.type === "MessagePosted" && event.data.author.kind === "user" ? [event.data.content] : []
  );

Deno.test({
  name:
    "after kill -9 in an answer of /v1/messages the same key has it once, also after the next, and pays once",
  // The servers are processes of their own.
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    const data = await Deno.makeTempDir();
    const server = new ServerProcess(data);
    try {
      await layGreeted(data);
      await server.start();
      await server.agent("Ada", "story:120:25");

      const question: MessageParam = { role: "user", content: "tell me a story" };
      const begun = await killedIn(server, [question], "once");
      await server.start();
      const answer = await say(server, [question], "once");
      assert.ok(textOf(answer).length > begun.length && answer.stop_reason === "end_turn");
      await server.kill();
      await server.start();
      const again = await say(server, [question], "once");
      assert.deepEqual([again.id, textOf(again), again.usage], [answer.id, textOf(answer), answer.usage]);
      const [log = [], ...others] = await logs(server);
      assert.equal(others.length, 0, "one conversation");
      assert.deepEqual(posted(log), [question.content]);
      // What was broken off was one call, and what was given the other: nothing was asked for again behind that.
      assert.deepEqual(
        ["TurnRequested", "ProviderCalled", "TurnCompleted"].map((type) => count(log, type)),
        [1, 2, 1],
      );

      const talk: MessageParam[] = [question, { role: "assistant", content: textOf(answer) }];
      const next: MessageParam[] = [...talk, { role: "user", content: "and then?" }];
      await killedIn(server, next);
      await server.start();
      const last = await say(server, next);
      assert.ok(textOf(last).length > 0);
      // The history is gone on from once; sent again it is a conversation of its own, and what was broken off ends.
      const all = await logs(server);
      assert.equal(all.length, 2);
      for (const log of all) assert.deepEqual(posted(log), [question.content, "and then?"]);
      const own = all.find((log) => count(log, "TurnRequested") === 1) ?? [];
      assert.deepEqual([count(own, "ProviderCalled"), count(own, "TurnCompleted")], [1, 1]);
    } finally {
      await server.terminate();
      await Deno.remove(data, { recursive: true });
    }
  },
});
