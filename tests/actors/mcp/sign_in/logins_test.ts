/** Renewing over several processes on one store, and what becomes of who is in the middle of it. */
import assert from "node:assert/strict";
import { LoginRows } from "../../../../actors/mcp/sign_in/login_rows.ts";
import { McpLogins, SIGN_IN } from "../../../../actors/mcp/sign_in/logins.ts";
import { realEnvironment } from "../../../../actors/runtime/environment.ts";
import { silent } from "../../../../actors/runtime/logger.ts";
import { openLog } from "../../../../events/store/log.ts";
import { memoryKv } from "../../../sim/memory_kv.ts";
import { SimDisk } from "../../../sim/sim_disk.ts";
import { type Served, serveFake } from "../fake_mcp.ts";

const ID = "mcpserver_1";
const MASTER = new Uint8Array(32).fill(7);

/** A place whose tokens are counted: each one to renew with is good once. */
function rotating(): Served & { readonly used: string[]; hold: Promise<void>; fails: number } {
  const used: string[] = [];
  let current = 0;
  const made = Object.assign(
    serveFake(async (_, body) => {
      const given = new URLSearchParams(body).get("refresh_token") ?? "";
      used.push(given);
      await made.hold;
      if (made.fails > 0) {
        made.fails--;
        return new Response("down", { status: 503 });
      }
      if (given !== `refresh-${current}`) return Response.json({ error: "invalid_grant" }, { status: 400 });
      current++;
      return Response.json({
        access_token: `access-${current}`,
        refresh_token: `refresh-${current}`,
        token_type: "bearer",
      });
    }),
    { used, hold: Promise.resolve(), fails: 0 },
  );
  return made;
}

/** @param renews whether it came with what renews it */
async function opened(place: Served, { renews = true } = {}) {
  const disk = new SimDisk();
  const log = await openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(disk)) });
  const url = place.url;
  const side = log.side("mcplogin");
  const rows = () => new LoginRows(side, MASTER);
  const { origin } = new URL(url);
  const login = {
    place: {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    },
    client: { client_id: "c" },
    resource: url,
    access: "access-0",
    ...(renews ? { refresh: "refresh-0" } : {}),
  };
  await rows().setLogin(ID, url, login, null, "first");
  let now = Date.now();
  let slept = 0;
  const told: unknown[] = [];
  const process = (kept = rows()) =>
    new McpLogins({
      rows: kept,
      workspace: {
        change: (decide: (state: unknown) => { readonly events: readonly unknown[] }) => {
          told.push(...decide({ mcp: { [ID]: { login: {} } } }).events);
          return Promise.resolve({ ok: true, answer: { id: ID } });
        },
        refresh: () => Promise.reject(),
      } as never,
      environment: {
        ...realEnvironment,
        now: () => new Date(now).toISOString(),
        sleep: (_, signal) => {
          if (++slept > 500) throw new Error("it waits for ever");
          return realEnvironment.sleep(1, signal);
        },
      },
      logger: silent,
      challenge: () => Promise.reject(),
      changed: () => Promise.resolve(),
    });
  return {
    url,
    rows,
    process,
    /** Events of the settings. */
    told,
    server: { id: ID, url },
    pass: (ms: number) => void (now += ms),
    [Symbol.asyncDispose]: () => log.close(),
  };
}

Deno.test("of three processes one renews, and the others take what it got", async () => {
  await using place = rotating();
  await using store = await opened(place);
  const all = [store.process(), store.process(), store.process()];
  assert.deepEqual(await Promise.all(all.map((one) => one.renew(store.server, "access-0"))), [
    true,
    true,
    true,
  ]);
  assert.deepEqual(place.used, ["refresh-0"]);
  assert.deepEqual(await Promise.all(all.map((one) => one.token(store.server))), Array(3).fill("access-1"));
  assert.equal(await all[1]?.renew(store.server, "access-0"), true, "who comes late has it already");
  assert.deepEqual(place.used, ["refresh-0"]);
});

Deno.test("who is killed while it renews keeps the others waiting for a while, not for ever", async () => {
  await using place = rotating();
  await using store = await opened(place);
  const killed = await store.rows().claim(ID, "first", "killed", Date.now(), Date.now() + 30_000);
  assert.ok(killed);
  let done = false;
  const other = store.process().renew(store.server, "access-0").then((ok) => {
    done = true;
    return ok;
  });
  await store.rows().login(ID, store.url);
  assert.equal(done, false);
  assert.deepEqual(place.used, []);
  store.pass(60_000);
  assert.equal(await other, true);
  assert.deepEqual(place.used, ["refresh-0"]);
});

Deno.test("a place that is down keeps the sign-in; the next try renews", async () => {
  await using place = rotating();
  place.fails = 1;
  await using store = await opened(place);
  const logins = store.process();
  assert.equal(await logins.renew(store.server, "access-0"), false);
  assert.equal(await logins.token(store.server), "access-0");
  assert.equal(await logins.renew(store.server, "access-0"), true);
});

Deno.test("a sign-in that nothing renews is over with its token, and people are told", async () => {
  await using place = rotating();
  await using store = await opened(place, { renews: false });
  const logins = store.process();
  assert.equal(await logins.renew(store.server, "access-0"), false);
  assert.equal(await store.rows().login(ID, store.url), null);
  assert.deepEqual(store.told, [{ type: "McpLoginEnded", data: { id: ID, why: "refused" } }]);
  assert.equal((await logins.shown(store.server)).failed, SIGN_IN.ended);
  assert.deepEqual(place.used, []);
});

Deno.test("who is disconnected while it is renewed stays so", async () => {
  await using place = rotating();
  const held = Promise.withResolvers<void>();
  place.hold = held.promise;
  await using store = await opened(place);
  const logins = store.process();
  const renewing = logins.renew(store.server, "access-0");
  while (place.used.length === 0) await new Promise((soon) => setTimeout(soon, 1));
  await store.rows().forget(ID);
  held.resolve();
  await renewing;
  assert.equal(await store.rows().login(ID, store.url), null);
});

Deno.test("a login is of no use for another address, another server, or under another key", async () => {
  await using place = rotating();
  await using store = await opened(place);
  assert.ok(await store.rows().login(ID, store.url));
  assert.equal(await store.rows().login(ID, `${store.url}/other`), null);
  assert.equal(await store.rows().login("mcpserver_2", store.url), null);
});
