/** What is told of requests: their bytes, proven by the recorded hash, as long as every word in them is there. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { ConversationEvent } from "../../../events/catalog/conversation.ts";
import { conversationEvent } from "../../../events/catalog/typed_event.ts";
import type { EventLog } from "../../../events/store/types.ts";
import type { Tool } from "../../../actors/tools/toolbox.ts";
import { explainTurn, OMITTED_AT_ONCE, omittedOf } from "../../../actors/turn/explain.ts";
import { proves, requestHash } from "../../../actors/turn/request_hash.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { Selection } from "../../../projections/context/selection.ts";
import { specNow } from "../../../projections/context/spec.ts";
import { foldAll } from "../../../projections/fold.ts";
import type { RequestOfTurn } from "../../../projections/shapes/views.ts";
import { withoutWords } from "../../erased.ts";
import { longConversation } from "../../bench/long_conversation.ts";
import { inWorld, ROOM, type Room } from "../world.ts";

const lookUp: Tool = {
  idempotent: true,
  schema: {
    name: "look_up",
    description: "Looks something up.",
    parameters: { type: "object", properties: {} },
  },
  run: () => Promise.resolve({ status: "ok", result: "It is blue." }),
};

/** A conversation of two agents, one of which uses a tool, and two questions. */
const asked = (body: (room: Room, events: readonly ConversationEvent[]) => Promise<void>) =>
  inWorld({ tools: [lookUp] }, async (_, room) => {
    await room.open([{ name: "Ada", model: "tool-user", tools: ["look_up"] }, {
      name: "Bob",
      model: "echo",
    }]);
    for (const text of ["what colour is the sky?", "and the sea?"]) {
      await room.post(text);
      await room.rest();
    }
    await body(room, await room.events());
  });

/** Every request as it is told from the log in which `change` is made of the events. */
async function requests(
  { engine: { log } }: Room,
  events: readonly ConversationEvent[],
  change: (event: ConversationEvent) => ConversationEvent,
): Promise<RequestOfTurn[]> {
  const changed = events.map(change);
  const state = foldAll(conversation, conversation.initial(ROOM), changed);
  const read: EventLog["read"] = async function* (_, after = 0, until = Infinity) {
    yield await Promise.resolve(changed.filter(({ seq }) => seq > after && seq <= until));
  };
  const told = await Promise.all(
    Object.values(state.turns).map((turn) => explainTurn({ ...log, read }, state, turn)),
  );
  return told.flatMap((request) => request ?? []);
}

const proofs = (told: readonly RequestOfTurn[]) => told.map(({ calls }) => calls.map(({ proof }) => proof));
const erasing = (gone: ConversationEvent | undefined) => {
  assert.ok(gone);
  return (event: ConversationEvent) => event === gone ? conversationEvent(withoutWords(event)) : event;
};
const P = "proven";
const E = "erased";

Deno.test("each request is proven by its hash while its words are there; of those with a word gone no byte is told", () =>
  asked(async (room, events) => {
    const all = await requests(room, events, (event) => event);
    // Two agents, two questions; Ada calls once more behind each tool.
    assert.deepEqual(proofs(all), [[P, P], [P], [P, P], [P]]);
    const state = foldAll(conversation, conversation.initial(ROOM), events);
    for (const { calls, messageIds } of all) {
      for (const { body, places } of calls) {
        const words = places.map((place) => place && JSON.parse(`"${body?.slice(...place)}"`));
        assert.deepEqual(
          words.map((text) => text.replace(/^\[\w+\]: /, "")),
          messageIds.map((id) => state.bodies[id]?.content),
          "each message stands where it is said to stand",
        );
      }
    }
    const cases: [what: string, find: (event: ConversationEvent) => boolean, proofs: string[][]][] = [
      ["the first question", ({ type }) => type === "MessagePosted", [[E, E], [E], [E, E], [E]]],
      ["the second", ({ type, data }) => type === "MessagePosted" && data.content === "and the sea?", [
        [P, P],
        [P],
        [
          E,
          E,
        ],
        [E],
      ]],
      ["what the tool gave", ({ type }) => type === "ToolReturned", [[P, E], [P], [P, P], [P]]],
      ["how it was called", ({ type }) => type === "ToolCalled", [[P, E], [P], [P, P], [P]]],
      ["the first answer", ({ type }) => type === "TurnCompleted", [[P, P], [P], [E, E], [E]]],
      ["what else was sent", ({ type, data }) => type === "ProviderCalled" && data.round === 2, [
        [P, E],
        [P],
        [P, P],
        [P],
      ]],
      ["a name", ({ type }) => type === "ParticipantAdded", [[P, P], [P], [E, E], [E]]],
    ];
    for (const [what, find, expected] of cases) {
      const told = await requests(room, events, erasing(events.find(find)));
      assert.deepEqual(proofs(told), expected, what);
      for (const { calls } of told) {
        for (const { body, proof } of calls) assert.equal(body === null, proof === "erased", what);
      }
    }
    const question = events.find(({ type }) => type === "MessagePosted");
    assert.ok(question?.type === "MessagePosted");
    const [first] = await requests(room, events, erasing(question));
    assert.deepEqual(first?.omitted[0], { messageId: question.data.messageId, why: "erased" });
  }));

Deno.test("a hash of other bytes is told as one; a plain one of a log from before is proven as such", () =>
  asked(async (room, events) => {
    const all = await requests(room, events, (event) => event);
    const bodies = new Map(
      all.flatMap(({ calls }) => calls).map(({ sha256, body }) => [sha256, body ?? ""]),
    );
    const change = (sha256: (body: string) => string) => (event: ConversationEvent): ConversationEvent =>
      event.type === "ProviderCalled"
        ? {
          ...event,
          data: { ...event.data, hash: "plain", sha256: sha256(bodies.get(event.data.sha256) ?? "") },
        }
        : event;
    const plain = (body: string) => createHash("sha256").update(body).digest("hex");
    assert.deepEqual(new Set(proofs(await requests(room, events, change(plain))).flat()), new Set([P]));
    const other = await requests(room, events, change((body) => plain(`${body} `)));
    assert.deepEqual(new Set(proofs(other).flat()), new Set(["differs"]));
  }));

Deno.test("whoever knows everything but one salt cannot try a guess on the hash", () => {
  const body = new TextEncoder().encode('{"messages":["my password is sesame"]}');
  const salts = ["call", "", "message"];
  const recorded = { hash: "salted" as const, sha256: requestHash(salts, body) };
  assert.equal(proves(recorded, salts, body), true);
  for (let index = 0; index < salts.length; index++) {
    assert.equal(proves(recorded, salts.with(index, "guess"), body), false, `salt ${index}`);
  }
  assert.notEqual(recorded.sha256, createHash("sha256").update(body).digest("hex"));
});

Deno.test("why messages of a long talk are left out is told of some at a time", async () => {
  const state = foldAll(conversation, conversation.initial("long"), longConversation(300));
  let rests = 0;
  const selection = new Selection(state, "p1", specNow(state, state.seq));
  const omitted = await omittedOf(selection, state.order, () => Promise.resolve(void rests++));
  assert.ok(omitted.length >= 1_499);
  assert.equal(rests, 1_500 / OMITTED_AT_ONCE - 1);
});
