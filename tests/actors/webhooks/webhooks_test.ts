import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { createSystem } from "../../../actors/create_system.ts";
import { Engine } from "../../../actors/engine.ts";
import { adapters } from "../../../actors/providers/kinds.ts";
import { MockProvider } from "../../../actors/providers/practice/mock.ts";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import { silent } from "../../../actors/runtime/logger.ts";
import { createToolbox } from "../../../actors/tools/toolbox.ts";
import type { Sending } from "../../../actors/webhooks/sending.ts";
import { send } from "../../../actors/webhooks/sending.ts";
import { FAILING_DAYS, Webhooks } from "../../../actors/webhooks/webhooks.ts";
import { WEBHOOK_EVENTS } from "../../../events/catalog/limits.ts";
import { openInMemory } from "../../events/store/with_log.ts";

const KEY = new Uint8Array(32).fill(5);
const HOUR = 3_600_000;

/** An engine, and receivers that answer as they are told to. */
class World {
  /** Statuses of the next answers; then 200. */
  readonly answers: (number | null)[] = [];
  readonly sent: Sending[] = [];
  readonly lines: string[] = [];
  /** Milliseconds that passed besides. */
  passed = 0;
  clock = () => Date.now();
  /** Told before an answer. */
  onSend: () => void | Promise<void> = () => {};

  constructor(readonly engine: Engine) {}

  process(masterKey = KEY): Webhooks {
    const now = () => new Date(this.clock() + this.passed).toISOString();
    return new Webhooks({
      log: this.engine.store,
      withheld: this.engine.system.withheld,
      masterKey,
      environment: { ...realEnvironment, now },
      logger: (_, what) => void this.lines.push(what),
      send: async (sending) => {
        this.sent.push(sending);
        await this.onSend();
        return this.answers.length > 0 ? this.answers.shift() ?? null : 200;
      },
    });
  }

  async talk(content = "the quokka smiles"): Promise<string> {
    const id = await this.engine.start([await this.engine.agent({ name: "Ada", model: "echo" })]);
    await this.engine.ask(id, content);
    return id;
  }

  get types(): string[] {
    return this.sent.map(({ body }) => JSON.parse(body).type);
  }
  get ids(): (string | undefined)[] {
    return this.sent.map(({ headers }) => headers["webhook-id"]);
  }
}

async function inWorld(body: (world: World) => Promise<void>): Promise<void> {
  const log = await openInMemory();
  const system = await createSystem({
    log,
    environment: realEnvironment,
    logger: silent,
    adapter: adapters(new MockProvider({ clock: realEnvironment }), () => Date.now()),
    tools: createToolbox([]),
    masterKey: KEY,
  });
  await using engine = new Engine(system, log);
  await body(new World(engine));
}

const URL = "http://receiver.test/hook";

Deno.test("a receiver is told what happens from then on, signed as Standard Webhooks has it, by ids and without words", () =>
  inWorld(async (world) => {
    await world.talk("before");
    const hooks = world.process();
    const { id, secret } = await hooks.create(URL, WEBHOOK_EVENTS);
    const conversationId = await world.talk();
    await hooks.look();
    await hooks.look();
    assert.deepEqual(world.types.toSorted(), [
      "answer.completed",
      "conversation.started",
      "exchange.completed",
      "message.posted",
    ]);
    for (const { headers, body, url } of world.sent) {
      assert.equal(url, URL);
      const told = new Webhook(secret).verify(body, { ...headers });
      assert.equal(JSON.parse(body).data.conversationId, conversationId);
      assert.ok(told);
      assert.throws(() => new Webhook(secret).verify(body.replace("conversation", "x"), { ...headers }));
    }
    assert.doesNotMatch(JSON.stringify(world.sent), /quokka|Ada/);
    assert.equal(new Set(world.ids).size, 4);
    const row = await hooks.rows.get(id);
    assert.deepEqual(row?.tries.map(({ ok, status }) => [ok, status]), [1, 2, 3, 4].map(() => [true, 200]));
    assert.deepEqual(await hooks.rows.pending(), []);
    const sealed = new TextDecoder("latin1").decode(row?.secret.sealed);
    assert.ok(!sealed.includes(secret.slice(6, 20)));
  }));

Deno.test("what is not taken is sent again under the same id, later and later, also by a process that comes after", () =>
  inWorld(async (world) => {
    const first = world.process();
    const { id } = await first.create(URL, ["exchange.completed"]);
    await world.talk();
    world.answers.push(500, null, 302);
    await first.look();
    await first.look();
    assert.equal(world.sent.length, 1, "not before its time");
    world.passed += 5_000;
    const second = world.process();
    await second.look();
    assert.equal(world.sent.length, 2);
    assert.notEqual((await second.rows.get(id))?.failingSince, null);
    world.passed += 29_000;
    await second.look();
    assert.equal(world.sent.length, 2, "the pauses grow");
    world.passed += 1_000;
    await second.look();
    world.passed += 5 * 60_000;
    await second.look();
    world.passed += 24 * HOUR;
    await second.look();
    assert.equal(world.sent.length, 4);
    assert.equal(new Set(world.ids).size, 1);
    assert.equal((await second.rows.get(id))?.failingSince, null);
  }));

Deno.test("a process that dies over a delivery, or before it, loses none", () =>
  inWorld(async (world) => {
    const first = world.process();
    await first.create(URL, ["exchange.completed"]);
    await world.talk();
    // Told to stop in the middle of sending: what the receiver said nobody heard.
    world.onSend = () => void first.stop();
    await first.look();
    world.onSend = () => {};
    await world.talk();
    const second = world.process();
    await second.look();
    assert.equal(world.sent.length, 2, "the one that nobody had begun");
    world.passed += 5_000;
    await second.look();
    assert.equal(world.sent.length, 3);
    assert.equal(world.ids[2], world.ids[0]);
    assert.deepEqual(await second.rows.pending(), []);
  }));

Deno.test("of several processes one takes each delivery", () =>
  inWorld(async (world) => {
    const processes = [world.process(), world.process(), world.process()];
    const { id = "" } = await processes[0]?.create(URL, ["answer.completed"]) ?? {};
    // Nobody has to read for them: who reads late puts there again what was taken, and it is sent twice under one id.
    for (let n = 0; n < 5; n++) await processes[0]?.test(id);
    // All are sent before any is done.
    world.onSend = () => realEnvironment.breathe();
    await Promise.all(processes.map((one) => one.look()));
    await Promise.all(processes.map((one) => one.look()));
    assert.equal(new Set(world.ids).size, 5);
    assert.equal(world.sent.length, 5);
  }));

Deno.test("what one process took is no other's until it is due again", () =>
  inWorld(async (world) => {
    const [first, second] = [world.process().rows, world.process()];
    const { id = "" } = await second.create(URL, ["answer.completed"]) ?? {};
    await second.test(id);
    const now = world.clock();
    const place = (await first.due(now, 1))[0]?.place ?? "";
    const pause = () => 1_000;
    assert.equal(await first.take(place, now, pause), true);
    assert.equal(await second.rows.take(place, now + 999, pause), false);
    assert.equal(await second.rows.take(place, now + 1_000, pause), true);
  }));

Deno.test("what was put there, or tried, by a clock that was ahead is sent when it is right again, and once", () =>
  inWorld(async (world) => {
    const hooks = world.process();
    const { id } = await hooks.create(URL, ["message.posted"]);
    world.passed = 365 * 24 * HOUR;
    world.answers.push(500);
    await world.talk();
    await hooks.look();
    // Of a process that died over it: more than are asked for at once, and none of them hides what is new.
    for (let n = 0; n < 210; n++) {
      const row = { id: `msg_${n}`, hook: id, type: "webhook.test", body: "{}", tries: 0 };
      await hooks.rows.add({ ...row, dueAt: world.clock() + world.passed });
    }
    world.passed = 0;
    assert.equal(world.sent.length, 1);
    await world.talk();
    await hooks.look();
    assert.equal(world.sent.length, 1 + 210 + 2);
    assert.deepEqual(await hooks.rows.pending(), []);
    // It waits as it is told to, also where the process that tried it is a little ahead.
    world.answers.push(...Array.from({ length: 6 }, () => 500));
    await world.talk();
    for (let tries = 0; tries < 6; tries++) {
      await hooks.look();
      world.passed += 6 * HOUR;
    }
    const sent = world.sent.length;
    world.passed -= 6 * HOUR + 60_000;
    await hooks.look();
    assert.equal(world.sent.length, sent);
  }));

Deno.test("a receiver that takes nothing for days, or says that it is gone, is told nothing until somebody allows it again", () =>
  inWorld(async (world) => {
    const hooks = world.process();
    const { id } = await hooks.create(URL, ["exchange.completed"]);
    await world.talk();
    world.answers.push(500, 500, 500, 410);
    await hooks.look();
    world.passed += FAILING_DAYS * 24 * HOUR - 60_000;
    await hooks.look();
    assert.equal((await hooks.rows.get(id))?.disabled, null);
    world.passed += HOUR;
    await hooks.look();
    assert.equal((await hooks.rows.get(id))?.disabled?.why, "failing");
    assert.deepEqual(world.lines, ["webhook_disabled"]);
    await world.talk();
    await hooks.look();
    assert.equal(world.sent.length, 3);
    assert.deepEqual(await hooks.rows.pending(), []);
    await hooks.change(id, { enabled: true });
    await hooks.look();
    assert.equal(world.sent.length, 3, "what happened meanwhile is not told");
    await world.talk();
    await hooks.look();
    assert.equal((await hooks.rows.get(id))?.disabled?.why, "gone");
    await hooks.change(id, { enabled: true });
    await world.talk();
    await hooks.look();
    assert.equal(world.sent.length, 5);
  }));

Deno.test("one that is made later, removed, tested, or of another store is seen to", () =>
  inWorld(async (world) => {
    const hooks = world.process();
    const { id } = await hooks.create(URL, ["message.posted"]);
    await world.talk();
    await hooks.look();
    const later = await world.process().create("http://other.test/", ["answer.completed"]);
    await world.talk();
    await hooks.look();
    assert.deepEqual(world.types.toSorted(), ["answer.completed", "message.posted", "message.posted"]);
    await hooks.test(later.id);
    await hooks.remove(id);
    assert.equal(await hooks.look(), true);
    assert.equal(world.types.at(-1), "webhook.test");
    const sent = world.sent.length;
    await hooks.rows.change(later.id, (row) => ({ ...row, position: "another.00000000000000000001.0" }));
    await world.process().look();
    assert.equal(world.sent.length, sent, "of the other store's past nothing");
    await world.talk();
    await hooks.look();
    assert.equal(world.sent.length, sent + 1);
    // With another master key nothing can be signed, so nothing is sent.
    await world.talk();
    await world.process(new Uint8Array(32).fill(6)).look();
    assert.equal(world.sent.length, sent + 1);
    assert.notEqual((await hooks.rows.get(later.id))?.failingSince, null);
  }));

Deno.test("what was told to one, or before another was made, is told to nobody again by a process that begins to read", () =>
  inWorld(async (world) => {
    const hooks = world.process();
    await hooks.create("http://never.test/", ["answer.failed"]);
    await world.talk();
    const { id } = await hooks.create(URL, ["message.posted"]);
    const before = await hooks.rows.hooks.get(id);
    await world.process().look();
    assert.equal(world.sent.length, 0);
    await hooks.look();
    await world.talk();
    await hooks.look();
    await world.process().look();
    assert.equal(world.sent.length, 1);
    // Another process made one before this one had read so far, and it is seen only now.
    await hooks.rows.hooks.set("webhook_other", before);
    await hooks.look();
    // Its secret is sealed for the other one, so it stays with what is to be delivered.
    assert.deepEqual((await hooks.rows.pending()).map(({ hook }) => hook), ["webhook_other"]);
  }));

Deno.test("a look costs what is due, however much waits for later", () =>
  inWorld(async (world) => {
    // However long it takes to try them all.
    const began = Date.now();
    world.clock = () => began;
    const hooks = world.process();
    const { id: hook } = await hooks.create(URL, ["message.posted"]);
    // More than are asked for at once.
    const many = 210;
    for (let n = 0; n < many; n++) {
      await hooks.rows.add({ id: `msg_${n}`, hook, type: "webhook.test", body: "{}", tries: 0, dueAt: 0 });
    }
    const { deliveries } = hooks.rows;
    const between = deliveries.between.bind(deliveries);
    let read = 0;
    const counted: Pick<typeof deliveries, "between" | "list"> = {
      async between(...asked) {
        const rows = await between(...asked);
        read += rows.length;
        return rows;
      },
      list: () => Promise.reject(new Error("all of them")),
    };
    Object.assign(deliveries, counted);
    const look = async () => {
      [read, world.sent.length] = [0, 0];
      await hooks.look();
      return { read, sent: world.sent.length };
    };
    world.answers.push(...Array.from({ length: many }, () => 500));
    assert.deepEqual(await look(), { read: many, sent: many }, "all that is due, in one look");
    assert.deepEqual(await look(), { read: 0, sent: 0 });
    await world.talk();
    assert.deepEqual(await look(), { read: 1, sent: 1 });
    world.passed += 5_000;
    assert.deepEqual(await look(), { read: many, sent: many }, "none is lost");
    world.passed += 24 * HOUR;
    assert.deepEqual(await look(), { read: 0, sent: 0 });
  }));

Deno.test("what stands there for a webhook that somebody removed goes when it is found", () =>
  inWorld(async (world) => {
    const hooks = world.process();
    await hooks.create(URL, ["answer.failed"]);
    await hooks.rows.add({ id: "msg_1", hook: "gone", type: "webhook.test", body: "{}", tries: 0, dueAt: 0 });
    await hooks.look();
    assert.deepEqual([world.sent, await hooks.rows.pending()], [[], []]);
  }));

Deno.test("where nobody is to be told it says so, and an idle store is asked less often", () =>
  inWorld(async (world) => {
    const hooks = world.process();
    assert.equal(await hooks.look(), false);
    const { id } = await hooks.create(URL, ["answer.failed"]);
    assert.equal(await hooks.look(), true);
    await hooks.change(id, { enabled: false });
    assert.equal(await hooks.look(), false);
  }));

Deno.test("no webhook reaches a cloud's metadata, and a redirect leads nowhere", async () => {
  const reached: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    reached.push(new globalThis.URL(request.url).pathname);
    return new Response(null, { status: 307, headers: { location: "/elsewhere" } });
  });
  try {
    const { signal } = new AbortController();
    const sending = { headers: {}, body: "{}", signal };
    assert.equal(await send({ ...sending, url: "http://169.254.169.254/latest" }), null);
    assert.equal(await send({ ...sending, url: `http://127.0.0.1:${server.addr.port}/hook` }), 307);
    assert.deepEqual(reached, ["/hook"]);
    assert.equal(await send({ ...sending, url: "http://127.0.0.1:1/" }), null);
  } finally {
    await server.shutdown();
  }
});
