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
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }]);
    for (const text of ["one", "two"]) {
      await room.post(text);
      await room.rest();
    }
    assert.equal((await room.turnOf("Ada"))?.status, "completed");
    assert.equal(looked, 0);
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
