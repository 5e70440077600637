/** Pages of the list while conversations move to the top: what stays where it was is told exactly once. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { newestFirst, pageAfter, placeOf } from "../../../server/routes/list_page.ts";
import { TestServer } from "../harness.ts";
import { until } from "../programs.ts";
import { draws } from "../../effort.ts";

const timeOf = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();

Deno.test("every conversation that did not move is seen exactly once, whatever moves between the pages", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.array(fc.nat(29), { maxLength: 4 }), { maxLength: 8 }),
      (minutes, limit, moves) => {
        let rows = minutes.map((minute, index) => ({ id: `c_${index}`, updatedAt: timeOf(minute) }));
        const moved = new Set<string>();
        const seen: string[] = [];
        let cursor: string | null = null;
        for (let page = 0; page === 0 || cursor !== null; page++) {
          assert.ok(page <= rows.length, "the list comes to an end");
          const { items, next }: ReturnType<typeof pageAfter> = pageAfter(
            rows,
            cursor === null ? null : placeOf(cursor),
            limit,
          );
          assert.deepEqual(items, [...items].sort(newestFirst));
          seen.push(...items.map(({ id }) => id));
          cursor = next;
          for (const index of moves[page] ?? []) {
            const id = rows[index]?.id;
            if (id === undefined) continue;
            moved.add(id);
            rows = rows.map((row) =>
              row.id === id ? { id, updatedAt: timeOf(100 + moved.size + page) } : row
            );
          }
        }
        for (const { id } of rows) {
          const times = seen.filter((one) => one === id).length;
          if (moved.has(id)) assert.ok(times <= 1, `${id} was told ${times} times`);
          else assert.equal(times, 1, id);
        }
      },
    ),
    { numRuns: draws(4_000) },
  );
});

Deno.test("a full page promises another only where there is one", () => {
  const rows = [1, 2, 3].map((minute) => ({ id: `c_${minute}`, updatedAt: timeOf(minute) }));
  assert.equal(pageAfter(rows, null, 4).next, null);
  assert.equal(pageAfter(rows, null, 3).next, null);
  assert.equal(pageAfter(rows, null, 2).next, `${timeOf(2)}_c_2`);
});

Deno.test("a cursor is a time and an id, also one with an underscore in it; anything else is refused", () => {
  const at = timeOf(1);
  assert.deepEqual(placeOf(`${at}_conversation_a_b`), { updatedAt: at, id: "conversation_a_b" });
  for (const cursor of ["", "x", at, `${at}_`, `_${at}`, `${at}_a b`, `${at}_${"a".repeat(65)}`]) {
    assert.equal(placeOf(cursor), null, cursor);
  }
  assert.ok(placeOf(`${at}_${"a".repeat(64)}`));
});

Deno.test("the list goes on behind the cursor when the conversation it was made of got a message", async () => {
  await using server = await TestServer.start();
  for (let n = 0; n < 5; n++) {
    await server.call("POST", "/api/conversations", { agentIds: [], title: `t${n}` });
  }
  // Two made in one millisecond stand by their ids: the order is the list's own.
  const whole = await server.call("GET", "/api/conversations");
  const ids = whole.json.items
    .filter(({ title }: { title: string }) => /^t\d$/.test(title))
    .map(({ id }: { id: string }) => id);
  assert.equal(ids.length, 5);
  const first = await server.call("GET", "/api/conversations?limit=2");
  assert.deepEqual(first.json.items.map(({ id }: { id: string }) => id), ids.slice(0, 2));
  const [, last] = ids;
  assert.equal((await server.call("PATCH", `/api/conversations/${last}`, { title: "moved" })).status, 200);
  const second = await server.call("GET", `/api/conversations?limit=2&cursor=${first.json.next}`);
  assert.deepEqual(second.json.items.map(({ id }: { id: string }) => id), ids.slice(2, 4));
  const refused = await server.call("GET", "/api/conversations?cursor=nowhere");
  assert.equal(refused.status, 422);
  assert.equal(refused.json.code, "validation");
});

Deno.test("the server makes the list by time by itself, and its pages are those that sorting gives", async () => {
  await using server = await TestServer.start();
  for (let n = 0; n < 6; n++) {
    const made = await server.call("POST", "/api/conversations", { agentIds: [], title: `t${n}` });
    const { id } = made.json.conversation;
    if (n % 2) await server.call("PATCH", `/api/conversations/${id}`, { archived: true });
  }
  await until(server, async () => await server.system.recent.page("open", null, 1) !== null);
  // The search for words looks at all rows and sorts them.
  for (const archived of ["", "&archived=true"]) {
    const sorted = await server.call("GET", `/api/conversations?q=t${archived}`);
    const listed = await server.call("GET", `/api/conversations?limit=500${archived}`);
    const ids = listed.json.items.map(({ id }: { id: string }) => id);
    assert.deepEqual(sorted.json.items.filter(({ id }: { id: string }) => !ids.includes(id)), []);
    assert.ok(listed.json.items.length >= 3);
    assert.deepEqual(
      listed.json.items.filter((row: { archived: boolean }) => row.archived !== (archived !== "")),
      [],
    );
  }
});

Deno.test("the length of a page is a whole number between bounds, each of them allowed", async () => {
  await using server = await TestServer.start();
  const status = async (limit: unknown) =>
    (await server.call("GET", `/api/conversations?limit=${limit}`)).status;
  for (const good of [1, 500]) assert.equal(await status(good), 200, String(good));
  for (const bad of [0, 501, -1, 1.5, "x"]) assert.equal(await status(bad), 422, String(bad));
});
