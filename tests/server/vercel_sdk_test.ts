/** Vercel's AI SDK against every door of `/v1`: it generates, streams, counts, calls its tools and gets its own errors. */
import assert from "node:assert/strict";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, isStepCount, jsonSchema, Output, streamText, tool } from "ai";
import { PNG } from "../pictures.ts";
import { TestServer } from "./harness.ts";
import { agent, appOf, FORECAST } from "./programs.ts";
import { sample } from "../effort.ts";

const baseURL = "http://localhost:8000/v1";

/** A model of the SDK's for an agent, by each door. */
function doors(server: TestServer, name: string) {
  const fetch = appOf(server);
  const options = { baseURL, apiKey: "any", fetch };
  const openai = createOpenAI(options);
  const id = `agent/${name}`;
  return {
    responses: openai(id),
    completions: openai.chat(id),
    compatible: createOpenAICompatible({ ...options, name: "fishbowl", includeUsage: true })(id),
    messages: createAnthropic(options)(id),
  };
}

const prompt = "Is this thing on?";
const maxRetries = 0;

Deno.test("the AI SDK is answered whole and in pieces by every door, with usage and its own errors", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const nobody = doors(server, "nobody");
  for (const [door, model] of sample(Object.entries(doors(server, "plain")), 2)) {
    const whole = await generateText({
      model,
      instructions: "Be plain.",
      prompt,
      maxOutputTokens: 500,
      maxRetries,
    });
    assert.deepEqual([whole.text, whole.finishReason], [prompt, "stop"], door);
    assert.ok((whole.usage.inputTokens ?? 0) > 0 && (whole.usage.outputTokens ?? 0) > 0, door);
    const stream = streamText({ model, instructions: "Be plain.", prompt, maxRetries });
    let text = "";
    for await (const piece of stream.textStream) text += piece;
    assert.equal(text, prompt, door);
    const usage = await stream.usage;
    assert.ok((usage.inputTokens ?? 0) > 0 && (usage.outputTokens ?? 0) > 0, door);
    const cut = await generateText({ model, prompt, maxOutputTokens: 2, maxRetries });
    assert.equal(cut.finishReason, "length", door);
  }
  for (const [door, model] of Object.entries(nobody)) {
    await assert.rejects(
      generateText({ model, prompt, maxRetries }),
      (error) =>
        APICallError.isInstance(error) && error.statusCode === 404 && /no such model/i.test(error.message),
      door,
    );
  }
});

Deno.test("the AI SDK's tools are called by every door, and what they gave goes on in one conversation", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const weather = tool({
    description: "Tells the weather.",
    inputSchema: jsonSchema<{ city: string }>(FORECAST),
    execute: ({ city }) => `Sunny in ${city}`,
  });
  const stopWhen = isStepCount(3);
  let calls = 0;
  for (const [door, model] of sample(Object.entries(doors(server, "caller")), 2)) {
    const answer = await generateText({ model, prompt: "Rome?", tools: { weather }, stopWhen, maxRetries });
    assert.equal(answer.text, "weather says: Sunny in Rome?", door);
    assert.equal(answer.steps.length, 2, door);
    const stream = streamText({ model, prompt: "Oslo?", tools: { weather }, stopWhen, maxRetries });
    assert.equal(await stream.text, "weather says: Sunny in Oslo?", door);
    calls += 2;
    const { items } = (await server.call("GET", "/api/conversations?limit=100")).json;
    assert.equal(items.filter(({ id }: { id: string }) => id !== "conversation_welcome").length, calls, door);
  }
});

Deno.test("the AI SDK's images are taken; a form that practice agents cannot keep is refused, or asked for by a tool", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agent(server, "caller", "tool-user");
  const image = PNG;
  const output = Output.object({ schema: jsonSchema<{ city: string; days: number }>(FORECAST) });
  const { messages, ...openai } = doors(server, "plain");
  for (const [door, model] of Object.entries({ ...openai, messages })) {
    const content = [{ type: "text" as const, text: prompt }, { type: "image" as const, image }];
    const seen = await generateText({ model, messages: [{ role: "user", content }], maxRetries });
    assert.equal(seen.text, prompt, door);
    const [asked] = JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body)).messages;
    assert.equal(asked.images.length, 1, door);
  }
  for (const [door, model] of Object.entries(openai)) {
    await assert.rejects(
      generateText({ model, prompt, output, maxRetries }),
      (error) => APICallError.isInstance(error) && error.statusCode === 400,
      door,
    );
  }
  const formed = await generateText({
    model: doors(server, "caller").messages,
    prompt: "Rome?",
    output,
    maxRetries,
  });
  assert.deepEqual(formed.output, { city: "Rome?", days: 1 });
});
