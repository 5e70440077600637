/** Rows of the list as streams have them: in parts, by name, and none of which keeps others waiting. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../../../events/store/environment.ts";
import type { StoreLog } from "../../../../events/store/log.ts";
import { openInMemory } from "../with_log.ts";
import { change } from "../damage.ts";
import { appended, happened, said } from "../given.ts";

const listed = async (log: StoreLog, id: string, events = 1): Promise<void> => {
  for (let n = 0; n < events; n++) {
    await appended(log, id, [said(`${id}/${n}`)], { alongside: { list: { title: id } } });
  }
};

Deno.test("rows are had in parts, by name, with the last event of each; of streams that have none the place alone", async () => {
  const log = await openInMemory();
  try {
    for (const [id, events] of [["a", 1], ["b", 3], ["c", 1], ["d", 1], ["e", 2]] as const) {
      await listed(log, id, events);
    }
    await appended(log, "c", [happened("c/end", "ConversationDeleted")], {
      closes: true,
      alongside: { list: null },
    });
    await appended(log, "no_row", [said("x/0")]);
    await change(log, ["at", "d"], (text) => text.replace(/"seq":\d+/, '"seq":"none"'));
    const parts = [];
    for (let at: string | null = ""; at !== null;) {
      const { rows, next }: Awaited<ReturnType<StoreLog["list"]["after"]>> = await log.list.after(at, 2);
      parts.push([rows.map(({ id, seq, row }) => [id, seq, row]), next]);
      at = next;
    }
    assert.deepEqual(parts, [
      [[["a", 1, { title: "a" }], ["b", 3, { title: "b" }]], "b"],
      [[["d", null, null]], "d"],
      [[["e", 2, { title: "e" }]], "no_row"],
      [[], null],
    ]);
    const all: string[] = [];
    for await (const rows of log.list.all()) all.push(...rows.map(({ id }) => id));
    assert.deepEqual(all, ["a", "b", "d", "e"]);
  } finally {
    await log.close();
  }
});

Deno.test("who looks at all rows lets others have their turn behind every few", async () => {
  let opened = 0, most = 0;
  const environment = {
    ...realEnvironment,
    breathe: () => {
      most = Math.max(most, opened);
      opened = 0;
      return realEnvironment.breathe();
    },
  };
  const log = await openInMemory({ environment });
  try {
    for (let n = 0; n < 100; n++) await listed(log, `stream_${n}`);
    let all = 0;
    opened = most = 0;
    for await (const rows of log.list.all()) {
      all += rows.length;
      opened += rows.length;
    }
    assert.deepEqual([all, opened], [100, 0]);
    assert.ok(most <= 32, `${most} in a row`);
  } finally {
    await log.close();
  }
});
