import "../page.ts";
import assert from "node:assert/strict";
import { ErrorCode } from "../../../events/catalog/conversation.ts";
import { type Preset, PRESETS } from "../../../events/catalog/provider_presets.ts";
import { mayKeep, tellTrouble } from "../../../ui/settings/trouble.ts";

const preset = (id: string): Preset => PRESETS.find((one) => one.id === id) ?? assert.fail(id);
const trouble = (code: Parameters<typeof tellTrouble>[0]["code"], message = "Its words.") => (
  { code, message, fields: {} }
);

Deno.test("whatever goes wrong with connecting, people are told what to press", () => {
  for (const code of [...ErrorCode.options, "no_address"] as const) {
    for (const id of ["openai", "ollama"]) {
      assert.match(tellTrouble(trouble(code), preset(id), true), /press Connect\.$/, `${code} ${id}`);
    }
  }
  assert.match(tellTrouble(trouble("auth"), preset("openai"), true), /The key was refused/);
  assert.match(tellTrouble(trouble("auth"), preset("openai"), false), /It wants a key/);
  assert.match(
    tellTrouble(trouble("network"), preset("ollama"), false),
    /^Ollama does not answer .* Start it/,
  );
  assert.match(tellTrouble(trouble("bad_request"), preset("other"), true), /^Its words\. /);
  assert.equal(tellTrouble(trouble("not_taken", "No."), preset("other"), true), "No.");
});

Deno.test("what may be there later may be kept untested, a wrong key may not", () => {
  assert.ok(mayKeep(trouble("network")) && mayKeep(trouble("timeout")));
  assert.ok(!mayKeep(trouble("auth")) && !mayKeep(trouble("not_taken")) && !mayKeep(trouble("no_address")));
});
