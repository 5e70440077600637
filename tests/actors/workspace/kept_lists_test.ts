/** Lists of models in rows beside the log: whole or not there, bounded, of one server. */
import assert from "node:assert/strict";
import { KeptLists, pagesOf } from "../../../actors/workspace/kept_lists.ts";
import type { Provider } from "../../../events/catalog/workspace.ts";
import type { SideRows } from "../../../events/store/types.ts";
import { openInMemory } from "../../events/store/with_log.ts";

const AT = "2026-01-01T12:00:00.000Z";
const LATER = "2026-01-02T12:00:00.000Z";
const DAY_MS = 86_400_000;
const lab: Provider = {
  id: "provider_1",
  name: "Lab",
  kind: "openai",
  baseUrl: "http://lab/v1",
  maxConcurrent: 1,
  requestsPerMinute: 1,
  timeoutSeconds: 1,
};
const named = (count: number, length = 8) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}`.padStart(length, "日") }));

async function opened(use: (lists: KeptLists, rows: SideRows) => Promise<void>): Promise<void> {
  const log = await openInMemory();
  const rows = log.side("models");
  await use(new KeptLists(rows), rows);
  await log.close();
}

Deno.test("a list of the largest size there may be is kept in rows that a store takes, and read whole", () =>
  opened(async (lists, rows) => {
    const models = named(2_000, 200);
    await lists.write(lab, models, AT, "v1");
    const kept = await lists.read(lab);
    assert.deepEqual(kept?.models, models);
    assert.deepEqual([kept?.head.readAt, kept?.head.cut, kept?.head.failed], [AT, 0, null]);
    const pages = (await rows.list()).filter(({ id }) => id.includes("/"));
    assert.equal(pages.length, pagesOf(models).length);
  }));

Deno.test("what has no room is counted, and no more than forty pages are kept", () => {
  const models = named(20_000, 200);
  const pages = pagesOf(models);
  assert.equal(pages.length, 40);
  for (const page of pages) assert.ok(JSON.stringify(page).length < 26_000);
  assert.deepEqual(pages.flat(), models.slice(0, pages.flat().length), "the first of them");
  return opened(async (lists) => {
    await lists.write(lab, models, AT, "v1");
    const { head, models: kept } = await lists.read(lab) ?? {};
    assert.equal((kept?.length ?? 0) + (head?.cut ?? 0), models.length);
  });
});

Deno.test("a list that is half, of another server, or of none is not there", () =>
  opened(async (lists, rows) => {
    assert.equal(await lists.read(lab), null);
    await lists.write(lab, named(500), AT, "v1");
    assert.equal(await lists.read({ ...lab, baseUrl: "http://other/v1" }), null);
    assert.equal(await lists.read({ ...lab, kind: "anthropic" }), null);
    assert.equal((await lists.read({ ...lab, name: "Renamed" }))?.models.length, 500);
    await rows.delete(`${lab.id}/v1/0`);
    assert.equal(await lists.read(lab), null);
    await rows.set(lab.id, { server: "nonsense" });
    assert.equal(await lists.head(lab), null);
  }));

Deno.test("a new list leaves nothing of the old one, and what another provider has is left alone", () =>
  opened(async (lists, rows) => {
    const other = { ...lab, id: "provider_10" };
    await lists.write(other, named(3), AT, "v1");
    await lists.write(lab, named(3_000), AT, "v1");
    await lists.write(lab, named(2), LATER, "v2");
    assert.deepEqual((await rows.list()).map(({ id }) => id).sort(), [
      "provider_1",
      "provider_1/v2/0",
      "provider_10",
      "provider_10/v1/0",
    ]);
    await lists.forget(lab.id);
    assert.deepEqual((await rows.list()).map(({ id }) => id).sort(), ["provider_10", "provider_10/v1/0"]);
  }));

Deno.test("that it failed is noted, and the list there is stays", () =>
  opened(async (lists) => {
    const failed = { code: "network", error: "Nobody answers." } as const;
    await lists.failed(lab, failed, AT);
    assert.equal(await lists.read(lab), null, "there was none");
    await lists.write(lab, named(2), AT, "v1");
    await lists.failed(lab, failed, LATER);
    const kept = await lists.read(lab);
    assert.equal(kept?.models.length, 2);
    assert.deepEqual([kept?.head.readAt, kept?.head.triedAt, kept?.head.failed], [AT, LATER, failed]);
  }));

Deno.test("of several who claim the next asking one has it, once it is a day old", () =>
  opened(async (lists) => {
    assert.equal(await lists.claim(lab, LATER, DAY_MS), false, "nobody ever asked");
    await lists.write(lab, named(1), AT, "v1");
    assert.equal(await lists.claim(lab, "2026-01-02T11:59:59.999Z", DAY_MS), false);
    const all = await Promise.all([1, 2, 3].map(() => lists.claim(lab, LATER, DAY_MS)));
    assert.deepEqual(all.filter(Boolean).length, 1);
    assert.equal(
      await lists.claim({ ...lab, baseUrl: "http://other" }, "2027-01-01T00:00:00.000Z", 1),
      false,
    );
  }));
