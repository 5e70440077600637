/**
 * Three servers on a real denokv: turns are shared, what one writes another shows, one that is killed loses nothing, and
 * a backup of its rows is a whole store. Ignored where `FISHBOWL_DENOKV` does not name its program (docs/DENO-KV.md).
 */
import assert from "node:assert/strict";
import { pause, People } from "../chaos/people.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { Watcher } from "../chaos/watcher.ts";
import { SeededRandom } from "../sim/random.ts";
import { DENOKV, KV_ENV, withDenokv } from "./denokv.ts";
import { type Ended, fishbowl } from "./launched.ts";

const SERVERS = 3;
/** Enough that one alone is further ahead than any may be. */
const TURNS = 60;

/** What is asked of a server, and how long its answers take. */
class Servers {
  readonly people: People;

  constructor(readonly all: readonly ServerProcess[], readonly asked = all[0]) {
    this.people = new People(() => this.asked?.address ? [this.asked.address] : [], new SeededRandom(1));
  }

  async agent(model: string): Promise<string> {
    const made = { name: model, color: 1, providerId: "provider_mock", model };
    return String((await this.people.post("/api/agents", made))["id"]);
  }

  async room(agentId: string): Promise<string> {
    const made = await this.people.post("/api/conversations", { agentIds: [agentId] });
    return (made["conversation"] as { id: string }).id;
  }

  say(room: string): Promise<unknown> {
    return this.people.post(`/api/conversations/${room}/messages`, { content: "Tell me." });
  }

  async of(room: string, type: string) {
    return (await this.people.events(room)).filter((event) => event.type === type).map(({ data }) => data);
  }
}

/** Waits until something is there. */
async function until<T>(look: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await pause(100);
  }
}

const ended = async (servers: Servers, room: string) =>
  (await servers.of(room, "ExchangeCompleted")).length > 0;

async function begunByAll(servers: Servers): Promise<void> {
  const agent = await servers.agent("story:20:5");
  const shared = await until(async () => {
    // They know of each other after some seconds: until then whoever is asked begins all.
    const rooms: string[] = [];
    for (let n = 0; n < TURNS; n++) rooms.push(await servers.room(agent));
    await Promise.all(rooms.map((room) => servers.say(room)));
    await until(async () => (await Promise.all(rooms.map((room) => ended(servers, room)))).every(Boolean));
    const begun = await Promise.all(rooms.map((room) => servers.of(room, "TurnStarted")));
    assert.ok(begun.every(({ length }) => length === 1), "each is begun once");
    const failed = await Promise.all(rooms.map((room) => servers.of(room, "TurnFailed")));
    assert.deepEqual(failed.flat(), []);
    const owners = Map.groupBy(begun.flat(), ({ owner }) => owner);
    return owners.size === SERVERS ? [...owners.values()].map(({ length }) => length) : null;
  });
  assert.ok(Math.max(...shared) < TURNS / 2, `by none most of them: ${shared}`);
}

async function shownByAnother(servers: Servers, other: ServerProcess): Promise<void> {
  const room = await servers.room(await servers.agent("story:120:30"));
  const watcher = new Watcher("another", () => other.address ? [other.address] : []);
  try {
    await servers.say(room);
    const shown = () => [...watcher.shown.values()].find(({ length }) => length > 0)?.length ?? 0;
    const first = await until(shown);
    await until(() => shown() > first);
    assert.deepEqual(await servers.of(room, "TurnCompleted"), [], "while it is written");
    await until(() => ended(servers, room));
    assert.deepEqual(watcher.wrong, []);
  } finally {
    await watcher.stop();
  }
}

async function killed(servers: Servers, other: ServerProcess): Promise<void> {
  const room = await servers.room(await servers.agent("story:200:40"));
  const watcher = new Watcher("another", () => other.address ? [other.address] : []);
  const beside = new Servers(servers.all, other);
  try {
    await servers.say(room);
    const length = await until(() => [...watcher.shown.values()].find(({ length }) => length > 60)?.length);
    await servers.asked?.kill();
    await until(() => ended(beside, room));
    const [cut] = await beside.of(room, "TurnInterrupted");
    assert.equal(cut?.["why"], "lost");
    assert.ok(String(cut["partial"]).length >= length, "all that was shown is in the log");
    assert.equal((await beside.of(room, "TurnStarted")).length, 2);
    assert.equal((await beside.of(room, "TurnCompleted")).length, 1);
    assert.deepEqual(watcher.wrong, []);
  } finally {
    await watcher.stop();
  }
}

async function kept(kv: string, folder: string): Promise<void> {
  const well = ({ code, out, err }: Ended) => assert.equal(code, 0, out + err);
  const service = ["--kv", kv, "--data", `${folder}/data`];
  well(await fishbowl(["verify", ...service], undefined, KV_ENV));
  well(await fishbowl(["backup", "--out", `${folder}/copy`, ...service], undefined, KV_ENV));
  well(await fishbowl(["restore", "--from", `${folder}/copy`, "--data", `${folder}/back`]));
  well(await fishbowl(["verify", "--data", `${folder}/back`]));
}

Deno.test(
  "servers on a real denokv share turns, show what another writes, and lose nothing with one that is killed",
  {
    ignore: DENOKV === undefined,
  },
  (t) =>
    withDenokv(async (kv, folder) => {
      const all = Array.from(
        { length: SERVERS },
        (_, n) => new ServerProcess(`${folder}/data_${n}`, ["--kv", kv], { env: KV_ENV }),
      );
      const [, other] = all;
      assert.ok(other);
      const servers = new Servers(all);
      try {
        for (const server of all) await server.start();
        await t.step("turns that are asked of one are begun by all", () => begunByAll(servers));
        await t.step("what one writes another shows as it comes", () => shownByAnother(servers, other));
        await t.step(
          "what one that is killed was writing another goes on with",
          () => killed(servers, other),
        );
        await t.step(
          "a backup of the rows, also while they are served, is a whole store",
          () => kept(kv, folder),
        );
      } finally {
        await Promise.all(all.map((server) => server.running ? server.kill() : undefined));
      }
    }),
);
