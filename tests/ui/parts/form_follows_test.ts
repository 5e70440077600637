/** What a form shows and sends when what it is about was changed elsewhere while it was open. */
import assert from "node:assert/strict";
import { changedByBoth, followed, touched } from "../../../ui/parts/form_follows.ts";

const told = { name: "Ada", prompt: "Be brief.", tools: ["memory"], heat: undefined };

Deno.test("what nobody touched here follows, and what was typed stays", () => {
  const now = { name: "Ada L.", prompt: "Be thorough.", tools: ["memory", "web"], heat: 1 };
  assert.deepEqual(followed(told, told, now), now);
  const typed = { ...told, prompt: "Be kind." };
  assert.deepEqual(followed(typed, told, now), { name: "Ada L.", tools: ["memory", "web"], heat: 1 });
  assert.deepEqual(followed(typed, told, { ...told, tools: [...told.tools] }), {});
  assert.deepEqual(followed({ heat: 1 }, { heat: 1 }, { heat: undefined }), { heat: undefined });
});

Deno.test("what both changed is told, unless it is the same in the end", () => {
  const typed = { ...told, prompt: "Be kind.", name: "Ben" };
  assert.deepEqual(changedByBoth(typed, told, { ...told, prompt: "Be thorough.", heat: 2 }), ["prompt"]);
  assert.deepEqual(changedByBoth(typed, told, { ...told, prompt: "Be kind." }), []);
  assert.deepEqual(changedByBoth(told, told, { ...told, prompt: "Be thorough." }), []);
});

Deno.test("what was not touched is not sent; of what is made everything is", () => {
  assert.deepEqual(touched({ ...told, name: "Ben", tools: ["memory"] }, told), { name: "Ben" });
  assert.deepEqual(touched(told, undefined), told);
});
