/** S3: an answer has one id, minted before anything of it is shown, and nothing ever replaces anything. */
import assert from "node:assert/strict";
import { inWorld, ROOM } from "./world.ts";

const FORMAT = /^message_[0-9a-f]{12}$/;

// Shows S3-14.
Deno.test("three turns make six messages, each with its own id, all there, none replaced", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "echo" }]);
    const texts = ["show me all tasks", "create task for groceries", "list all tasks"];
    for (const text of texts) {
      await room.post(text);
      await room.rest();
    }
    const state = await room.state();
    assert.equal(new Set(state.order).size, 6);
    assert.deepEqual(
      state.order.map((id) => [state.messages[id]?.role, state.bodies[id]?.content]),
      texts.flatMap((text) => [["user", text], ["assistant", text]]),
    );
  }));

// Shows S3-15, S3-5, S3-6.
Deno.test("the last five answers have five ids of the right form, none a placeholder", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "echo" }]);
    for (let n = 0; n < 6; n++) {
      await room.post(`question ${n}`);
      await room.rest();
    }
    const state = await room.state();
    const answers = state.order.filter((id) => state.messages[id]?.role === "assistant").slice(-5);
    assert.equal(new Set(answers).size, 5);
    for (const id of answers) assert.match(id, FORMAT);
  }));

// Shows S3-16, S3-9.
Deno.test("a streamed answer is one message that grows, under one id, and ends complete", () =>
  inWorld({ tokenMs: 70 }, async (_, room) => {
    await room.open([{ name: "Dot", model: "echo" }]);
    await room.post("add 3 tasks: groceries, laundry, homework");
    await room.rest();
    const frames = room.engine.live.flatMap((live) => live.type === "drafts" ? live.drafts : []);
    assert.ok(frames.length > 2);
    const [id, ...others] = new Set(frames.map((frame) => frame.messageId));
    assert.deepEqual(others, []);
    const shown = frames.map((frame) => frame.text).join("");
    const state = await room.state();
    assert.equal(state.order.length, 2);
    assert.equal(state.order[1], id);
    assert.equal(state.bodies[id ?? ""]?.content, "add 3 tasks: groceries, laundry, homework");
    assert.ok(state.bodies[id ?? ""]?.content.startsWith(shown));
  }));

// Shows S3-7, D-5.
Deno.test("the id of an answer is in the log before its first character is shown", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "echo" }]);
    await room.post("hello there, how are you");
    await room.rest();
    const { live } = room.engine;
    const first = live.findIndex((l) => l.type === "drafts");
    const announced = live.findIndex((l) =>
      l.type === "commit" && l.commit.events.some(({ event }) => event.type === "TurnStarted")
    );
    assert.ok(announced !== -1 && announced < first);
  }));

// Shows S3-12.
Deno.test("minting and saving of an answer are in the log lines, with its ids", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "echo" }]);
    await room.post("hello");
    await room.rest();
    const turn = await room.turnOf("Dot");
    for (const what of ["answer_id_minted", "answer_saved"]) {
      const line = room.engine.lines.find((l) => l.what === what);
      assert.equal(line?.fields["messageId"], turn?.messageId, what);
      assert.equal(line?.level, "info", "in the log that is written without --verbose");
      assert.equal(line?.fields["type"], "assistant");
      assert.equal(line?.fields["conversationId"], ROOM, "the thread");
      assert.equal(line?.fields["turnId"], turn?.id, "the item");
    }
    const saved = room.engine.lines.find((l) => l.what === "answer_saved");
    const last = (await room.events()).at(-1);
    assert.equal(saved?.fields["seq"], last?.seq, "where the commit that stored it ends");
  }));

// Shows P11, S2-45, D-3.
Deno.test("a retry is a new answer with a new id, and the failed one is closed and stays", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "cut-middle" }]);
    await room.post("hello");
    await room.rest();
    const failed = await room.turnOf("Dot");
    assert.ok(failed);
    await room.do({ type: "retry", turnId: failed.id });
    const state = await room.rest();
    const retried = await room.turnOf("Dot");
    assert.notEqual(retried?.messageId, failed.messageId);
    assert.equal(retried?.retryOf, failed.id);
    assert.match(state.bodies[failed.messageId]?.content ?? "", /something clever/);
    const closed = await room.all("TurnFailed");
    assert.deepEqual(closed.map(({ turnId }) => turnId), [failed.id, retried?.id]);
    assert.equal(
      state.order.filter((id) => state.messages[id]?.role === "assistant").length,
      2,
      "no duplicate",
    );
  }));
