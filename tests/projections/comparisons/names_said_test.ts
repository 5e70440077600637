/** An answer that has a name in it is marked, whoever's that is. */
import assert from "node:assert/strict";
import { saysName } from "../../../projections/comparisons/names_said.ts";

const says = (text: string) => saysName(text, ["Ada", "Zoë Two"], ["llama-guard:8b", "echo", "o3"]);

Deno.test("names of agents, of models and of well-known makers mark an answer, however they are written", () => {
  for (
    const text of [
      "I am Claude.",
      "As an AI made by OpenAI, I",
      "ich bin GPT-4o",
      "GPT4 says",
      "This is Qwen3.",
      "ada thinks so",
      "zoe two here",
      "running llama-guard",
      "Llama Guard: 8b",
      "o3, at your service",
      "DeepSeek",
    ]
  ) assert.equal(says(text), true, text);
});

Deno.test("words that only have a name in them mark nothing", () => {
  for (
    const text of [
      "",
      "adamant",
      "A glad echoing of what was said",
      "claudication",
      "zoe",
      "8b",
      "to go 3 miles",
    ]
  ) {
    assert.equal(says(text), false, text);
  }
});
