/** Places at a provider: who does not get through leaves none behind. */
import assert from "node:assert/strict";
import { ProviderCalls } from "../../../actors/providers/provider_calls.ts";
import { ProviderKeys } from "../../../actors/providers/provider_keys.ts";
import { MockProvider } from "../../../actors/providers/practice/mock.ts";
import { openInMemory } from "../../events/store/with_log.ts";
import type { Provider } from "../../../events/catalog/workspace.ts";
import { Scheduler, SimProcess } from "../../sim/scheduler.ts";

const PROVIDER: Provider = {
  id: "p",
  name: "One a minute",
  kind: "mock",
  maxConcurrent: 1,
  requestsPerMinute: 1,
  timeoutSeconds: 60,
};
const forever = new AbortController().signal;

Deno.test("a call that may not go out this minute holds no place until the next", async () => {
  const log = await openInMemory();
  const scheduler = new Scheduler(1);
  try {
    await scheduler.run((async () => {
      const process = new SimProcess(scheduler, "p0");
      const environment = {
        ...process.environment,
        now: () => "2026-01-01T00:00:00.000Z",
        hex: () => "0".repeat(12),
      };
      const mock = new MockProvider({ clock: environment });
      const keys = new ProviderKeys(log.side("secret"), new Uint8Array(32));
      const calls = new ProviderCalls(() => Promise.resolve(mock), keys, environment);
      const caller = await calls.caller(PROVIDER);
      const first = caller.admitNow("echo");
      assert.ok(first);
      first();
      assert.equal(caller.admitNow("echo"), null, "one a minute");
      const free = await caller.admit("echo", forever, () => {});
      assert.ok(free);
      assert.ok(scheduler.now >= 60_000);
      free();
    })());
  } finally {
    await log.close();
  }
});
