/** Keys of providers: encrypted at rest, bound to where they may be sent, never in the log. */
import assert from "node:assert/strict";
import { ProviderKeys, UNREADABLE } from "../../../actors/providers/provider_keys.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import { providerError } from "../../../actors/providers/error_messages.ts";
import { replacing } from "../../replacing.ts";
import { inWorld } from "../world.ts";
import { withLog } from "../../events/store/with_log.ts";

const MASTER = new Uint8Array(32).fill(3);
const KEY = "sk-canary-0123456789abcdef";

/** The key, where it can be read. */
async function keyOf(keys: ProviderKeys, id: string, origin: string): Promise<string | null> {
  const key = await keys.open(id, origin);
  return key === UNREADABLE ? null : key;
}

const withKeys = (body: (keys: ProviderKeys, rows: ReturnType<StoreLog["side"]>) => Promise<void>) =>
  withLog((log) => body(new ProviderKeys(log.side("secret"), MASTER), log.side("secret")));

// Shows S0-76.
Deno.test("a key is read back for its own provider and origin, and for no other", () =>
  withKeys(async (keys, rows) => {
    await keys.set("p", "https://api.example", KEY);
    assert.equal(await keyOf(keys, "p", "https://api.example"), KEY);
    assert.equal(await keyOf(keys, "p", "https://evil.example"), null);
    // Somebody moves the sealed bytes to another provider, or rewrites the origin beside them.
    const row = await rows.get("p") as { origin: string };
    await rows.set("q", row);
    assert.equal(await keyOf(keys, "q", "https://api.example"), null);
    await rows.set("p", { ...row, origin: "https://evil.example" });
    assert.equal(await keyOf(keys, "p", "https://evil.example"), null);
  }));

Deno.test("a key is sealed as the platform's own AES-GCM seals it: keys of earlier releases are read, and a changed one is not", () =>
  withKeys(async (keys, rows) => {
    const master = await crypto.subtle.importKey("raw", MASTER, "AES-GCM", false, ["encrypt"]);
    const iv = new Uint8Array(12).fill(7);
    const additionalData = new TextEncoder().encode("provider:p:openai");
    const key = new TextEncoder().encode(KEY);
    const sealed = new Uint8Array(
      await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, master, key),
    );
    await rows.set("p", { iv, sealed, origin: "openai" });
    assert.equal(await keys.open("p", "openai"), KEY);
    for (const at of [0, sealed.length - 1]) {
      const changed = sealed.with(at, (sealed[at] ?? 0) ^ 1);
      await rows.set("p", { iv, sealed: changed, origin: "openai" });
      assert.equal(await keys.open("p", "openai"), UNREADABLE);
    }
    await rows.set("p", { iv, sealed: sealed.slice(0, 5), origin: "openai" });
    assert.equal(await keys.open("p", "openai"), UNREADABLE);
  }));

Deno.test("the store holds no readable key, and another master key opens nothing", () =>
  withKeys(async (keys, rows) => {
    await keys.set("p", "openai", KEY);
    const bytes = Deno.inspect(await rows.get("p"), { iterableLimit: 10_000 });
    assert.ok(!bytes.includes("canary"));
    assert.equal(await keyOf(new ProviderKeys(rows, new Uint8Array(32)), "p", "openai"), null);
    assert.throws(() => new ProviderKeys(rows, new Uint8Array(16)), RangeError);
  }));

Deno.test("the same key twice is sealed differently, a hint shows four characters, null clears", () =>
  withKeys(async (keys, rows) => {
    await keys.set("p", "openai", KEY);
    const first = Deno.inspect(await rows.get("p"), { iterableLimit: 10_000 });
    await keys.set("p", "openai", KEY);
    assert.notEqual(Deno.inspect(await rows.get("p"), { iterableLimit: 10_000 }), first);
    assert.equal(await keys.hint("p"), "cdef");
    await keys.set("p", "openai", "short");
    assert.equal(await keys.hint("p"), "••••");
    await keys.set("p", "openai", null);
    assert.equal(await keys.hint("p"), null);
    assert.equal(await keyOf(keys, "p", "openai"), null);
  }));

Deno.test("a key that turns use is read once, until it is set here or somebody says that the settings changed", () =>
  withKeys(async (keys, rows) => {
    let reads = 0;
    const counted = replacing(rows, {
      get(id) {
        reads++;
        return rows.get(id);
      },
    });
    const here = new ProviderKeys(counted, MASTER);
    await keys.set("p", "openai", KEY);
    for (let n = 0; n < 3; n++) assert.equal(await here.kept("p", "openai"), KEY);
    assert.equal(await here.kept("p", "https://evil.example"), null, "for no other origin");
    assert.equal(await here.kept("p", "openai"), KEY);
    assert.equal(reads, 2);
    await keys.set("p", "openai", "another-key");
    assert.equal(await here.kept("p", "openai"), KEY);
    here.changed();
    assert.equal(await here.kept("p", "openai"), "another-key");
    await here.set("p", "openai", "a-third-key");
    assert.equal(await here.kept("p", "openai"), "a-third-key");
    await here.set("p", "openai", null);
    assert.equal(await here.kept("p", "openai"), null);
  }));

Deno.test("a key that could not be read is looked for again, and one that was read while it changed is not kept", () =>
  withKeys(async (keys, rows) => {
    await keys.set("p", "openai", KEY);
    const held = Promise.withResolvers<void>();
    let looks = 0;
    const slow = replacing(rows, {
      async get(id) {
        if (++looks === 1) throw new Error("The store broke.");
        const row = await rows.get(id);
        if (looks === 2) await held.promise;
        return row;
      },
    });
    const here = new ProviderKeys(slow, MASTER);
    await assert.rejects(here.kept("p", "openai"));
    const before = here.kept("p", "openai");
    await keys.set("p", "openai", "another-key");
    here.changed();
    held.resolve();
    await before;
    assert.equal(await here.kept("p", "openai"), "another-key");
  }));

Deno.test("a key that another process sets is sent with the next call, once its event is told", () => {
  const sent: (string | null)[] = [];
  return inWorld({
    adapter: (mock) => ({
      kind: "mock",
      renderer: mock.renderer,
      models: () => mock.models(),
      send(options) {
        sent.push(options.apiKey);
        return mock.send(options);
      },
    }),
  }, async (world, room) => {
    await room.open([{ name: "Dot", model: "echo" }]);
    await room.engine.system.setKey("provider_mock", "mock", KEY);
    const say = async (text: string) => {
      await room.post(text);
      await room.rest();
    };
    for (const text of ["one", "two"]) await say(text);
    const other = await world.engine();
    await other.system.setKey("provider_mock", "mock", "another-key");
    const told = () =>
      room.engine.live.filter((live) =>
        live.type === "commit" && live.commit.events.some(({ event }) => event.type === "ProviderKeySet")
      ).length === 2;
    await world.until(told);
    await say("three");
    assert.deepEqual(sent, [KEY, KEY, "another-key"]);
  });
});

// Shows S0-75, S2-28.
Deno.test("a key is in no event and no log line; events say only that it was set", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "error-401" }]);
    await room.engine.system.setKey("provider_mock", "mock", KEY);
    await room.post("hello");
    await room.rest();
    const events: unknown[] = [];
    for (const stream of ["workspace", "conversation_room"]) {
      for await (const batch of room.engine.log.read(stream)) events.push(...batch);
    }
    assert.ok(JSON.stringify(events).includes('"ProviderKeySet"'));
    for (const text of [JSON.stringify(events), JSON.stringify(room.engine.lines)]) {
      assert.ok(!text.includes("canary"));
    }
  }));

// Shows S2-41, S2-51, SECURITY.md 7.
Deno.test("whatever goes wrong, a log line and the status page hold no key that is in use", () =>
  inWorld({
    // An adapter that breaks its promise: an error of another kind, with the key in its words.
    adapter: (mock) => ({
      kind: "mock",
      renderer: mock.renderer,
      models: () => Promise.reject(new Error(KEY)),
      async *send({ model, apiKey }) {
        yield* [];
        if (model === "bug") throw new Error(`Authorization: ${apiKey} and ${btoa(apiKey ?? "")}`);
        throw providerError("bad_request", { sentence: `No: ${apiKey}` });
      },
    }),
  }, async (_, room) => {
    await room.open([{ name: "Dot", model: "bug" }, { name: "Eve", model: "words" }]);
    await room.engine.system.setKey("provider_mock", "mock", KEY);
    await room.post("hello");
    await room.rest();
    const bug = room.engine.lines.find(({ what }) => what === "provider_bug");
    assert.equal(bug?.fields["error"], "Error");
    const told = JSON.stringify([room.engine.lines, room.engine.system.status()]);
    assert.ok(told.includes("No: [redacted]"));
    assert.ok(!told.includes("canary") && !told.includes(btoa(KEY)));
  }));

Deno.test("a key that another master key sealed is told from none, and from one for another origin", () =>
  withKeys(async (keys, rows) => {
    await keys.set("p", "openai", KEY);
    await keys.set("q", "openai", KEY);
    const other = new ProviderKeys(rows, new Uint8Array(32));
    await other.set("q", "openai", KEY);
    assert.equal(await other.open("p", "openai"), UNREADABLE);
    assert.equal(await other.open("p", "https://elsewhere.example"), null);
    assert.equal(await other.open("none", "openai"), null);
    assert.equal(await other.hint("p"), null);
    assert.deepEqual([await other.unreadable(), await keys.unreadable()], [["p"], ["q"]]);
    await other.set("p", "openai", KEY);
    assert.deepEqual(await other.unreadable(), []);
  }));

Deno.test("with a lost master key an answer fails in words that say so, nothing is sent, and a new key helps", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Dot", model: "echo" }]);
    const { system, log } = room.engine;
    await system.setKey("provider_mock", "mock", KEY);
    await new ProviderKeys(log.side("secret"), new Uint8Array(32)).set("provider_mock", "mock", KEY);
    await room.post("hello");
    await room.rest();
    const [failed] = await room.all("TurnFailed");
    assert.equal(failed?.error.code, "auth");
    assert.equal(
      failed.error.message,
      "The stored key of this provider cannot be read, because the master key is another one than it was stored with. " +
        "Please enter the key again in the settings.",
    );
    assert.equal((await room.all("ProviderCallFailed")).length, 1, "not tried again");
    assert.deepEqual(world.mock.requests(), []);
    assert.match(
      JSON.stringify(await system.models("provider_mock")),
      /stored key of this provider cannot be read/,
    );
    assert.deepEqual(await system.unreadableKeys(), ["provider_mock"]);
    await system.setKey("provider_mock", "mock", KEY);
    assert.deepEqual(await system.unreadableKeys(), []);
    await room.post("hello again");
    await room.rest();
    assert.match(await room.said("Dot"), /hello again$/);
  }));

Deno.test("headers of a provider are sealed for its origin and redacted as keys are; its key is another row", () =>
  withKeys(async (keys) => {
    const [here, there] = ["https://api.example", "https://other.example"];
    await keys.set("p", here, KEY);
    await keys.setHeaders("p", here, { "api-key": "azure-secret", "x-org": "fish-and-sea" }, [
      "api-key",
      "x-org",
    ]);
    assert.deepEqual(await keys.headers("p", here), { "api-key": "azure-secret", "x-org": "fish-and-sea" });
    assert.deepEqual(await keys.headers("p", there), {});
    assert.equal(await keyOf(keys, "p", here), KEY);
    assert.ok([...keys.known()].includes("azure-secret"));
    await keys.setHeaders("p", here, { "x-org": null }, ["api-key"]);
    assert.deepEqual(await keys.headers("p", here), { "api-key": "azure-secret" });
    await keys.setHeaders("p", there, {}, []);
    assert.deepEqual(await keys.headers("p", here), {});
  }));

Deno.test("a secret behind the name of its scheme is known without it too; what stands in several words is one", () =>
  withKeys(async (keys, rows) => {
    await keys.set("p", "a", `Bearer ${KEY}`);
    await keys.set("q", "a", "three whole words");
    await keys.setHeaders("r", "a", { authorization: "Basic dXNlcjpwYXNzd29yZA==" }, ["authorization"]);
    assert.ok([...keys.known()].includes(KEY));
    assert.ok([...keys.known()].includes("dXNlcjpwYXNzd29yZA=="));
    assert.ok(![...keys.known()].includes("words"));
    const later = new ProviderKeys(rows, MASTER);
    await later.open("p", "a");
    assert.deepEqual([...later.known()], [`Bearer ${KEY}`, KEY]);
  }));
