/** Agents beside one another: each ends by itself, has its own state, its own tools and its own second try. */
import assert from "node:assert/strict";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import { MockBody } from "../../actors/providers/practice/render_mock.ts";
import type { RecordingProvider } from "./recording_provider.ts";
import type { ProviderAdapter } from "../../actors/providers/types.ts";
import { agentStatus } from "../../projections/conversation/conversation.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import { inWorld, Room, type World } from "./world.ts";

/** What every agent of the room is doing, by name. */
async function doing(room: Room): Promise<Record<string, string>> {
  const state = await room.state();
  return Object.fromEntries(state.participants.map((p) => [p.name, agentStatus(state, p)]));
}

// Shows S2-11, S2-47, S2-48, S2-55, S2-56.
Deno.test("each answer is saved when it is complete, also while another is not, and survives a crash", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Ben", model: "hang-before" }, {
      name: "Cyd",
      model: "error-401",
    }]);
    await room.post("hello there");
    await world.until(async () => (await room.turnOf("Cyd"))?.status === "failed");
    await world.until(async () => (await room.turnOf("Ada"))?.status === "completed");
    assert.equal((await room.turnOf("Ben"))?.status, "running");
    assert.equal((await room.all("ExchangeCompleted")).length, 0);
    const second = new Room(world, await world.engine());
    room.engine.process.crash();
    assert.equal(await second.said("Ada"), "hello there");
    await second.do({ type: "stop" });
    assert.deepEqual(await second.all("ExchangeCompleted"), [{ completed: 1, failed: 1, cancelled: 1 }]);
    assert.equal(await second.said("Ada"), "hello there");
  }));

// Shows S2-T4, S2-10, S2-30, S2-31.
Deno.test("what each agent is doing changes with its own events: waits, answers, is idle, and its error is its own", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Ben", model: "hang-middle" }, {
      name: "Cyd",
      model: "error-401",
    }]);
    assert.deepEqual(await doing(room), { Ada: "idle", Ben: "idle", Cyd: "idle" });
    await room.post("hello");
    const seen = new Set<string>();
    await world.until(async () => {
      const now = await doing(room);
      for (const [name, what] of Object.entries(now)) seen.add(`${name} ${what}`);
      return now["Ada"] === "idle" && now["Cyd"] === "idle";
    });
    for (const line of ["Ada answering", "Ben answering", "Cyd answering"]) assert.ok(seen.has(line), line);
    assert.deepEqual(await doing(room), { Ada: "idle", Ben: "answering", Cyd: "idle" });
    const errors = async () => {
      const state = await room.state();
      return state.order.flatMap((id) => {
        const message = state.messages[id];
        return message?.role === "assistant" ? [[message.author.name, message.error?.code ?? null]] : [];
      });
    };
    assert.deepEqual(await errors(), [["Ada", null], ["Ben", null], ["Cyd", "auth"]]);
    await room.do({ type: "stop" });
    assert.deepEqual(await doing(room), { Ada: "idle", Ben: "idle", Cyd: "idle" });
    await room.post("again");
    await world.until(async () => (await room.turnOf("Ada"))?.status === "completed");
    assert.equal(
      (await errors()).filter(([, code]) => code !== null).length,
      2,
      "one for each failed answer",
    );
    await room.do({ type: "stop" });
  }));

// Shows S2-5.
Deno.test("an exchange ends with its summary, each of its turns with its own result and what it took", () =>
  inWorld({ tokenMs: 20 }, async (_, room) => {
    await room.open([{ name: "Ada", model: "story:12" }, { name: "Cyd", model: "error-401" }]);
    await room.post("bread");
    const state = await room.rest();
    assert.deepEqual(await room.all("ExchangeCompleted"), [{ completed: 1, failed: 1, cancelled: 0 }]);
    const [completed] = await room.all("TurnCompleted");
    const { firstTextMs, totalMs } = completed?.timing ?? {};
    assert.ok(firstTextMs !== null && firstTextMs !== undefined && totalMs !== undefined);
    assert.ok(firstTextMs > 0 && totalMs >= firstTextMs + 10 * 20, `${firstTextMs} of ${totalMs} ms`);
    assert.ok((completed?.usage?.input ?? 0) > 0 && (completed?.usage?.output ?? 0) > 0);
    const [failed] = await room.all("TurnFailed");
    assert.deepEqual([failed?.error.code, failed?.error.retryable], ["auth", false]);
    const ada = state.participants.find((p) => p.name === "Ada");
    const sent = await room.engine.system.wouldSend("conversation_room", ada?.id ?? "");
    const body = MockBody.parse(JSON.parse(sent?.body ?? ""));
    assert.match(body.system, /^You are Ada\.\n\nYou are participating in a group conversation\./);
    assert.deepEqual(body.messages.map(({ role }) => role), ["user", "assistant", "user"]);
  }));

// Shows C-16, S2-54.
Deno.test("twenty agents answer at once: no bound is met in ordinary use", () =>
  inWorld({ tokenMs: 30 }, async (world, room) => {
    const names = Array.from({ length: 20 }, (_, n) => `Agent ${n + 1}`);
    await room.open(names.map((name) => ({ name, model: "story:30" })));
    await room.post("bread");
    await world.until(() => room.engine.system.drafts("conversation_room").length === 20);
    assert.equal(room.engine.system.status().turnsRunning, 20, "all of them are writing at one moment");
    const state = await room.rest();
    assert.equal(Object.values(state.turns).filter(({ status }) => status === "completed").length, 20);
  }));

/** Fails the first call with an unknown model, as a router does whose list of models is being reloaded. */
function forgetful(mock: RecordingProvider): ProviderAdapter & { refreshed: number } {
  let calls = 0;
  const adapter = {
    kind: "mock" as const,
    renderer: mock.renderer,
    refreshed: 0,
    send: (options: Parameters<RecordingProvider["send"]>[0]) =>
      mock.send(++calls === 1 ? { ...options, body: bodyFor(options.body, "no-such-model") } : options),
    models() {
      adapter.refreshed++;
      return mock.models();
    },
  };
  return adapter;
}

function bodyFor(body: Uint8Array, model: string): Uint8Array {
  const parsed: object = JSON.parse(new TextDecoder().decode(body));
  return new TextEncoder().encode(JSON.stringify({ ...parsed, model }));
}

// Shows S4-37.
Deno.test("a model that was not found is logged, the list is read anew, and the second try answers", () => {
  let adapter: ReturnType<typeof forgetful> | undefined;
  return inWorld({ adapter: (mock) => adapter = forgetful(mock) }, async (_, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.post("hello again");
    await room.rest();
    assert.equal(await room.said("Ada"), "hello again");
    assert.equal(adapter?.refreshed, 1);
    const [line, ...more] = room.engine.lines.filter(({ what }) => what === "provider_call_failed");
    assert.deepEqual([line?.fields["code"], line?.fields["again"], more.length], ["not_found", true, 0]);
    assert.equal((await room.all("TurnRequested")).length, 1, "one turn, one message");
  });
});

// Shows P13.
Deno.test("the money cap holds although one model's price is unknown: what is known to be spent counts", () =>
  inWorld({}, async (world, room) => {
    await room.open(
      [{ name: "Ada", model: "echo" }, { name: "Ben", model: "story:5" }],
      {},
      // Of a kind that costs; the mock answers all the same.
      { kind: "openai" },
    );
    const priced = await room.engine.system.changeWorkspace(() => ({
      ok: true,
      answer: { id: "" },
      events: [{
        type: "WorkspaceSettingsChanged",
        data: { prices: { echo: { input: 10_000, output: 10_000 } } },
      }],
    }), { by: SYSTEM });
    assert.ok(priced.ok);
    await room.do({ type: "change", settings: { limits: { usd: 0.01 } } });
    await room.post("one two three four five");
    await room.rest();
    const before = world.mock.requests().length;
    assert.equal(before, 2);
    await room.post("and again");
    const state = await room.rest();
    assert.equal(world.mock.requests().length, before, "nobody is called any more");
    const notice = state.messages[state.order.at(-1) ?? ""];
    assert.equal(notice?.notice?.code, "cap");
    assert.equal(
      state.bodies[notice.id]?.content,
      "Stopped: this conversation has used its 0.01 US dollars.",
    );
  }));

const tool = (name: string): Tool => ({
  idempotent: true,
  schema: { name, description: "", parameters: { type: "object", properties: {} } },
  run: () => Promise.resolve({ status: "ok", result: "done" }),
});

const offered = (world: World) =>
  world.mock.requests().map(({ body }) => MockBody.parse(JSON.parse(new TextDecoder().decode(body))).tools);

// Shows S4-39.
Deno.test("an agent that is asked by hand has its own tools; one that answers by itself has the conversation's too", async () => {
  const tools = [tool("act"), tool("look"), tool("fetch_url")];
  const agents = [{ name: "Ada", model: "echo", tools: ["act"] }, { name: "Ben", model: "echo" }];
  await inWorld({ tools }, async (world, room) => {
    await room.open(agents, { mode: "manual" });
    await room.post("hello");
    await room.do({ type: "ask", agentId: "agent_1" });
    await room.rest();
    await room.do({ type: "ask", agentId: "agent_2" });
    await room.rest();
    assert.deepEqual(offered(world), [["act"], []]);
  });
  await inWorld({ tools }, async (world, room) => {
    await room.open(agents);
    await room.do({ type: "change", settings: { webAccess: true } });
    await room.post("hello");
    await room.rest();
    assert.deepEqual(offered(world).sort(), [["act", "fetch_url"], ["fetch_url"]]);
  });
});

// Shows S4-33, S4-30.
Deno.test("tools that were used are told once each, by the address they read or their name; a call is told with its arguments", () => {
  const call = (callId: string, name: string, args: object) => ({
    callId,
    tool: name,
    args: JSON.stringify(args),
  });
  const bread = { url: "https://bread.example/" };
  const scripts = {
    reader: [
      { text: "", tools: [call("c1", "fetch_url", bread), call("c2", "act", { hard: true })] },
      { text: "", tools: [call("c3", "fetch_url", bread), call("c4", "act", {})] },
      { text: "Read." },
    ],
  };
  return inWorld({ scripts, tools: [tool("act"), tool("fetch_url")] }, async (_, room) => {
    await room.open([{ name: "Ada", model: "script:reader", tools: ["act", "fetch_url"] }]);
    await room.post("read");
    const state = await room.rest();
    const turn = await room.turnOf("Ada");
    assert.deepEqual(messageView(state, turn?.messageId ?? "")?.toolsUsed, ["https://bread.example/", "act"]);
    assert.deepEqual((await room.all("ToolCalled")).map(({ tool, args }) => [tool, args]), [
      ["fetch_url", '{"url":"https://bread.example/"}'],
      ["act", '{"hard":true}'],
      ["fetch_url", '{"url":"https://bread.example/"}'],
      ["act", "{}"],
    ]);
    const told = room.engine.live.flatMap((live) => live.type === "commit" ? live.commit.events : []);
    assert.equal(
      told.filter(({ event }) => event.type === "ToolCalled").length,
      4,
      "to everybody who listens",
    );
  });
});
