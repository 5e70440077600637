/** What a panel told of an answer only with the others goes with it, too: nobody says then that a request was another. */
import assert from "node:assert/strict";
import { builtIn } from "../../events/catalog/built_in_panels.ts";
import { accepted, inWorld, ROOM } from "./world.ts";

const BY = { by: { kind: "user" as const, id: "ann", name: "Ann" } };

Deno.test("a request that told how answers are spread is one whose words are erased, once one of them is", () =>
  inWorld({ tokenMs: 50 }, async (world, room) => {
    await room.open([{ name: "Ada", model: "researcher" }, { name: "Bob", model: "critic" }, {
      name: "Cyd",
      model: "story:200",
    }]);
    const format = builtIn("delphi") ?? assert.fail("no such format");
    const [role] = format.roles;
    const seats = ["agent_1", "agent_2", "agent_3"].map((agentId) => ({ role: role?.id ?? "", agentId }));
    const others = format.roles.slice(1).map(({ id }) => ({ role: id, agentId: "agent_1" }));
    await room.do({
      type: "post",
      content: "How many loaves?",
      panel: { format, formatId: "delphi", seats: [...seats, ...others] },
    });
    // Left out while the first round goes on: the spread tells of it all the same, and no omission is its erasure.
    const bob = await world.until(async () => {
      const turn = await room.turnOf("Bob");
      return turn?.status === "completed" ? turn : undefined;
    });
    await room.do({ type: "include", messageId: bob.messageId, included: false });
    const state = await room.rest();
    const [panel] = Object.values(state.panels ?? {});
    const at = panel?.shape.stages.findIndex(({ sees }) => sees === "summary") ?? -1;
    const [first, second] = [panel?.rounds[0], panel?.rounds.find(({ stage }) => stage === at)];
    const turnIn = (round: typeof first, seat: number) => round?.turns[panel?.seats[seat]?.seat ?? ""] ?? "";
    const told = async () => (await room.engine.system.requestOf(ROOM, turnIn(second, 0)))?.calls[0]?.proof;
    assert.equal(await told(), "proven");
    const messageId = state.turns[turnIn(first, 1)]?.messageId ?? "";
    assert.equal(messageId, bob.messageId);
    accepted(await room.engine.system.eraseContent(ROOM, { messageId }, BY));
    assert.equal(await told(), "erased");
  }));
