/** Lists of models: when a server is asked, what the log is told of what it says, and what stays as a person set it. */
import assert from "node:assert/strict";
import { providerError } from "../../../actors/providers/error_messages.ts";
import type { ProviderAdapter } from "../../../actors/providers/types.ts";
import { SYSTEM, WORKSPACE } from "../../../events/catalog/envelope.ts";
import type { OfferedModel } from "../../../projections/shapes/views.ts";
import type { NewWorkspaceEvent } from "../../../events/catalog/workspace.ts";
import { accepted, inWorld, Room, type World } from "../world.ts";

const ID = "provider_mock";
const DAY_MS = 86_400_000;
const PLACE = { kind: "openai", baseUrl: "http://lab/v1" } as const;

/** A server whose list is as it is told to be; counts how often it is asked. */
function lab(list: { models: readonly OfferedModel[]; fails?: boolean }) {
  const asked: string[] = [];
  const adapter = (mock: ProviderAdapter): ProviderAdapter => ({
    kind: "openai",
    renderer: mock.renderer,
    send: (options) => mock.send(options),
    models({ config }) {
      asked.push(config.id);
      return list.fails ? Promise.reject(providerError("network")) : Promise.resolve([...list.models]);
    },
  });
  return { asked, adapter };
}

async function told({ engine }: Room): Promise<{ id: string; models: unknown }[]> {
  const found: { id: string; models: unknown }[] = [];
  for await (const batch of engine.log.read(WORKSPACE)) {
    // Nobody else writes events of this type.
    for (const { type, data } of batch) if (type === "ModelsTold") found.push(data as typeof found[number]);
  }
  return found;
}

const change = async ({ engine }: Room, ...events: Pick<NewWorkspaceEvent, "type" | "data">[]) =>
  accepted(
    await engine.system.changeWorkspace(() => ({ ok: true, answer: { id: "" }, events }), { by: SYSTEM }),
  );

const settled = (world: World) => world.scheduler.sleep(1_000);

Deno.test("a list is asked for once a day where somebody looks, and by hand at once", async () => {
  const list = { models: [{ name: "echo" }] as OfferedModel[] };
  const { asked, adapter } = lab(list);
  await inWorld({ adapter }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }], {}, PLACE);
    const { system } = room.engine;
    const names = async () => {
      const listing = await system.models(ID);
      return listing.ok ? listing.models.map(({ name }) => name) : listing.code;
    };
    assert.deepEqual(await names(), ["echo"]);
    list.models = [{ name: "echo" }, { name: "new" }];
    assert.deepEqual(await names(), ["echo"], "that of today");
    assert.equal(asked.length, 1);
    assert.ok((await system.askModels(ID)).ok);
    assert.deepEqual(await names(), ["echo", "new"]);
    assert.equal(asked.length, 2);
    world.wallAhead = DAY_MS - 60_000;
    await names();
    assert.equal(asked.length, 2, "that of today");
    world.wallAhead = DAY_MS + 60_000;
    list.models = [];
    await names();
    await names();
    assert.equal(asked.length, 4, "one without models is asked again");
  });
});

Deno.test("a list that was asked for while the clock was ahead is asked for again once it is right", async () => {
  const { asked, adapter } = lab({ models: [{ name: "echo" }] });
  await inWorld({ adapter }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }], {}, PLACE);
    const { system } = room.engine;
    const ahead = async () => {
      world.wallAhead = 400 * DAY_MS;
      assert.ok((await system.askModels(ID)).ok);
      world.wallAhead = 0;
    };
    await ahead();
    await system.models(ID);
    await system.models(ID);
    assert.equal(asked.length, 2);
    await ahead();
    await room.post("hello");
    await room.rest();
    await settled(world);
    assert.equal(asked.length, 4, "behind a turn");
  });
});

Deno.test("where a server cannot be asked the list there is answers, and says why; without one the failure does", async () => {
  const list = { models: [{ name: "echo" }], fails: true };
  const { adapter } = lab(list);
  await inWorld({ adapter }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }], {}, PLACE);
    const { system } = room.engine;
    const none = await system.models(ID);
    assert.equal(none.ok ? "" : none.code, "network");
    list.fails = false;
    await system.models(ID);
    list.fails = true;
    world.wallAhead = 2 * DAY_MS;
    const old = await system.models(ID);
    assert.ok(old.ok);
    assert.deepEqual([old.models[0]?.name, old.failed?.code], ["echo", "network"]);
    assert.ok(!(await system.askModels(ID)).ok, "by hand the failure is told");
    const missing = await system.models("nobody");
    assert.equal(missing.ok ? "" : missing.code, "not_found");
  });
});

Deno.test("behind a turn an old list is renewed, by one process; where nobody uses it nobody is asked", async () => {
  const { asked, adapter } = lab({ models: [{ name: "echo", contextWindow: 8_000 }] });
  await inWorld({ adapter }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }], {}, PLACE);
    await room.post("hello");
    await room.rest();
    await settled(world);
    assert.equal(asked.length, 0, "nobody ever looked");
    await room.engine.system.models(ID);
    world.wallAhead = 3 * DAY_MS;
    await world.scheduler.sleep(600_000);
    assert.equal(asked.length, 1, "nobody uses it");
    await room.engine.system.stop();
    const others = [new Room(world, await world.engine()), new Room(world, await world.engine())];
    for (const other of others) {
      await other.post("again");
      await other.rest();
    }
    await settled(world);
    assert.equal(asked.length, 2);
    for (const other of others) {
      await other.post("and again");
      await other.rest();
    }
    await settled(world);
    assert.equal(asked.length, 2, "it is of today");
  });
});

Deno.test("the log is told of the models that agents use, and only of what is new", async () => {
  const price = { input: 1, output: 2 };
  const list: { models: OfferedModel[] } = {
    models: [
      { name: "bare" },
      { name: "echo", label: "The Echo", contextWindow: 8_000, price },
      { name: "large", contextWindow: 9_000 },
      { name: "unused", contextWindow: 7 },
    ],
  };
  const { adapter } = lab(list);
  await inWorld({ adapter }, async (_, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "bare" }], {}, PLACE);
    const { system } = room.engine;
    await system.askModels(ID);
    await system.askModels(ID);
    const echo = { name: "echo", contextWindow: 8_000, price };
    assert.deepEqual(await told(room), [{ id: ID, models: [echo] }]);
    const provider = (await system.workspace()).providers[ID];
    assert.ok(provider);
    const { archived: _archived, ...fields } = provider;
    await change(room, { type: "ProviderChanged", data: { ...fields, defaultModel: "large" } });
    await system.tellModels(ID);
    const large = { name: "large", contextWindow: 9_000 };
    assert.deepEqual((await told(room)).at(-1), { id: ID, models: [echo, large] });
    list.models = [{ name: "large", contextWindow: 10_000 }];
    await system.askModels(ID);
    assert.deepEqual((await told(room)).at(-1), {
      id: ID,
      models: [echo, { name: "large", contextWindow: 10_000 }],
    }, "what is not listed any more keeps its price");
    assert.equal((await told(room)).length, 3);
  });
});

Deno.test("what a server says is in the request, and what a person set comes before it", async () => {
  const { adapter } = lab({ models: [{ name: "echo", contextWindow: 300, efforts: ["low", "high"] }] });
  await inWorld({ adapter }, async (_, room) => {
    const agents = [{ name: "Ada", model: "echo", params: { effort: "max" as const } }];
    await room.open(agents, {}, PLACE);
    await room.engine.system.askModels(ID);
    await room.post("hello");
    const state = await room.rest();
    const id = state.participants[0]?.id ?? "";
    const would = async () => await room.engine.system.wouldSend(state.id, id);
    assert.equal((await would())?.tokens.window, 300);
    const { agents: kept } = await room.engine.system.workspace();
    const ada = kept["agent_1"];
    assert.ok(ada);
    const { archived: _archived, ...fields } = ada;
    await change(room, { type: "AgentChanged", data: { ...fields, params: { contextWindow: 999 } } });
    assert.equal((await would())?.tokens.window, 999);
  });
});

Deno.test("another address, and another key, make what was told and listed another's", async () => {
  const { asked, adapter } = lab({ models: [{ name: "echo", contextWindow: 8_000 }] });
  await inWorld({ adapter }, async (_, room) => {
    await room.open([{ name: "Ada", model: "echo" }], {}, PLACE);
    const { system, log } = room.engine;
    await system.askModels(ID);
    await system.setKey(ID, "http://lab", "sk-canary-9d2f");
    assert.deepEqual(await log.side("models").list(), []);
    await system.models(ID);
    assert.equal(asked.length, 2);
    assert.ok(!JSON.stringify(await log.side("models").list()).includes("canary"));
    const provider = (await system.workspace()).providers[ID];
    assert.ok(provider);
    const { archived: _archived, ...fields } = provider;
    await change(room, { type: "ProviderChanged", data: { ...fields, name: "Renamed" } });
    assert.equal((await system.workspace()).told[ID]?.length, 1, "a name is no server");
    await change(room, { type: "ProviderChanged", data: { ...fields, baseUrl: "http://other/v1" } });
    assert.equal((await system.workspace()).told[ID], undefined);
    await system.tellModels(ID);
    assert.equal((await system.workspace()).told[ID], undefined);
  });
});

Deno.test("the list of a provider that is kept a moment after it was tried is not asked for again", async () => {
  const { asked, adapter } = lab({ models: [{ name: "echo", contextWindow: 8_000 }] });
  await inWorld({ adapter }, async (_, room) => {
    await room.open([{ name: "Ada", model: "echo" }], {}, PLACE);
    const { system } = room.engine;
    const provider = (await system.workspace()).providers[ID];
    assert.ok(provider);
    await system.modelsAt(provider, "sk-1");
    await system.adoptModels(provider, "sk-2");
    await system.adoptModels({ ...provider, baseUrl: "http://other/v1" }, "sk-1");
    assert.equal((await system.workspace()).told[ID], undefined, "another key, another server");
    await system.adoptModels(provider, "sk-1");
    assert.ok((await system.models(ID)).ok);
    assert.equal(asked.length, 1);
    assert.equal((await system.workspace()).told[ID]?.length, 1);
  });
});
