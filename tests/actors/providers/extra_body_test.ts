/** What a provider adds to a body. */
import assert from "node:assert/strict";
import { bytesOf } from "../../../actors/providers/extra_body.ts";
import type { Shell } from "../../../actors/providers/types.ts";

const shell: Shell = {
  ...{ model: "m", system: "", params: {}, tools: [], nudge: "", after: [], downgrades: [] },
};
const text = (extra?: Record<string, unknown>) =>
  new TextDecoder().decode(
    bytesOf({ model: "m", temperature: 1, messages: [] }, { ...shell, ...(extra ? { extra } : {}) }),
  );

Deno.test("what is added takes the place of a setting, and never of what the log makes a request of", () => {
  assert.equal(text(), '{"model":"m","temperature":1,"messages":[]}');
  assert.equal(
    text({ temperature: 0, top_k: 20, model: "other", messages: ["x"], stream: false }),
    '{"model":"m","temperature":0,"messages":[],"top_k":20}',
  );
});
