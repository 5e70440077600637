/** However a turn ends: what came is kept, nobody is left writing, and the log lines tell one turn from another. */
import assert from "node:assert/strict";
import type { NewConversationEvent } from "../../events/catalog/conversation.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { EventLog } from "../../events/store/types.ts";
import { safely } from "../../actors/runtime/logger.ts";
import type { Renderer } from "../../actors/providers/types.ts";
import { mockRenderer } from "../../actors/providers/practice/render_mock.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import { inWorld, ROOM, type Room, type World } from "./world.ts";

const HALF = /^I was about to say something clever/;
const ends: readonly {
  readonly how: string;
  readonly model: string;
  readonly status: string;
  readonly text: RegExp;
  readonly cause?: (room: Room) => Promise<unknown>;
}[] = [
  { how: "is complete", model: "echo", status: "complete", text: /^one two three four five$/ },
  { how: "breaks in the middle", model: "cut-middle", status: "failed", text: HALF },
  { how: "falls silent", model: "hang-middle", status: "failed", text: HALF },
  {
    how: "is stopped",
    model: "hang-middle",
    status: "cancelled",
    text: HALF,
    cause: (room) => room.do({ type: "stop" }),
  },
  {
    how: "is cut because its agent is turned off",
    model: "hang-middle",
    status: "cancelled",
    text: HALF,
    cause: async (room) => {
      const { participants } = await room.state();
      await room.do({ type: "change_participant", participantId: participants[0]?.id ?? "", enabled: false });
    },
  },
];

for (const { how, model, status, text, cause } of ends) {
  // Shows S4-29, S4-34, P15.
  Deno.test(`an answer that ${how} keeps all that was shown, and is no longer being written`, () =>
    inWorld({ tokenMs: 7 }, async (world, room) => {
      await room.open([{ name: "Ada", model }]);
      await room.post("one two three four five");
      await room.shown("Ada");
      const turn = await room.turnOf("Ada");
      if (cause) {
        await world.until(() => room.engine.system.drafts(ROOM).some((draft) => HALF.test(draft.text)));
        await cause(room);
      }
      const state = await room.rest();
      const view = messageView(state, turn?.messageId ?? "");
      assert.deepEqual([view?.status, view?.streaming], [status, false]);
      assert.match(view?.content ?? "", text);
      const shown = room.engine.live.flatMap((live) => live.type === "drafts" ? live.drafts : [])
        .filter((draft) => draft.turnId === turn?.id);
      for (const { at, text: piece } of shown) {
        assert.equal(view?.content.slice(at, at + piece.length), piece);
      }
      assert.deepEqual(await room.engine.log.work.all(), [], "nothing is left as work");
      // The commit is handed out by the next look at the order of all events.
      await world.until(() => room.engine.system.drafts(ROOM).length === 0, 1_000);
    }));
}

// Shows S4-29.
Deno.test("the end of an answer is not lost to the pause between two ticks", () =>
  inWorld({ tokenMs: 1 }, async (_, room) => {
    await room.open([{ name: "Ada", model: "story:120" }]);
    await room.post("bread");
    await room.rest();
    const said = await room.said("Ada");
    const shown = room.engine.live.flatMap((live) => live.type === "drafts" ? live.drafts : []);
    const last = shown.at(-1);
    assert.ok(said.split(/\s+/).length >= 110);
    assert.ok(
      (last?.at ?? 0) + (last?.text.length ?? 0) < said.length,
      "the last words came between two ticks",
    );
  }));

/** A world in which `before` happens once, just before the end of an answer is stored. */
function justBeforeTheEnd(
  before: (log: EventLog, ending: NewConversationEvent & { type: "TurnCompleted" }) => Promise<unknown>,
  body: (world: World, room: Room) => Promise<void>,
): Promise<void> {
  let done = false;
  return inWorld({
    log: (log) => ({
      ...log,
      async append(request) {
        const events = request.events as NewConversationEvent[];
        const ending = events.find((event) => event.type === "TurnCompleted");
        if (ending && !done) {
          done = true;
          await before(log, ending);
        }
        return await log.append(request);
      },
    }),
  }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.post("one two three");
    await room.rest();
    assert.equal(done, true);
    await body(world, room);
  });
}

Deno.test("an answer that is complete is stored though somebody took its work row and died: it is not paid again", () =>
  justBeforeTheEnd(
    (log, { data }) => log.drafts.fence(ROOM, [data.turnId], "somebody"),
    async (world, room) => {
      assert.equal(world.mock.requests().length, 1);
      assert.deepEqual((await room.all("TurnCompleted")).map((c) => c.attempt), [1]);
      assert.deepEqual(await room.all("TurnInterrupted"), []);
      assert.deepEqual(await room.engine.log.work.all(), [], "its work row is gone with it");
    },
  ));

Deno.test("an attempt that was taken over while it ended ends nothing: the next one does", () =>
  justBeforeTheEnd(
    async (log, { data: { turnId, attempt } }) => {
      const head = await log.head(ROOM);
      const taken = {
        id: "somebody/0",
        type: "TurnInterrupted",
        v: 1,
        at: "2026-01-01T00:00:00.000Z",
        by: SYSTEM,
        data: { turnId, attempt, why: "lost" },
      };
      const row = { attempt, owner: null, beat: 0, length: 0, reasoningLength: 0 };
      const alongside = { work: [{ turnId, row }] };
      const result = await log.append({ stream: ROOM, head, events: [taken], alongside });
      assert.equal(result.ok, true);
    },
    async (_, room) => {
      assert.deepEqual((await room.all("TurnCompleted")).map((c) => c.attempt), [2]);
      assert.equal(await room.said("Ada"), "one two three");
    },
  ));

// Shows S0-86, S2-3.
Deno.test("a provider is whatever has the adapter's three methods; the engine knows nothing else of it", () => {
  const asked: string[] = [];
  return inWorld({
    adapter: () => ({
      kind: "mock" as const,
      renderer: { ...mockRenderer, name: "pigeon/1" } satisfies Renderer,
      async *send({ body }) {
        asked.push(new TextDecoder().decode(body));
        yield { type: "text" as const, text: "Coo, " };
        yield await Promise.resolve({ type: "text" as const, text: "coo." });
        yield { type: "finish" as const, reason: "stop", usage: null, model: "pigeon", messageId: null };
      },
      models: () => Promise.resolve([{ name: "pigeon" }]),
    }),
  }, async (_, room) => {
    await room.open([{ name: "Ada", model: "pigeon" }]);
    await room.post("Any news?");
    await room.rest();
    assert.equal(await room.said("Ada"), "Coo, coo.");
    assert.equal((await room.all("ProviderCalled"))[0]?.renderer, "pigeon/1");
    assert.match(asked.join(), /Any news\?/);
  });
});

// Shows S2-42.
Deno.test("what a provider's call throws that nobody foresaw is said in our words, and its own are in no log line or event", () => {
  const words = "upstream said: Bearer sk-canary-4f1d0c77aa at https://me:pass@host.example/v1";
  return inWorld({
    adapter: (mock) => ({
      kind: "mock" as const,
      renderer: mock.renderer,
      // deno-lint-ignore require-yield
      async *send() {
        await Promise.resolve();
        throw Object.assign(new RangeError(words), { response: words });
      },
      models: () => Promise.resolve([]),
    }),
  }, async (_, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.post("hello");
    await room.rest();
    const bug = room.engine.lines.find(({ what }) => what === "provider_bug");
    assert.equal(bug?.fields["error"], "RangeError");
    const told = JSON.stringify([room.engine.lines, await room.events()]);
    assert.doesNotMatch(told, /canary|upstream said|host\.example/);
    assert.equal((await room.all("TurnFailed"))[0]?.error.code, "internal");
  });
});

// Shows S2-42.
Deno.test("an unexpected error of the program is one line of a log, without secrets, paths and stack", () => {
  const error = new TypeError(
    "database is locked: /home/me/data/fishbowl.db, C:\\data\\x, key sk-canary-4f1d0c77aa\n    at run (file:///srv/app.ts:1:1)",
  );
  const said = safely(error);
  assert.deepEqual(Object.keys(said), ["error", "detail"]);
  assert.equal(said["detail"], "database is locked: [path], [path], key [redacted]");
  assert.equal(safely(new Error("and/or 3/4 of it"))["detail"], "and/or 3/4 of it");
  assert.equal(String(safely(new Error("x".repeat(900)))["detail"]).length, 200);
  assert.deepEqual(safely("words"), { error: "Error" });
});

// Shows S2-53, S2-42.
Deno.test("the log lines of agents that answer together tell each turn from the others, without their words", () =>
  inWorld({}, async (world: World, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "flaky:1" }, {
      name: "Cyd",
      model: "error-401",
    }]);
    await room.post("the quokka smiles");
    await room.rest();
    await world.until(() => room.engine.lines.filter(({ what }) => what === "answer_saved").length === 3);
    for (const name of ["Ada", "Bob", "Cyd"]) {
      const turn = await room.turnOf(name);
      const lines = room.engine.lines.filter(({ fields }) => fields["turnId"] === turn?.id);
      const failures = { Ada: 0, Bob: 1, Cyd: 1 }[name] ?? 0;
      assert.deepEqual(lines.map(({ what }) => what), [
        "answer_id_minted",
        "turn_started",
        ...Array.from({ length: failures }, () => "provider_call_failed"),
        "answer_saved",
      ], name);
      assert.ok(lines.every(({ fields }) => fields["conversationId"] === ROOM));
      const { how, error, model, ms, inputTokens, outputTokens } = lines.at(-1)?.fields ?? {};
      assert.equal(how, name === "Cyd" ? "failed" : "completed");
      assert.equal(error, name === "Cyd" ? "auth" : undefined);
      assert.equal(model, { Ada: "echo", Bob: "flaky:1", Cyd: "error-401" }[name]);
      assert.equal(typeof ms, "number");
      const told = name === "Cyd" ? "undefined" : "number";
      assert.deepEqual([typeof inputTokens, typeof outputTokens], [told, told]);
    }
    assert.doesNotMatch(JSON.stringify(room.engine.lines), /quokka| {4}at .*\.ts/);
  }));

Deno.test("a stream that stops without saying that it is finished is no whole answer", () =>
  inWorld({
    adapter: (mock) => ({
      kind: mock.kind,
      renderer: mock.renderer,
      models: () => mock.models(),
      async *send(options) {
        for await (const part of mock.send(options)) if (part.type !== "finish") yield part;
      },
    }),
  }, async (_world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.post("Are you there?");
    await room.rest();
    const [failed] = await room.all("TurnFailed");
    assert.equal(failed?.error.code, "truncated");
    assert.ok(failed?.partial, "what was shown stays");
    assert.deepEqual(await room.all("TurnCompleted"), []);
  }));
