/** Erasing where the store is broken for a while: it goes on by itself, however often it failed. */
import assert from "node:assert/strict";
import { eraseContent } from "../../../actors/erasing/erase_content.ts";
import type { CommandOf } from "../../../actors/conversation/commands.ts";
import { silent } from "../../../actors/runtime/logger.ts";
import type { EventLog } from "../../../events/store/types.ts";
import { inWorld, ROOM, type Room, type World } from "../world.ts";
import { encodeKey } from "../../sim/sim_disk.ts";

const CANARY = "canary-4711";
const ANN = { kind: "user" as const, id: "ann", name: "Ann" };

/** Times that the store refuses to take anything out of it. */
interface Broken {
  times: number;
}
const refusing = (broken: Broken) => (log: EventLog): EventLog => {
  const refuse = () => {
    if (broken.times-- > 0) throw new Error("The disk is full.");
  };
  return Object.assign(Object.create(log), {
    erase: async (signal?: AbortSignal) => {
      refuse();
      await log.erase(signal);
    },
    purge: async (signal?: AbortSignal) => {
      refuse();
      await log.purge(signal);
    },
  });
};

const waits = ({ disk }: World): boolean =>
  disk.range(encodeKey(["erasing"]), encodeKey(["erasing", true]), Infinity, false).length > 0;

async function erased(room: Room): Promise<void> {
  const [message = ""] = (await room.state()).order;
  const done = await room.engine.system.eraseContent(ROOM, { messageId: message }, { by: ANN });
  assert.ok(done.ok, JSON.stringify(done));
}

Deno.test("an erasure that the store could not carry out is tried again until it can, and nobody has to ask", () => {
  const broken: Broken = { times: 0 };
  return inWorld({ log: refusing(broken) }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.post(CANARY);
    await room.rest();
    // What the request asks for, what the follower does when it hears of it, and six times more.
    broken.times = 8;
    await erased(room);
    assert.ok(waits(world), "it is told, and the words are there");
    await world.until(() => Promise.resolve(!waits(world)));
    assert.ok(broken.times <= 0);
  });
});

Deno.test("another erasure does not wait for the rest of one that failed", () => {
  const broken: Broken = { times: 0 };
  return inWorld({ log: refusing(broken) }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.post(CANARY);
    await room.post("And more.");
    await room.rest();
    broken.times = 12;
    await erased(room);
    while (broken.times > 1) await world.scheduler.sleep(1_000);
    broken.times = 1;
    const before = world.scheduler.now;
    const last = (await room.state()).order.at(-1) ?? "";
    const done = await room.engine.system.eraseContent(ROOM, { messageId: last }, { by: ANN });
    assert.ok(done.ok);
    await world.until(() => Promise.resolve(!waits(world)));
    assert.ok(world.scheduler.now - before < 20_000, "the rest is a minute by now");
  });
});

Deno.test("a log that goes on meanwhile is looked into again, eight times; then who asked is told", async () => {
  const asked = async (stale: number, title?: string) => {
    const commands: CommandOf<"erase">[] = [];
    const ports = {
      log: { read: async function* () {}, erase: () => Promise.resolve() },
      logger: silent,
      execute: (_: string, command: CommandOf<"erase">) => {
        commands.push(command);
        return Promise.resolve(
          commands.length <= stale
            ? { ok: false as const, code: "stale" as const, detail: "It went on." }
            : { ok: true as const, answer: {}, seq: 1, stamp: null, repeated: false },
        );
      },
    };
    const wanted = { messageId: "m1", ...(title === undefined ? {} : { title }) };
    const { ok } = await eraseContent(ports, ROOM, wanted, { by: ANN });
    return { ok, looks: commands.length, elsewhere: commands.at(-1)?.elsewhere };
  };
  assert.deepEqual(await asked(0), { ok: true, looks: 1, elsewhere: undefined });
  assert.deepEqual(await asked(7), { ok: true, looks: 8, elsewhere: undefined });
  assert.deepEqual(await asked(8), { ok: false, looks: 8, elsewhere: undefined });
  // A title that goes with the words of another conversation: what is erased stands there, not here.
  assert.equal((await asked(0, "Tea")).elsewhere, true);
});
