import assert from "node:assert/strict";
import { COMPATIBLE, type Preset, presetOfKey, PRESETS } from "../../../events/catalog/provider_presets.ts";
import { isProviderAddress } from "../../../actors/tools/address.ts";
import { ProviderFields } from "../../../events/catalog/workspace.ts";

const all: readonly Preset[] = [...PRESETS, ...COMPATIBLE];

Deno.test("every preset makes a provider that the API takes, and none shares its id with another", () => {
  for (const { id, name, kind, baseUrl, keysAt, local } of all) {
    const fields = { name, kind, maxConcurrent: 1, requestsPerMinute: 1, timeoutSeconds: 1 };
    assert.ok(ProviderFields.safeParse({ ...fields, ...(baseUrl ? { baseUrl } : {}) }).success, id);
    // What leaves this machine goes encrypted.
    if (baseUrl && !local) assert.match(baseUrl, /^https:/, id);
    if (local) assert.ok(isProviderAddress(new URL(baseUrl ?? "").hostname), id);
    if (keysAt) assert.match(keysAt, /^https:/, id);
  }
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
});

Deno.test("a key is recognised by the longest beginning that fits, and one of nobody's by none", () => {
  const whose = (key: string) => presetOfKey(key)?.id;
  assert.equal(whose("sk-ant-abc"), "anthropic");
  assert.equal(whose("  sk-or-v1-abc"), "openrouter");
  assert.equal(whose("sk-proj-abc"), "openai");
  assert.equal(whose("gsk_abc"), "groq");
  assert.equal(whose("abc"), undefined);
  assert.equal(whose(""), undefined);
});
