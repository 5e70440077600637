/** A server is killed while it streams an answer of the Responses API: the next one has the answer by its id. */
import assert from "node:assert/strict";
import OpenAI from "openai";
import { layGreeted } from "../greeted.ts";
import { ServerProcess } from "./server_process.ts";

const client = (server: ServerProcess) =>
  new OpenAI({ apiKey: "any", baseURL: `${server.address}/v1`, maxRetries: 0 });

/** Reads a stream up to its first words, and tells which answer it is. */
async function firstWords(server: ServerProcess): Promise<string> {
  const stream = await client(server).responses.create({
    model: "agent/ada",
    input: "tell me a story",
    stream: true,
  });
  let id = "";
  for await (const event of stream) {
    if (event.type === "response.created") id = event.response.id;
    if (event.type === "response.output_text.delta") {
      await server.kill();
      return id;
    }
  }
  throw new Error("It ended before its first words.");
}

/** The answer, once it is no longer being written. */
async function ended(server: ServerProcess, id: string): Promise<OpenAI.Responses.Response> {
  for (;;) {
    const answer = await client(server).responses.retrieve(id);
    if (answer.status !== "in_progress") return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

Deno.test({
  name:
    "after kill -9 in the middle of a stream the answer is had by its id, whole, and goes on in its conversation",
  // The servers are processes of their own.
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    const data = await Deno.makeTempDir();
    const server = new ServerProcess(data);
    try {
      await layGreeted(data);
      await server.start();
      await server.agent("Ada", "story:60:25");
      const id = await firstWords(server);
      await server.start();
      const answer = await ended(server, id);
      assert.deepEqual([answer.id, answer.status], [id, "completed"]);
      assert.ok(answer.output_text.length > 0 && (answer.usage?.output_tokens ?? 0) > 0);
      const next = await client(server).responses.create({
        model: "agent/ada",
        input: "And then?",
        previous_response_id: id,
      });
      assert.equal(next.status, "completed");
      assert.equal(next.id.split(".")[0], id.split(".")[0], "it is one conversation");
    } finally {
      await server.terminate();
      await Deno.remove(data, { recursive: true });
    }
  },
});
