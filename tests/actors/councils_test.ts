/** Many councils of five at the same moment, in the whole engine: nothing is lost or done twice, also where a process dies. */
import assert from "node:assert/strict";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import { builtIn } from "../../events/catalog/built_in_panels.ts";
import { FULL } from "../effort.ts";
import { accepted, inWorld, Room, type World } from "./world.ts";

/** Several times as many answers as there are places for at once. */
const COUNCILS = FULL ? 20 : 3;
const MEMBERS = 5;
/** Members alone, each criticises, one concludes. */
const ANSWERS = 2 * MEMBERS + 1;
const BY = { by: { kind: "user" as const, id: "ann", name: "Ann" } };
const ids = Array.from({ length: COUNCILS }, (_, at) => `conversation_council_${at}`);

async function begin(room: Room): Promise<void> {
  const names = Array.from({ length: MEMBERS }, (_, at) => ({ name: `Member ${at + 1}`, model: "critic" }));
  await room.open(names, {}, { maxConcurrent: FULL ? 8 : 4 });
  const { system } = room.engine;
  const agents = Object.values((await system.workspace()).agents).map(joiningOf);
  const seats = agents.map(({ agentId }) => ({ role: "member", agentId }));
  const format = builtIn("council") ?? assert.fail("no council");
  const panel = { format, seats: [...seats, { role: "chair", agentId: "agent_1" }] };
  const message = { content: "Should we open on Sundays?", panel };
  const start = { type: "start", title: "", mode: "parallel", settings: {}, agents, message } as const;
  for (const outcome of await Promise.all(ids.map((id) => system.execute(id, start, BY)))) accepted(outcome);
}

async function eventsOf(room: Room, id: string): Promise<ConversationEvent[]> {
  const events: ConversationEvent[] = [];
  for await (const batch of room.engine.log.read(id)) events.push(...batch.map(conversationEvent));
  return events;
}

/** All of them at their ends, each whole. */
async function whole(world: World, room: Room): Promise<void> {
  const panelOf = async (id: string) =>
    Object.values((await room.engine.system.conversation(id))?.panels ?? {})[0];
  for (const id of ids) await world.until(async () => (await panelOf(id))?.how !== undefined, 600_000);
  for (const id of ids) {
    const panel = await panelOf(id);
    assert.equal(panel?.how, "completed");
    assert.deepEqual(panel?.rounds.map(({ gaps }) => gaps), [[], [], []]);
    const events = await eventsOf(room, id);
    const count = (type: ConversationEvent["type"]) => events.filter((one) => one.type === type).length;
    const counts = [count("TurnRequested"), count("TurnCompleted"), count("StageBegun"), count("StageEnded")];
    assert.deepEqual([...counts, count("PanelEnded")], [ANSWERS, ANSWERS, 3, 3, 1], id);
  }
}

Deno.test("many councils of five at once lose nothing: each seat is asked once in each stage, and each ends once", () =>
  inWorld({ tokenMs: 1 }, async (world, room) => {
    await begin(room);
    await whole(world, room);
  }));

Deno.test("nor where their process dies in the middle of them", () =>
  inWorld({ tokenMs: 5, seed: 3 }, async (world, first) => {
    await begin(first);
    await world.until(() => world.mock.requests().length > COUNCILS * MEMBERS);
    first.engine.process.crash();
    const room = new Room(world, await world.engine());
    await whole(world, room);
  }));
