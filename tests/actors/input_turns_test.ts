/** What servers of tools ask people while their tools run: asked by way of the log, answered by the first word, lost with the call. */
import assert from "node:assert/strict";
import type { Connect, Connection } from "../../actors/mcp/connection.ts";
import type { Ask } from "../../actors/mcp/running_calls.ts";
import { INPUT_MS } from "../../actors/turn/person_asked.ts";
import { CALL_INPUTS } from "../../events/catalog/limits.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import { rowOf } from "../../projections/conversation/list.ts";
import { openInputs } from "../../projections/conversation/waiting.ts";
import { payloadOf } from "../../actors/webhooks/told_events.ts";
import { WHERE } from "./mcp/asking_servers.ts";
import { OFFERS_NOTHING } from "./mcp/fake_mcp.ts";
import type { Scripts } from "./scripts.ts";
import { accepted, inWorld, ROOM, Room, type World } from "./world.ts";

const ANN = { kind: "user" as const, id: "ann", name: "Ann" };
const BEN = { kind: "user" as const, id: "ben", name: "Ben" };
const NEVER = new AbortController().signal;
const VALUES = { city: "Oslo", nights: 3, breakfast: true };

type Around = Parameters<Connection["call"]>[3];

/** A server whose tool does this. */
const server = (run: (ask: Ask, signal: AbortSignal) => Promise<unknown>): Connect => () =>
  Promise.resolve({
    tools: () => Promise.resolve([{ name: "book", description: "Books.", inputSchema: { type: "object" } }]),
    call: async (_, __, signal, around: Around) => {
      const given = await run(around?.ask ?? (() => assert.fail("nobody to ask")), signal);
      return { content: [{ type: "text", text: JSON.stringify(given) }] };
    },
    ...OFFERS_NOTHING,
    close: () => Promise.resolve(),
  });

const call = (n: number) => ({ callId: `call_${n}`, tool: "a__book", args: "{}" });
const scripts = (calls = 1): Scripts => ({
  caller: [{ tools: Array.from({ length: calls }, (_, n) => call(n)) }, { text: "Done." }],
});

async function begin(room: Room, post = true) {
  await room.open([{ name: "Ada", model: "script:caller", tools: ["a.*"] }]);
  const { system } = room.engine;
  const events = [{
    type: "McpServerCreated" as const,
    data: { id: "server_a", slug: "a", name: "A", url: "https://a.example/mcp" },
  }];
  accepted(await system.changeWorkspace(() => ({ ok: true, answer: { id: "" }, events }), { by: ANN }));
  await system.askMcpList("server_a");
  const { tools: [tool] } = await system.mcpList("server_a");
  const definition = tool?.definition ?? "";
  accepted(await system.trustMcpTool({ id: "server_a", tool: "book", definition }, ANN));
  if (post) await room.post("Book.");
}

/** What its answer's calls ask, once so many questions are open. */
const asked = (world: World, room: Room, count = 1) =>
  world.until(async () => {
    const turn = await room.turnOf("Ada");
    const uses = (await room.state()).bodies[turn?.messageId ?? ""]?.tools ?? [];
    const open = uses.filter(({ attempt }) => attempt === turn?.attempt).flatMap((use) =>
      openInputs(use).map(({ input, message }) => ({ callId: use.callId, input, message }))
    );
    return turn && open.length >= count ? { turnId: turn.id, messageId: turn.messageId, open } : null;
  });

const word = (turnId: string, callId = "call_0", input = 1) =>
  ({ type: "answer_input", turnId, callId, input, outcome: "accepted", values: VALUES }) as const;
const outcomes = async (room: Room) => (await room.all("InputAnswered")).map(({ outcome }) => outcome);
const results = async (room: Room) => (await room.all("ToolReturned")).map(({ result }) => result);

Deno.test("a server's question stands in the log, waits in the list, and the first word that fits it goes to the server", () => {
  const connect = server((ask) => ask(WHERE, NEVER));
  return inWorld({ scripts: scripts(), mcp: connect }, async (world, room) => {
    await begin(room);
    const { turnId, messageId } = await asked(world, room);
    const state = await room.state();
    assert.equal(rowOf(await room.state()).waits, 1);
    const view = messageView(state, messageId)?.input;
    assert.deepEqual([view?.host, view?.message, view?.fields?.length], ["a.example", WHERE.message, 5]);
    const told = (await room.events()).flatMap((event) =>
      payloadOf({ stream: ROOM, event, position: "" }) ?? []
    );
    assert.deepEqual(told.filter(({ type }) => type === "input.asked").map(({ data }) => data["callId"]), [
      "call_0",
    ]);
    const { system } = room.engine;
    const execute = (command: Parameters<typeof system.execute>[1], by = ANN) =>
      system.execute(ROOM, command, { by });
    for (
      const [values, what] of [
        [{ ...VALUES, city: "O" }, "too short"],
        [{ ...VALUES, nights: 2.5 }, "not whole"],
        [{ nights: 3 }, "a field is missing"],
        [{ ...VALUES, password: "x" }, "nobody asked for that"],
      ] as const
    ) {
      const refused = await execute({ ...word(turnId), values });
      assert.ok(!refused.ok && refused.code === "validation", what);
    }
    const declined = await execute({ ...word(turnId), outcome: "declined" });
    assert.ok(!declined.ok && declined.code === "validation", "what is declined brings no values");
    accepted(await execute(word(turnId)));
    const late = await execute({ ...word(turnId), values: { ...VALUES, city: "Rome" } }, BEN);
    assert.ok(!late.ok && late.code === "conflict", "the first word counts");
    const none = await execute(word(turnId, "call_0", 2), BEN);
    assert.ok(!none.ok && none.code === "not_found");
    await room.rest();
    assert.deepEqual(await results(room), [JSON.stringify({ action: "accept", values: VALUES })]);
    const [answered] = (await room.events()).filter(({ type }) => type === "InputAnswered");
    assert.equal(answered?.by.id, "ann");
    assert.equal(rowOf(await room.state()).waits, 0);
  });
});

Deno.test("an address after which the call is made again is told as one, and who was there says so like any other word", () => {
  const sent = { mode: "url", message: "Sign in.", url: "https://a.example/in" };
  const connect = server((ask) => ask(sent, NEVER, true));
  return inWorld({ scripts: scripts(), mcp: connect }, async (world, room) => {
    await begin(room);
    const { turnId, messageId } = await asked(world, room);
    const view = messageView(await room.state(), messageId)?.input;
    assert.deepEqual([view?.url, view?.fields, view?.again], [sent.url, null, true]);
    await room.do({ type: "answer_input", turnId, callId: "call_0", input: 1, outcome: "accepted" });
    await room.rest();
    assert.deepEqual(await results(room), ['{"action":"accept"}']);
  });
});

Deno.test("questions of one call come one after another, and no more than may be", () => {
  const connect = server((ask) =>
    Promise.all(Array.from({ length: CALL_INPUTS + 1 }, () => ask(WHERE, NEVER)))
  );
  return inWorld({ scripts: scripts(), mcp: connect }, async (world, room) => {
    await begin(room);
    for (let input = 1; input <= CALL_INPUTS; input++) {
      const { turnId, open } = await asked(world, room);
      assert.deepEqual(open.map((one) => one.input), [input]);
      await room.do({ type: "answer_input", turnId, callId: "call_0", input, outcome: "declined" });
      await world.until(async () => (await outcomes(room)).length === input);
    }
    await room.rest();
    const given = JSON.parse((await results(room))[0] ?? "").map(({ action }: { action: string }) => action);
    assert.deepEqual(given, [...Array(CALL_INPUTS).fill("decline"), "cancel"]);
    assert.equal((await room.all("InputAsked")).length, CALL_INPUTS);
  });
});

Deno.test("who waits for a person holds no place: more calls ask at once than run at once", () => {
  const connect = server((ask) => ask(WHERE, NEVER));
  return inWorld({ scripts: scripts(6), mcp: connect }, async (world, room) => {
    await begin(room);
    const { turnId, open } = await asked(world, room, 6);
    for (const { callId } of open) await room.do(word(turnId, callId));
    await room.rest();
    assert.equal((await results(room)).length, 6);
  });
});

Deno.test("nobody answers: the log says so, and the server is told that nothing comes", () => {
  const connect = server((ask) => ask({ ...WHERE, mode: "url", url: "https://a.example/sign?x=1" }, NEVER));
  return inWorld({ scripts: scripts(), mcp: connect }, async (world, room) => {
    await begin(room);
    await asked(world, room);
    await world.scheduler.sleep(INPUT_MS - 1_000);
    assert.deepEqual(await outcomes(room), []);
    await room.rest();
    assert.deepEqual(await outcomes(room), ["unanswered"]);
    assert.deepEqual(await results(room), ['{"action":"cancel"}']);
    assert.equal((await room.all("InputAsked"))[0]?.url, "https://a.example/sign?x=1");
  });
});

Deno.test("a server that wants it no more: the question is over, also for who answers then", () => {
  const gone = new AbortController();
  const connect = server((ask) => ask(WHERE, gone.signal));
  return inWorld({ scripts: scripts(), mcp: connect }, async (world, room) => {
    await begin(room);
    const { turnId } = await asked(world, room);
    gone.abort();
    await room.rest();
    assert.deepEqual(await outcomes(room), ["withdrawn"]);
    const late = await room.engine.system.execute(ROOM, word(turnId), { by: ANN });
    assert.ok(!late.ok && late.code === "conflict");
  });
});

Deno.test("a word reaches the call whichever process hears it, and of two tabs the first one counts", () => {
  const connect = server((ask) => ask(WHERE, NEVER));
  return inWorld({ scripts: scripts(), mcp: connect }, async (world, room) => {
    await begin(room);
    const { turnId } = await asked(world, room);
    const second = new Room(world, await world.engine());
    const said = [
      second.engine.system.execute(ROOM, word(turnId), { by: ANN }),
      room.engine.system.execute(ROOM, { ...word(turnId), values: { ...VALUES, city: "Rome" } }, { by: BEN }),
    ];
    const won = (await Promise.all(said)).map(({ ok }) => ok);
    assert.deepEqual(won.toSorted(), [false, true]);
    await room.rest();
    const city = won[0] ? "Oslo" : "Rome";
    assert.deepEqual(await results(room), [
      JSON.stringify({ action: "accept", values: { ...VALUES, city } }),
    ]);
  });
});

Deno.test("a process that is killed takes the question with it: nobody can answer it, and it is told as lost", () => {
  let calls = 0;
  const connect = server((ask) => (calls++, ask(WHERE, NEVER)));
  return inWorld({ scripts: scripts(), mcp: connect }, async (world, room) => {
    await begin(room);
    const { turnId } = await asked(world, room);
    const second = new Room(world, await world.engine());
    room.engine.process.crash();
    // It was confirmed, so it runs again, and asks again.
    await world.until(async () => (await second.turnOf("Ada"))?.attempt === 2);
    const again = await asked(world, second);
    const { tools = [] } = (await second.state()).bodies[again.messageId] ?? {};
    const inputs = tools.map(({ attempt, inputs }) => [attempt, inputs?.map(({ outcome }) => outcome)]);
    assert.deepEqual(inputs, [[1, [undefined]], [2, [undefined]]]);
    assert.equal(rowOf(await second.state()).waits, 1, "what is lost does not wait");
    await second.do(word(turnId));
    await second.rest();
    assert.equal(calls, 2);
    assert.deepEqual((await second.all("InputAnswered")).map(({ attempt }) => attempt), [2]);
  });
});

for (const [how, code] of [["stop", "conflict"], ["delete", "not_found"]] as const) {
  Deno.test(`${how} while a server asks: the call is given up, and no word counts any more`, () => {
    const ended = Promise.withResolvers<void>();
    const connect = server((ask, signal) => {
      signal.addEventListener("abort", () => ended.resolve());
      return ask(WHERE, NEVER);
    });
    return inWorld({ scripts: scripts(), mcp: connect }, async (world, room) => {
      await begin(room);
      const { turnId } = await asked(world, room);
      await room.do({ type: how });
      await ended.promise;
      const late = await room.engine.system.execute(ROOM, word(turnId), { by: ANN });
      assert.ok(!late.ok && late.code === code);
      assert.deepEqual(await outcomes(room), []);
    });
  });
}

Deno.test("where a program asks nobody is asked: the server is told that nothing comes, at once", () => {
  const connect = server((ask) => ask(WHERE, NEVER));
  return inWorld({ scripts: scripts(), mcp: connect }, async (_, room) => {
    await begin(room, false);
    await room.do({ type: "post", content: "Book.", program: true, call: {} });
    await room.rest();
    assert.deepEqual(await results(room), ['{"action":"cancel"}']);
    assert.deepEqual(await room.all("InputAsked"), []);
  });
});

Deno.test("what was asked and given is gone with the use of the tool that it was for", () => {
  const CANARY = "swordfish-canary-9Lq4";
  const connect = server((ask) => ask({ ...WHERE, message: `For ${CANARY}?` }, NEVER).then(() => "booked"));
  return inWorld({ scripts: scripts(), mcp: connect }, async (world, room) => {
    await begin(room);
    const { turnId, messageId } = await asked(world, room);
    await room.do({ ...word(turnId), values: { ...VALUES, city: CANARY.slice(0, 20) } });
    await room.rest();
    const all = async () => JSON.stringify([await room.state(), await room.events()]);
    assert.ok((await all()).includes(CANARY));
    const use = { attempt: 1, round: 1, callId: "call_0" };
    accepted(await room.engine.system.eraseContent(ROOM, { messageId, use }, { by: ANN }));
    await world.until(async () => !(await all()).includes(CANARY.slice(0, 20)));
    const { inputs } = (await room.state()).bodies[messageId]?.tools?.[0] ?? {};
    assert.deepEqual(inputs?.map(({ outcome, values, fields }) => [outcome, values, fields]), [
      ["accepted", undefined, undefined],
    ]);
  });
});
