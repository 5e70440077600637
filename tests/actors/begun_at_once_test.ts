/** A turn begins with the commit that asks for it; who reads the log finds what was missed. */
import assert from "node:assert/strict";
import type { EventLog } from "../../events/store/types.ts";
import { replacing } from "../replacing.ts";
import { inWorld } from "./world.ts";

Deno.test("a turn that this process asked for is claimed by the row that its commit left, and is not looked for again", () => {
  let looked = 0;
  const counting = (log: EventLog): EventLog =>
    replacing(log, {
      work: replacing(log.work, {
        get(id, turnId) {
          looked++;
          return log.work.get(id, turnId);
        },
      }),
    });
  return inWorld({ log: counting }, async (_, room) => {
    // More than begin with the message itself.
    await room.open(["Ada", ..."cdefghijk", "Bob"].map((name) => ({ name, model: "echo" })));
    for (const text of ["one", "two"]) {
      await room.post(text);
      await room.rest();
    }
    assert.equal((await room.turnOf("Bob"))?.status, "completed");
    assert.equal(looked, 0);
  });
});

Deno.test("an agent that has ended a turn does not read the log to know that nothing else is due", () => {
  let heads = 0;
  const counting = (log: EventLog): EventLog =>
    replacing(log, {
      head(stream) {
        heads++;
        return log.head(stream);
      },
    });
  return inWorld({ log: counting }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.post("one");
    await room.rest();
    await world.scheduler.sleep(1_000);
    heads = 0;
    await room.post("two");
    const ended = () =>
      room.engine.live.filter((live) =>
        live.type === "commit" && live.commit.events.some(({ event }) => event.type === "ExchangeCompleted")
      ).length === 2;
    await world.until(ended);
    await world.scheduler.sleep(1_000);
    assert.equal(heads, 0);
  });
});

Deno.test("who watches makes nobody look for what this process writes itself", () => {
  let looks = 0;
  const counting = (log: EventLog): EventLog =>
    replacing(log, {
      work: replacing(log.work, {
        all() {
          looks++;
          return log.work.all();
        },
      }),
    });
  return inWorld({ log: counting, tokenMs: 500 }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.post("One two three four five six seven eight nine ten.");
    await world.scheduler.sleep(1_000);
    looks = 0;
    await world.scheduler.sleep(3_000);
    assert.ok(room.engine.live.some(({ type }) => type === "drafts"));
    assert.ok(looks <= 4, `${looks} looks in three seconds of the world, one a second for work`);
    await room.rest();
  });
});

Deno.test("a turn that another process asked for and did not begin is begun by who reads the log", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    const other = await world.engine();
    await room.post("one");
    await world.until(() =>
      other.live.some((live) =>
        live.type === "commit" && live.commit.events.some(({ event }) => event.type === "TurnCompleted")
      )
    );
    assert.equal((await room.turnOf("Ada"))?.status, "completed");
  }));
