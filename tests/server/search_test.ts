/** Searching by the API: the same with an index and without, and what only an index tells. */
import assert from "node:assert/strict";
import { READ_THROUGH } from "../../server/routes/insight.ts";
import { IndexHere } from "../actors/search/given.ts";
import { TestServer, WELCOME } from "./harness.ts";
import { until } from "./programs.ts";
import { Patience } from "../patience.ts";

interface Hit {
  readonly conversationId: string;
  readonly messageId: string | null;
  readonly snippet: string;
  readonly marks: readonly [number, number][];
  readonly at: string;
  readonly author: { readonly name: string } | null;
}

const free = () => Promise.resolve({ held: true, [Symbol.dispose]: () => {} });

async function both(body: (server: TestServer, indexed: boolean) => Promise<void>): Promise<void> {
  for (const indexed of [false, true]) {
    const search = { index: new IndexHere(":memory:"), hold: free };
    await using server = await TestServer.start(indexed ? { search } : {});
    server.system.beginIndexing();
    await body(server, indexed);
    assert.equal(search.index.asked.includes("search"), indexed);
  }
}

async function hits(server: TestServer, query: string, more = ""): Promise<Hit[]> {
  for (const patience = new Patience("for all words to be in the index");; patience.look()) {
    const { status, json, text } = await server.call(
      "GET",
      `/api/search?q=${encodeURIComponent(query)}${more}`,
    );
    assert.equal(status, 200, text);
    if (!json.indexing) return json.items;
  }
}

const post = async (server: TestServer, content: string): Promise<string> => {
  const created = await server.call("POST", "/api/conversations", { agentIds: [], message: { content } });
  return created.json.conversation.id;
};

Deno.test("words, beginnings, phrases, who and when: the same hits from an index as without one", () =>
  both(async (server) => {
    const id = await post(server, "The crème brûlée of the old lighthouse, not to be missed");
    const of = async (query: string, more = "") =>
      (await hits(server, query, more)).filter(({ messageId }) => messageId !== null).map((hit) =>
        hit.conversationId
      );
    assert.deepEqual(await of("lighthouse"), [id]);
    assert.deepEqual(await of("creme BRULEE"), [id]);
    assert.deepEqual(await of("creme light"), [id], "the last word typed may go on");
    assert.deepEqual(await of("light creme"), [], "another is a whole one");
    assert.deepEqual(await of("light* creme"), [id]);
    assert.deepEqual(await of("light "), []);
    assert.deepEqual(await of('"old lighthouse"'), [id]);
    assert.deepEqual(await of('"lighthouse old"'), []);
    assert.deepEqual(await of("lighthouse agent:user"), [id]);
    assert.deepEqual(await of("lighthouse agent:critic"), []);
    assert.deepEqual(await of("lighthouse after:2020-01-01 before:2100"), [id]);
    assert.deepEqual(await of("lighthouse before:2020"), []);
    assert.deepEqual(await of("lighthouse", `&conversationId=${id}`), [id]);
    assert.deepEqual(await of("lighthouse", `&conversationId=${WELCOME}`), []);
    assert.deepEqual(await of("  "), []);
    const [hit] = (await hits(server, "lighthouse")).filter(({ messageId }) => messageId !== null);
    assert.deepEqual(hit?.marks.map(([from, to]) => hit.snippet.slice(from, to)), ["lighthouse"]);
    assert.equal(hit?.author?.name, "User");
  }));

Deno.test("what was said just now is found, and what was deleted is not", () =>
  both(async (server) => {
    const id = await post(server, "windmills at dusk");
    assert.equal((await hits(server, "windmills")).length, 2);
    assert.equal((await server.call("DELETE", `/api/conversations/${id}`)).status, 204);
    assert.deepEqual(await hits(server, "windmills"), []);
    assert.equal((await server.call("POST", `/api/conversations/${id}/restore`)).status, 200);
    assert.equal((await hits(server, "windmills")).length, 2);
  }));

Deno.test("a day of somebody's own clock is meant, and an odd one or a sort that is none is refused", () =>
  both(async (server) => {
    await post(server, "meridian");
    const [hit] = await hits(server, "meridian");
    const day = hit?.at.slice(0, 10) ?? "";
    for (const zone of [-840, 840]) {
      const here = new Date(Date.parse(hit?.at ?? "") + zone * 60_000).toISOString().slice(0, 10);
      assert.equal(
        (await hits(server, `meridian after:${here}`, `&zone=${zone}`)).length,
        2,
        `${day} ${zone}`,
      );
      assert.equal(
        (await hits(server, `meridian before:${here}`, `&zone=${zone}`)).length,
        0,
        `${day} ${zone}`,
      );
    }
    // Whatever time it is, at one of the two it is another day than in Greenwich.
    for (const [place, hours] of [["Etc/GMT-14", 14], ["Etc/GMT+12", -12]] as const) {
      const dayThere = (days: number) =>
        new Date(Date.parse(hit?.at ?? "") + (hours + 24 * days) * 3_600_000).toISOString().slice(0, 10);
      const asked = `&place=${encodeURIComponent(place)}`;
      const found = async (when: string) => (await hits(server, `meridian ${when}`, asked)).length;
      assert.equal(await found(`after:${dayThere(0)} before:${dayThere(1)}`), 2, `${hit?.at} ${place}`);
    }
    for (const wrong of ["zone=841", "zone=x", `place=${"x".repeat(65)}`, "sort=worst", "limit=201"]) {
      assert.equal((await server.call("GET", `/api/search?q=a&${wrong}`)).status, 422, wrong);
    }
  }));

Deno.test("the best hit is the one that is most about it, the newest the one said last", async () => {
  const search = { index: new IndexHere(":memory:"), hold: free };
  await using server = await TestServer.start({ search });
  server.system.beginIndexing();
  const best = await post(server, `rye rye rye ${"x".repeat(80)}`);
  const newest = await post(server, `${"and so on ".repeat(40)} rye`);
  const first = async (more: string) =>
    (await hits(server, "rye", more)).find(({ messageId }) => messageId !== null)?.conversationId;
  assert.equal(await first(""), best);
  assert.equal(await first("&sort=newest"), newest);
});

Deno.test("while not everything is in, an answer says so", async () => {
  const index = new IndexHere(":memory:");
  const gate = Promise.withResolvers<void>();
  const search = {
    index,
    hold: async () => {
      await gate.promise;
      return await free();
    },
  };
  await using server = await TestServer.start({ search });
  await index.ask("reset", server.store.epoch);
  server.system.beginIndexing();
  const { json } = await server.call("GET", "/api/search?q=welcome");
  assert.equal(json.indexing, true);
  gate.resolve();
  assert.ok((await hits(server, "welcome")).length > 0);
});

Deno.test("where nothing is found the word that was probably meant is told, if something has it", async () => {
  const search = { index: new IndexHere(":memory:"), hold: free };
  await using server = await TestServer.start({ search });
  server.system.beginIndexing();
  await post(server, "An export a day, and an exporter");
  for (const words of ["An export of bread", "An export of broad oak", "Oak is a broad word"]) {
    await post(server, words);
  }
  const gone = await post(server, "A zeppelin over the lake");
  const meant = async (query: string) => {
    for (const patience = new Patience("for all words to be in the index");; patience.look()) {
      const { json } = await server.call("GET", `/api/search?q=${encodeURIComponent(query)}`);
      if (!json.indexing) return [json.items.length > 0, json.didYouMean];
    }
  };
  assert.deepEqual(await meant("expotr"), [false, "export"]);
  assert.deepEqual(await meant("an expotr "), [false, "an export "]);
  assert.deepEqual(await meant("Exprt agent:user"), [false, "export agent:user"]);
  assert.deepEqual(await meant("expor"), [true, undefined], "a beginning of it is no slip");
  assert.deepEqual(await meant("expotr agent:nobody"), [false, undefined], "nobody said that");
  assert.deepEqual(await meant('"expotr a day"'), [false, undefined], "a phrase is meant as it stands");
  assert.deepEqual(await meant("export lake"), [false, undefined], "each is there, in no text both");
  assert.deepEqual(await meant("brxad"), [false, "broad"], "two have that, and one has bread");
  assert.deepEqual(await meant("export lak"), [false, undefined], "lake is being typed, not oak");
  assert.deepEqual(await meant("export lak "), [false, "export oak "]);
  assert.deepEqual(await meant("zepelin"), [false, "zeppelin"]);
  await server.call("DELETE", `/api/conversations/${gone}`);
  assert.deepEqual(await meant("zepelin"), [false, undefined], "nothing is told of what is deleted");
});

Deno.test("without an index the newest conversations are read through, and where there are more that is told", async () => {
  await using server = await TestServer.start();
  await post(server, "A lighthouse");
  const { recent } = server.system;
  await until(server, async () => await recent.page("open", null, 1) !== null);
  const page = recent.page.bind(recent);
  let more = 0;
  Object.assign(recent, {
    page: async (...[shelf, after, limit]: Parameters<typeof page>) => {
      const found = await page(shelf, after, limit);
      const [one] = found?.rows ?? [];
      // Newer than those that are there, of conversations that are gone by the time they are read.
      const gone = Array.from(
        { length: shelf === "open" ? more : 0 },
        (_, n) => ({ ...Object(one?.row), id: `gone_${n}`, updatedAt: "2999" }),
      );
      return found &&
        { ...found, rows: [...gone.map((row) => ({ id: row.id, row })), ...found.rows].slice(0, limit) };
    },
  });
  const found = async () => {
    const { json } = await server.call("GET", "/api/search?q=lighthouse");
    return [json.items.length, json.partial];
  };
  const there = (await page("open", null, 500))?.rows.length ?? 0;
  assert.deepEqual(await found(), [2, undefined]);
  more = READ_THROUGH - there;
  assert.deepEqual(await found(), [2, undefined]);
  more = READ_THROUGH;
  assert.deepEqual(await found(), [0, true]);
});
