/** A copy of a conversation has its turns under their ids: what ends there ends nothing here. */
import assert from "node:assert/strict";
import type { StoreLog } from "../../events/store/log.ts";
import { forkStream } from "../../events/store/transfer/fork.ts";
import { importStream } from "../../events/store/transfer/transfer.ts";
import { importOptions } from "../../server/command_line/derived_rows.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { inWorld, ROOM } from "./world.ts";

Deno.test("an answer that is being written goes on, and is shown, where its conversation is copied meanwhile", () =>
  inWorld({ tokenMs: 200 }, async (world, room) => {
    await room.open([{ name: "Ada", model: "story:40" }]);
    await room.do({ type: "post", content: "Hello" });
    const { engine } = room;
    const drafts = () =>
      engine.live.flatMap((live) => live.type === "drafts" ? live.drafts : [])
        .filter(({ conversationId }) => conversationId === ROOM);
    await world.until(() => drafts().length > 2);
    // A world's log is a whole store.
    const store = engine.log as StoreLog;
    const { seq } = await room.state();
    const lines = await forkStream(store, ROOM, seq, "copy", (data) => ({ ...data, title: "Copy" }));
    const made = await importStream(
      store,
      lines ?? assert.fail(),
      importOptions("2026-01-01T00:00:00.000Z", SYSTEM),
    );
    assert.ok(made.ok);
    const shown = drafts().length;
    await world.until(async () => (await room.state()).open.length === 0);
    const { turns, messages, bodies } = await room.state();
    const [turn] = Object.values(turns);
    assert.deepEqual([turn?.status, turn?.attempt], ["completed", 1]);
    const { content = "" } = bodies[turn?.messageId ?? ""] ?? {};
    assert.equal(messages[turn?.messageId ?? ""]?.status, "complete");
    assert.ok(drafts().length > shown + 10, `${drafts().length - shown}`);
    assert.equal(drafts().map(({ text }) => text).join(""), content);
    const copy = await engine.system.conversation("copy");
    assert.deepEqual(Object.values(copy?.turns ?? {}).map(({ status }) => status), ["cancelled"]);
  }));
