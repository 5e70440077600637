/** Turns from the message to the answer: everybody at once, some of them failing, stopped, timed out. */
import assert from "node:assert/strict";
import type { Scripts } from "./scripts.ts";
import { TURN_BYTES } from "../../actors/turn/turn_bytes.ts";
import { inWorld, ROOM, type Room, type World } from "./world.ts";

const THREE = [
  { name: "Ada", model: "echo" },
  { name: "Bob", model: "echo" },
  { name: "Cyd", model: "echo" },
];

// Shows S0-1, S2-1, S2-T1, S0-A2, S0-16, S2-U1.
Deno.test("three agents answer one message", () =>
  inWorld({}, async (_, room) => {
    await room.open(THREE);
    await room.post("hello everybody");
    const state = await room.rest();
    for (const { name } of THREE) assert.match(await room.said(name), /hello everybody/);
    assert.deepEqual(
      state.order.map((id) => state.messages[id]?.status),
      ["complete", "complete", "complete", "complete"],
    );
    assert.equal((await room.all("ExchangeCompleted")).length, 1);
  }));

// Shows S2-46, S2-9.
Deno.test("all calls are made before any has ended", () =>
  inWorld({ tokenMs: 100 }, async (_, room) => {
    await room.open(THREE);
    await room.post("one two three four five");
    await room.rest();
    const types = (await room.events()).map((e) => e.type);
    assert.ok(types.lastIndexOf("ProviderCalled") < types.indexOf("TurnCompleted"));
    assert.equal(types.filter((type) => type === "ProviderCalled").length, 3);
  }));

// Shows S2-T2, S2-12, S2-44, S2-56.
Deno.test("one agent fails, the others answer", () =>
  inWorld({}, async (_, room) => {
    await room.open([...THREE, { name: "Dot", model: "error-401" }]);
    await room.post("hello");
    const state = await room.rest();
    for (const { name } of THREE) assert.match(await room.said(name), /hello/);
    const dot = await room.turnOf("Dot");
    assert.equal(dot?.status, "failed");
    assert.equal(state.messages[dot.messageId]?.error?.code, "auth");
    assert.deepEqual(await room.all("ExchangeCompleted"), [{ completed: 3, failed: 1, cancelled: 0 }]);
  }));

// Shows S2-40, S2-43, S2-U3.
Deno.test("a failure is said in the conversation, in its place, in words for people", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "error-401" }]);
    await room.post("hello");
    const state = await room.rest();
    const notice = state.order.map((id) => state.messages[id]).find((m) => m?.notice?.code === "turn_failed");
    assert.equal(notice?.role, "system");
    assert.equal(
      state.bodies[notice.id]?.content,
      "Dot could not answer. Authentication failed. Please check your API configuration.",
    );
  }));

// Shows S2-41.
Deno.test("a failed call is one structured log line without upstream words", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "error-401" }]);
    await room.post("hello");
    await room.rest();
    const line = room.engine.lines.find(({ what }) => what === "provider_call_failed");
    assert.equal(line?.fields["provider"], "Mock");
    assert.equal(line.fields["statusCode"], 401);
    assert.equal(line.fields["safeMessage"], "Authentication failed. Please check your API configuration.");
  }));

// Shows S0-61, C-10.
Deno.test("a retryable failure before any text is tried again, and every try is seen", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "flaky:2" }]);
    await room.post("hello");
    const state = await room.rest();
    const turn = await room.turnOf("Dot");
    assert.equal(turn?.status, "completed");
    assert.equal(state.messages[turn.messageId]?.retries, 2);
    assert.equal((await room.all("ProviderCalled")).length, 3);
    assert.deepEqual((await room.all("ProviderCallFailed")).map((f) => f.round), [1, 2]);
  }));

// Shows C-10.
Deno.test("after text was shown a failure is final, and the partial answer stays", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "cut-middle" }]);
    await room.post("hello");
    await room.rest();
    assert.equal((await room.all("ProviderCalled")).length, 1);
    const [failed] = await room.all("TurnFailed");
    assert.match(failed?.partial ?? "", /^I was about to say something clever/);
    assert.equal(failed?.error.code, "network");
  }));

// Shows D-7, S2-26.
Deno.test("a provider that says nothing is given up after its time to the first byte, over all tries", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Dot", model: "hang-before" }], {}, { timeoutSeconds: 3 });
    const before = world.scheduler.now;
    await room.post("hello");
    await room.rest();
    const waited = world.scheduler.now - before;
    assert.ok(waited >= 3_000 && waited < 3_500, `${waited} ms`);
    assert.equal((await room.all("TurnFailed"))[0]?.error.code, "timeout");
    assert.equal(world.mock.requests().length, 1);
  }));

for (const [failures, status] of [[1, "completed"], [2, "failed"]] as const) {
  // Shows S2-26.
  Deno.test(`waits between tries count: with 3 s, an answer after ${failures} quick failures is ${status}`, () =>
    inWorld({}, async (world, room) => {
      await room.open([{ name: "Dot", model: `flaky:${failures}` }], {}, { timeoutSeconds: 3 });
      const before = world.scheduler.now;
      await room.post("hello");
      await room.rest();
      assert.equal((await room.turnOf("Dot"))?.status, status);
      if (status === "failed") assert.ok(world.scheduler.now - before < 3_500);
    }));
}

// Shows S2-26.
Deno.test("an answer that falls silent for its provider's time fails, with what was shown", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Dot", model: "hang-middle" }], {}, { timeoutSeconds: 20 });
    await room.post("hello");
    await room.shown("Dot");
    const before = world.scheduler.now;
    await room.rest();
    const waited = world.scheduler.now - before;
    assert.ok(waited >= 19_000 && waited < 22_000, `${waited} ms`);
    const [failed] = await room.all("TurnFailed");
    assert.equal(failed?.error.code, "timeout");
    assert.match(failed?.partial ?? "", /something clever/);
  }));

Deno.test("an answer that drips for ever is stopped after its agent's minutes, in words; its partial stays and nothing is paid again", () => {
  let calls = 0;
  let sleep: (ms: number) => Promise<void> = () => Promise.resolve();
  return inWorld({
    adapter: (mock) => ({
      kind: "mock" as const,
      renderer: mock.renderer,
      async *send({ signal }) {
        calls++;
        while (!signal.aborted) {
          yield { type: "text" as const, text: "drip " };
          await sleep(20_000);
        }
      },
      models: () => Promise.resolve([]),
    }),
  }, async (world, room) => {
    sleep = (ms) => world.scheduler.sleep(ms);
    await room.open([
      { name: "Dot", model: "tap", params: { maxMinutes: 2 } },
      { name: "Eve", model: "tap" },
    ]);
    const before = world.scheduler.now;
    await room.post("hello");
    await world.until(async () => (await room.turnOf("Dot"))?.status === "failed", 150_000);
    assert.ok(Math.abs(world.scheduler.now - before - 120_000) < 500);
    const [failed] = await room.all("TurnFailed");
    assert.deepEqual(failed?.error, {
      code: "timeout",
      message: "The answer took longer than 2 minutes, the most this agent may take, and was stopped. " +
        "What it said until then is kept.",
      retryable: false,
    });
    assert.equal(failed.partial, "drip ".repeat(6));
    await world.until(async () => (await room.turnOf("Eve"))?.status === "failed", 15 * 60_000);
    assert.ok(Math.abs(world.scheduler.now - before - 15 * 60_000) < 500, "15 minutes where nobody said");
    assert.equal(calls, 2);
  });
});

// Shows S0-61, S2-57.
Deno.test("who asks to be left alone is: the model alone, and people are told until when", () => {
  const scripts: Scripts = {
    busy: [
      {
        error: { code: "server", message: "Busy.", retryable: true, statusCode: 500 },
        retryAfterMs: 20_000,
      },
      { text: "Here I am." },
      { text: "And me." },
    ],
  };
  return inWorld({ scripts }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:busy" }, { name: "Ben", model: "echo" }, {
      name: "Cyd",
      model: "script:busy",
    }]);
    const { system } = room.engine;
    await room.post("@Ada hello");
    await world.until(() => system.waits(ROOM).length > 0);
    const asked = world.scheduler.now;
    const bea = { kind: "user" as const, id: "bea", name: "Bea" };
    await room.do({ type: "post", content: "@Ben @Cyd hello" }, bea);
    await world.until(async () => (await room.turnOf("Ben"))?.status === "completed");
    assert.ok(world.scheduler.now - asked < 1_000, "another model of the provider answers at once");
    const [ada, cyd] = [await room.turnOf("Ada"), await room.turnOf("Cyd")];
    await world.until(() => system.waits(ROOM).length === 2);
    const until = (id = "") => Date.parse(system.waits(ROOM).find((w) => w.turnId === id)?.until ?? "");
    const end = Date.UTC(2026, 0, 1) + asked + 20_000;
    for (const turn of [ada, cyd]) assert.ok(Math.abs(until(turn?.id) - end) < 500, `${until(turn?.id)}`);
    assert.deepEqual(system.status().providers.map((p) => p.state), ["limited"]);
    await room.rest();
    const waited = world.scheduler.now - asked;
    assert.ok(waited >= 20_000 && waited < 21_000, `${waited} ms`);
    assert.deepEqual([ada, cyd].map((t) => t?.id).map((id) => system.waits().some((w) => w.turnId === id)), [
      false,
      false,
    ]);
    const told = room.engine.live.flatMap((live) => live.type === "wait" ? [live.wait] : []);
    assert.deepEqual(told.map((w) => w.until === null).sort(), [false, false, true, true]);
    assert.equal(world.mock.requests().filter((r) => r.model === "script:busy").length, 3);
  });
});

// Shows S0-61.
Deno.test("an answer that is stopped while it waits for its provider waits no more", () => {
  const scripts: Scripts = {
    busy: [{ error: { code: "rate_limited", message: "Busy.", retryable: true }, retryAfterMs: 20_000 }],
  };
  return inWorld({ scripts }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:busy" }]);
    await room.post("hello");
    await world.until(() => room.engine.system.waits().length === 1);
    await room.do({ type: "stop" });
    await world.until(() => room.engine.system.waits().length === 0, 1_000);
  });
});

// Shows P10.
Deno.test("stop before the first byte ends the turn within 200 ms, and the call with it", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Dot", model: "hang-before" }]);
    await room.post("hello");
    await world.until(() => world.mock.requests().length > 0);
    const before = world.scheduler.now;
    const { answer } = await room.do({ type: "stop" });
    assert.equal(answer.stopped?.length, 1);
    await world.until(() => room.engine.system.status().turnsRunning === 0);
    assert.ok(world.scheduler.now - before < 200);
    assert.deepEqual((await room.all("TurnCancelled")).map((c) => c.why), ["stopped"]);
  }));

// Shows P10.
Deno.test("stop in the middle keeps every character that was shown; stopping twice is fine", () =>
  inWorld({ tokenMs: 60 }, async (world, room) => {
    await room.open([{ name: "Dot", model: "story:200" }]);
    await room.post("hello");
    const shown = await room.shown("Dot");
    await room.do({ type: "stop" });
    assert.deepEqual((await room.do({ type: "stop" })).answer.stopped, []);
    const [cancelled] = await room.all("TurnCancelled");
    assert.ok(cancelled?.partial?.startsWith(shown.text));
    assert.equal((await room.state()).messages[shown.messageId]?.status, "cancelled");
    const told = await world.until(() => room.engine.lines.find(({ what }) => what === "turn_stopped"));
    assert.deepEqual([told.level, told.fields["agent"], told.fields["why"]], ["info", "Dot", "over"]);
  }));

// Shows S2-38, C-11.
Deno.test("a new message by the same person cancels the answers to the earlier one, not another's", () =>
  inWorld({ tokenMs: 60 }, async (_, room) => {
    await room.open([{ name: "Dot", model: "story:50" }]);
    await room.post("first");
    await room.shown("Dot");
    const bea = { kind: "user" as const, id: "bea", name: "Bea" };
    await room.do({ type: "post", content: "from another person" }, bea);
    assert.equal((await room.all("TurnCancelled")).length, 0);
    await room.post("second");
    assert.deepEqual((await room.all("TurnCancelled")).map((c) => c.why), ["new_message"]);
    const state = await room.rest();
    assert.equal(Object.values(state.turns).filter((t) => t.status === "completed").length, 2);
  }));

// Shows S2-14, S0-28, C-5.
Deno.test("with nobody enabled the message stays, one notice explains, no provider is called", () =>
  inWorld({}, async (world, room) => {
    await room.open([]);
    await room.post("talking to myself");
    const state = await room.rest();
    assert.equal(state.order.length, 2);
    assert.equal(world.mock.requests().length, 0);
  }));

// Shows S2-10.
Deno.test("the turn of each agent is requested, started and ended by events of its own", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Dot", model: "error-401" }]);
    await room.post("hello");
    await room.rest();
    const seen = new Map<string, string[]>();
    await world.until(() =>
      room.engine.live.some((l) =>
        l.type === "commit" && l.commit.events.some(({ event }) => event.type === "ExchangeCompleted")
      )
    );
    for (const live of room.engine.live) {
      if (live.type !== "commit") continue;
      for (const { stream, event } of live.commit.events) {
        const data = event.data as { turnId?: string };
        if (stream !== ROOM || !data.turnId || !event.type.startsWith("Turn")) continue;
        seen.set(data.turnId, [...seen.get(data.turnId) ?? [], event.type]);
      }
    }
    const ada = await room.turnOf("Ada");
    const dot = await room.turnOf("Dot");
    assert.deepEqual(seen.get(ada?.id ?? ""), ["TurnRequested", "TurnStarted", "TurnCompleted"]);
    assert.deepEqual(seen.get(dot?.id ?? ""), ["TurnRequested", "TurnStarted", "TurnFailed"]);
  }));

for (const [kind, tick] of [["file", 50], ["remote", 200]] as const) {
  // Shows S2-T5, S4-27, S4-28, C-14.
  Deno.test(`text is shown at once, then every ${tick} ms on a ${kind} store`, () =>
    inWorld({ tokenMs: 10, kind }, async (world, room) => {
      await room.open([{ name: "Dot", model: "story:150" }]);
      const times: number[] = [];
      room.engine.system.subscribe((live) => {
        if (live.type === "drafts") times.push(world.scheduler.now);
      });
      await room.post("hello");
      await world.until(() => world.mock.requests().length > 0);
      const asked = world.scheduler.now;
      await room.rest();
      assert.ok((times[0] ?? Infinity) - asked < 40, "the first words wait for no tick");
      assert.ok(times.length > 5);
      times.slice(1).forEach((time, index) => {
        const gap = time - (times[index] ?? 0);
        assert.ok(gap >= tick - 5 && gap <= tick + 20, `${gap} ms`);
      });
    }));
}

// Shows S4-37.
Deno.test("a model that is not found is asked for anew once, then the turn fails", () =>
  inWorld({}, async (world, room) => {
    let refreshed = 0;
    await room.open([{ name: "Dot", model: "no-such-model" }]);
    const models = world.mock.models.bind(world.mock);
    world.mock.models = () => {
      refreshed++;
      return models();
    };
    await room.post("hello");
    await room.rest();
    assert.equal(refreshed, 1);
    assert.deepEqual((await room.all("ProviderCallFailed")).map((f) => f.error.code), [
      "not_found",
      "not_found",
    ]);
    assert.equal((await room.all("TurnFailed"))[0]?.error.code, "not_found");
  }));

Deno.test("reasoning is shown apart and kept with the answer", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "reasoning" }]);
    await room.post("shall we swim?");
    const state = await room.rest();
    const turn = await room.turnOf("Dot");
    assert.match(state.bodies[turn?.messageId ?? ""]?.reasoning ?? "", /What matters here/);
    const frames = room.engine.live.flatMap((l) => l.type === "drafts" ? l.drafts : []);
    assert.ok(frames.some((frame) => frame.reasoning));
  }));

Deno.test("an agent whose provider is gone fails with a sentence for people, and nothing hangs", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "echo", providerId: "provider_gone" }]);
    await room.post("hello");
    await room.rest();
    assert.equal(
      (await room.all("TurnFailed"))[0]?.error.message,
      "The agent’s provider is not in the settings.",
    );
  }));

/** Begins `count` conversations at once, each with a turn; the most that ran together until all had ended. */
async function atOnce(world: World, room: Room, count: number): Promise<number> {
  await room.open([{ name: "Dot", model: "story:4" }], {}, { maxConcurrent: 256 });
  const agent = (await room.state()).participants[0];
  assert.ok(agent);
  const rooms = Array.from({ length: count }, (_, n) => `conversation_${n}`);
  await Promise.all(rooms.map((id) =>
    room.engine.system.execute(id, {
      type: "start",
      title: "",
      mode: "parallel",
      settings: {},
      agents: [{ ...agent, agentVersion: 1 }].map((
        { agentId, agentVersion, number, name, color, model },
      ) => ({ agentId, agentVersion, number, name, color, model })),
      message: { content: "go" },
    }, { by: { kind: "user", id: "ann", name: "Ann" } })
  ));
  let most = 0;
  await world.until(async () => {
    most = Math.max(most, room.engine.system.status().turnsRunning);
    return (await room.engine.log.work.all()).length === 0;
  });
  return most;
}

// Shows S2-57, C-16.
Deno.test("as many turns run at once as there is memory for what they hold; the rest follow", () =>
  inWorld({ tokenMs: 50, turnBytes: 9 * TURN_BYTES - 1 }, async (world, room) => {
    assert.equal(await atOnce(world, room, 12), 8);
  }));

Deno.test("no number of turns is too many while they are small", () =>
  inWorld({ tokenMs: 50 }, async (world, room) => {
    assert.equal(await atOnce(world, room, 100), 100);
  }));

// Shows S0-61.
Deno.test("retries wait longer each time, honour what the server asks for, and end", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "error-500" }]);
    await room.post("hello");
    await room.rest();
    const waits = (await room.all("ProviderCallFailed")).map((f) => f.retryAfterMs ?? 0);
    assert.equal(waits.length, 4);
    const [first = 0, second = 0, third = 0, last] = waits;
    assert.ok(first >= 1_000 && second >= 2_000 && third >= 4_000 && third < 6_000, waits.join(" "));
    assert.equal(last, 0);
  }));

Deno.test("an agent that waits for its provider can be stopped, and nothing was sent", () =>
  inWorld({}, async (world, room) => {
    await room.open(
      [{ name: "Ada", model: "hang-before" }, { name: "Bob", model: "hang-before" }],
      {},
      { maxConcurrent: 1 },
    );
    await room.post("hello");
    await world.until(() => world.mock.requests().length === 1);
    await world.scheduler.sleep(500);
    await room.do({ type: "stop" });
    await world.until(() => room.engine.system.status().turnsRunning === 0, 200);
    assert.equal(world.mock.requests().length, 1);
    assert.equal((await room.all("ProviderCalled")).length, 1);
  }));

Deno.test("an answer leaves its place at the provider to the next, whatever it said", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }], {}, {
      maxConcurrent: 1,
    });
    await room.post("hello");
    await world.until(async () => {
      const turns = [await room.turnOf("Ada"), await room.turnOf("Bob")];
      return turns.every((turn) => turn?.status === "completed");
    });
  }));
