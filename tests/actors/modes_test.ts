/** The modes on the whole engine: who hears whom, who passes, who is asked, and what a manager says to whom. */
import assert from "node:assert/strict";
import type { Scripts } from "./scripts.ts";
import { inWorld, type World } from "./world.ts";

const bodies = (world: World) =>
  world.mock.requests().map(({ model, body }) => ({ model, body: new TextDecoder().decode(body) }));

// Shows P3, P12.
Deno.test("together: nobody has another's new answer; the next time everybody has all of them", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }]);
    await room.post("first");
    await room.rest();
    assert.ok(bodies(world).every(({ body }) => !body.includes("[Ada]: ") && !body.includes("[Bob]: ")));
    await room.post("second");
    await room.rest();
    const later = bodies(world).slice(2).map(({ body }) => body);
    assert.equal(later.filter((body) => body.includes("[Ada]: ")).length, 1);
    assert.equal(later.filter((body) => body.includes("[Bob]: ")).length, 1);
  }));

// Shows P12.
Deno.test("in turn: each hears those before it, in every round", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }], {
      mode: "round_robin",
      rounds: 2,
    });
    await room.post("hello");
    const state = await room.rest();
    const speakers = Object.values(state.turns).map((t) => state.messages[t.messageId]?.author.name);
    assert.deepEqual(speakers, ["Ada", "Bob", "Ada", "Bob"]);
    const [first, second, third] = bodies(world);
    assert.ok(!first?.body.includes("[Bob]: "));
    assert.ok(second?.body.includes("[Ada]: "));
    assert.ok(third?.body.includes("[Bob]: "));
  }));

Deno.test("in turn: a lone SKIP is a pass; nothing of it was shown, and it is in no context", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "skip" }, { name: "Bob", model: "echo" }], {
      mode: "round_robin",
    });
    await room.post("hello");
    const state = await room.rest();
    const ada = await room.turnOf("Ada");
    assert.equal(state.messages[ada?.messageId ?? ""]?.passed, true);
    assert.ok(!bodies(world)[1]?.body.includes("[Ada]"));
    const frames = room.engine.live.flatMap((l) => l.type === "drafts" ? l.drafts : []);
    assert.ok(frames.every((frame) => frame.turnId !== ada?.id));
  }));

// Shows P7.
Deno.test("an own name that the model echoes is neither shown nor kept in the answer; the raw text is", () => {
  const scripts: Scripts = { echo: [{ text: "[Ada]: good morning" }] };
  return inWorld({ scripts }, async (_, room) => {
    await room.open([{ name: "Ada", model: "script:echo" }]);
    await room.post("hello");
    await room.rest();
    const [completed] = await room.all("TurnCompleted");
    assert.equal(completed?.content, "good morning");
    assert.equal(completed.raw, "[Ada]: good morning");
    const shown = room.engine.live.flatMap((l) => l.type === "drafts" ? l.drafts : []).map((d) => d.text)
      .join("");
    assert.ok("good morning".startsWith(shown) && shown !== "");
  });
});

// Shows S4-2, S4-10.
Deno.test("on request: nobody answers until a person asks one, or all in turn", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }], { mode: "manual" });
    await room.post("hello");
    await room.rest();
    assert.equal(bodies(world).length, 0);
    await room.do({ type: "ask", agentId: "agent_2" });
    await room.rest();
    assert.equal(bodies(world).length, 1);
    await room.do({ type: "ask_all" });
    const state = await room.rest();
    assert.equal(bodies(world).length, 3);
    assert.equal(Object.values(state.turns).every((t) => t.status === "completed"), true);
  }));

// Shows S1-2, S1-5, S1-6, S1-7.
Deno.test("the manager hears the person, asks the others, and answers the person", () =>
  inWorld({}, async (world, room) => {
    await room.open([
      { name: "Manager", model: "manager", number: 4522 },
      { name: "Programmer", model: "echo", number: 143 },
      { name: "Designer", model: "echo", number: 224 },
    ], { mode: "manager", principles: "Be brief." });
    await room.post("shall we build it?");
    const state = await room.rest();
    const spoken = (await room.all("TurnCompleted")).map((c) => c.to);
    assert.equal(spoken.at(-1), "person");
    assert.ok(spoken.length >= 3);
    const system = JSON.parse(bodies(world)[0]?.body ?? "{}").system as string;
    assert.match(system, /^You are Manager\.\n\nBe brief\./);
    assert.match(system, /#143 \(Programmer\), #224 \(Designer\)/);
    const last = state.messages[state.order.at(-1) ?? ""];
    assert.ok(!state.bodies[last?.id ?? ""]?.content.includes('"to"'));
  }));

// Shows S1-10.
Deno.test("a member has only what was said to it or by it", () =>
  inWorld({}, async (world, room) => {
    await room.open([
      { name: "Manager", model: "manager", number: 1 },
      { name: "Ada", model: "echo", number: 2 },
      { name: "Bob", model: "echo", number: 3 },
    ], { mode: "manager" });
    await room.post("the secret word is marmalade, ask them about the weather");
    await room.rest();
    const toBob = bodies(world).filter(({ body }) => body.includes("You are Bob."));
    assert.ok(toBob.length > 0);
    assert.ok(toBob.every(({ body }) => !body.includes("[Ada]: ")));
  }));

Deno.test("an answer that is not JSON is asked for once more; the repair is part of the recorded request", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Manager", model: "json-broken", number: 1 }], { mode: "manager" });
    await room.post("hello");
    await room.rest();
    const [completed] = await room.all("TurnCompleted");
    assert.equal(completed?.content, "The bracket is closed now. Thank you for asking again.");
    assert.match(completed.raw ?? "", /The bracket at the end of this is/);
    const turn = await room.turnOf("Manager");
    const request = await room.engine.system.requestOf("conversation_room", turn?.id ?? "");
    assert.deepEqual(request?.calls.map((c) => c.body), bodies(world).map(({ body }) => body));
    assert.equal(request?.calls.length, 2);
  }));

Deno.test("an answer that is still not JSON is a recorded failure, and nothing hangs", () => {
  const scripts: Scripts = { lost: [{ text: "I forgot the form." }, { text: "Again." }] };
  return inWorld({ scripts }, async (_, room) => {
    await room.open([{ name: "Manager", model: "script:lost", number: 1 }], { mode: "manager" });
    await room.post("hello");
    await room.rest();
    assert.equal((await room.all("TurnFailed"))[0]?.error.code, "malformed");
  });
});

Deno.test("queue: a message posted while agents answer waits, and they have their own answers when it is its turn", () =>
  inWorld({ tokenMs: 40 }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.do({ type: "change", settings: { onNewMessage: "queue" } });
    await room.post("first of the two messages");
    await room.shown("Ada");
    await room.post("second");
    assert.equal((await room.all("TurnCancelled")).length, 0);
    await room.rest();
    const [, second] = bodies(world);
    assert.deepEqual(
      (JSON.parse(second?.body ?? "{}").messages as { role: string; content: string }[]).map((m) =>
        m.content
      ),
      ["first of the two messages", "first of the two messages", "second"],
    );
  }));

Deno.test("a deletion ends everything: a message that waited in the queue does not get its turn now", () =>
  inWorld({ tokenMs: 40 }, async (world, room) => {
    await room.open([{ name: "Ada", model: "story:50" }]);
    await room.do({ type: "change", settings: { onNewMessage: "queue" } });
    await room.post("first");
    await room.shown("Ada");
    await room.post("second");
    await room.do({ type: "delete" });
    await world.scheduler.sleep(30_000);
    assert.deepEqual(await room.engine.log.work.all(), []);
    assert.equal(bodies(world).length, 1);
  }));

// Shows S1-4.
Deno.test("as it is written, a person is shown of the manager only what is for the person; members are heard live", () => {
  const scripts: Scripts = {
    boss: [
      { text: '{"to": 2, "context": "Between us: is this customer any good?"}' },
      { text: '{"context": "Ask the other one, quietly.", "to": "#2"}' },
      { text: '{"to": 0, "context": "Thank you for asking, here is what we think of it all."}' },
    ],
    coder: [{ text: '{"to": 1, "context": "I would not say so aloud, to be honest with you."}' }],
  };
  return inWorld({ scripts, tokenMs: 40 }, async (_, room) => {
    await room.open([
      { name: "Boss", model: "script:boss", number: 1 },
      { name: "Coder", model: "script:coder", number: 2 },
    ], { mode: "manager" });
    await room.post("What do you think?");
    const state = await room.rest();
    const said = Object.values(state.turns).map((turn) => state.bodies[turn.messageId]?.content);
    assert.deepEqual(said, [
      "Between us: is this customer any good?",
      "I would not say so aloud, to be honest with you.",
      "Ask the other one, quietly.",
      "I would not say so aloud, to be honest with you.",
      "Thank you for asking, here is what we think of it all.",
    ]);
    const pieces = Object.values(state.turns).map(({ id }) =>
      room.engine.live.flatMap((l) => l.type === "drafts" ? l.drafts : []).filter((d) =>
        d.turnId === id && d.text
      )
        .length
    );
    assert.deepEqual(pieces.map((count) => count > 1), [false, true, false, true, true]);
    assert.deepEqual([pieces[0], pieces[2]], [0, 0]);
  });
});
