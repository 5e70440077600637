/** After how many days untouched conversations go: chosen, told, previewed, and by whom. */
import assert from "node:assert/strict";
import { RETENTION_DAYS } from "../../events/catalog/limits.ts";
import { renamed } from "../events/exported.ts";
import { TestServer, WELCOME } from "./harness.ts";
import { Patience } from "../patience.ts";

const DAY = 24 * 3_600_000;

/** A server whose clock on the wall is the test's. */
async function onWall(
  body: (server: TestServer, wall: { now: number }, began: number) => Promise<void>,
): Promise<void> {
  const began = Date.now();
  const wall = { now: began };
  await using server = await TestServer.start({
    clocks: { now: () => wall.now, monotonic: () => performance.now() },
  });
  await body(server, wall, began);
}

async function preview(server: TestServer, days: number) {
  for (const patience = new Patience("for the list by time to be made");; patience.look()) {
    const { status, json } = await server.call("GET", `/api/retention/preview?days=${days}`);
    // The list by time is made in the background.
    if (status !== 503) return json;
  }
}

// Shows P28.
Deno.test("nothing is deleted by itself before somebody chooses so, from the day after on; null takes it back", () =>
  onWall(async (server, wall, began) => {
    const none = { days: null, from: null, soon: 0, more: false, looked: null };
    assert.deepEqual((await server.call("GET", "/api/retention")).json, none);
    const chosen = await server.call("PATCH", "/api/retention", { days: 90 });
    const from = new Date(began + DAY).toISOString();
    assert.deepEqual([chosen.status, chosen.json], [200, { ...none, days: 90, from }]);
    wall.now += DAY / 2;
    assert.equal((await server.call("PATCH", "/api/retention", { days: 90 })).json.from, from, "the same");
    const prices = { own: { input: 1, output: 1 } };
    assert.equal((await server.call("PATCH", "/api/prices", { prices })).status, 200);
    assert.equal((await server.call("GET", "/api/status")).json.retention.days, 90, "beside other settings");
    const less = (await server.call("PATCH", "/api/retention", { days: 30 })).json;
    assert.equal(less.from, new Date(wall.now + DAY).toISOString(), "another day");
    assert.deepEqual((await server.call("PATCH", "/api/retention", { days: null })).json, none);
    assert.deepEqual((await server.call("GET", "/api/prices")).json.own, prices);
  }));

Deno.test("days are whole and within their bounds; at the bounds they are taken", () =>
  onWall(async (server) => {
    const { min, max } = RETENTION_DAYS;
    for (const days of [min - 1, max + 1, 1.5, "30", undefined]) {
      assert.equal((await server.call("PATCH", "/api/retention", { days })).status, 422, String(days));
    }
    for (const days of ["", min - 1, max + 1, 1.5, "x"]) {
      assert.equal(
        (await server.call("GET", `/api/retention/preview?days=${days}`)).status,
        422,
        String(days),
      );
    }
    for (const days of [min, max]) {
      assert.equal((await server.call("PATCH", "/api/retention", { days })).json.days, days);
      assert.equal((await preview(server, days)).days, days);
    }
  }));

Deno.test("a preview tells what would go at the first moment it may: how many, which first, and deletes nothing", () =>
  onWall(async (server, wall, began) => {
    wall.now += 20 * DAY + 1;
    await server.call("POST", "/api/conversations", { agentIds: [], title: "Newer" });
    const shown = await preview(server, 21);
    assert.deepEqual([shown.count, shown.more], [1, false], "a day from now it will be that old");
    const [oldest] = shown.oldest;
    assert.equal(oldest.id, WELCOME);
    assert.ok(Math.abs(Date.parse(oldest.touchedAt) - began) < DAY / 2);
    assert.equal(shown.from, new Date(wall.now + DAY).toISOString());
    assert.equal((await preview(server, 22)).count, 0);
    wall.now += 1;
    assert.equal((await preview(server, 1)).count, 2);
    await server.call("PATCH", `/api/conversations/${WELCOME}`, { pinned: true });
    assert.equal((await preview(server, 1)).count, 1);
    assert.equal((await server.call("GET", `/api/conversations/${WELCOME}`)).status, 200);
  }));

Deno.test("what comes from a file was touched when it came, whatever it claims; so a copy, until something happens in it", () =>
  onWall(async (server, wall) => {
    const file = (await server.call("GET", `/api/conversations/${WELCOME}/export?format=ndjson`)).text;
    wall.now += 50 * DAY;
    await server.call("DELETE", `/api/conversations/${WELCOME}`);
    const { seq } = (await server.call("POST", "/api/import", renamed(file, WELCOME, "moved"))).json;
    assert.equal((await preview(server, 30)).count, 0);
    wall.now += 50 * DAY;
    assert.equal((await preview(server, 30)).count, 1);
    const made = await server.call("POST", "/api/conversations/moved/fork", { seq });
    assert.equal(made.status, 201);
    const { oldest } = await preview(server, 30);
    assert.deepEqual(oldest.map(({ id }: { id: string }) => id), ["moved"]);
  }));
