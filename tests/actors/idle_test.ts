/** What sleeps because nobody needs it wakes when somebody does. */
import assert from "node:assert/strict";
import { IDLE_MS } from "../../actors/runtime/actor.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { accepted, inWorld } from "./world.ts";

Deno.test("settings change, and a conversation goes on, after any idle time", () =>
  inWorld({}, async (world, room) => {
    const { system } = room.engine;
    await room.open([{ name: "Critic", model: "echo" }]);
    for (const idle of [IDLE_MS - 1, IDLE_MS, IDLE_MS + 1, 4 * IDLE_MS]) {
      await world.scheduler.sleep(idle);
      const id = `role_${idle}`;
      accepted(
        await system.changeWorkspace(() => ({
          ok: true,
          answer: { id },
          events: [{ type: "RoleCreated", data: { id, name: id, description: "", prompt: "" } }],
        }), { by: SYSTEM }),
      );
      assert.ok((await system.workspace()).roles[id], id);
      await room.post(`after ${idle} ms`);
      await room.rest();
      assert.equal((await room.turnOf("Critic"))?.status, "completed");
    }
  }));
