/** Rows that are written again as they were: who does so stands in nobody's way, and nobody takes one away unseen. */
import assert from "node:assert/strict";
import { GroupCommit, JOBS } from "../../../../events/store/commit/group_commit.ts";
import type { Job } from "../../../../events/store/commit/job.ts";
import type { Renewal } from "../../../../events/store/commit/renewals.ts";
import { realEnvironment } from "../../../../events/store/environment.ts";
import type { Kv } from "../../../../events/store/kv/kv.ts";
import { openDenoKv } from "../../../../events/store/kv/open.ts";
import { committing } from "../committing.ts";

const ROW = ["blob", "one"];
const VALUE = new TextEncoder().encode("as it is");

interface Given {
  readonly kv: Kv;
  readonly queue: GroupCommit;
  /** Commits that were tried so far. */
  readonly tried: () => number;
}

async function given(body: (given: Given) => Promise<void>): Promise<void> {
  const kv = await openDenoKv(":memory:");
  try {
    let tried = 0;
    const queue = new GroupCommit({
      kv: committing(kv, (commit) => (tried++, commit())),
      environment: realEnvironment,
      remote: false,
      committed: () => {},
      took: () => {},
    });
    await kv.atomic().set(ROW, VALUE).commit();
    await body({ kv, queue, tried: () => tried });
  } finally {
    kv.close();
  }
}

async function seen(kv: Kv): Promise<Renewal> {
  const { versionstamp } = await kv.get(ROW);
  assert.ok(versionstamp);
  return { key: ROW, versionstamp, value: VALUE };
}

const naming = (name: string, renewal: Renewal): Job => ({
  renews: [renewal],
  writes: [{ key: ["ref", "one", name], value: true, bytes: 10 }],
});
const removing = ({ key, versionstamp }: Renewal): Job => ({
  checks: [{ key, versionstamp }],
  writes: [{ key, remove: true }],
});

Deno.test("many that name the same row at once share commits, and none has to look again", () =>
  given(async ({ kv, queue, tried }) => {
    const renewal = await seen(kv);
    const outcomes = await Promise.all(
      Array.from({ length: 3 * JOBS }, (_, n) => queue.commit(naming(`s${n}`, renewal))),
    );
    assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(["committed"]));
    assert.equal(tried(), 3);
    assert.deepEqual((await kv.get(ROW)).value, VALUE);
  }));

Deno.test("who looked before a row was named cannot remove it, in the same commit or a later one", () =>
  given(async ({ kv, queue }) => {
    const renewal = await seen(kv);
    const together = await Promise.all([
      queue.commit(naming("a", renewal)),
      queue.commit(removing(renewal)),
    ]);
    assert.deepEqual(together.map(({ status }) => status), ["committed", "conflict"]);
    assert.equal((await queue.commit(removing(renewal))).status, "conflict");
    assert.deepEqual((await kv.get(ROW)).value, VALUE);
  }));

Deno.test("a row that is removed first is not named, and does not come back", () =>
  given(async ({ kv, queue }) => {
    const before = await seen(kv);
    await queue.commit(naming("a", before));
    const [removed, named] = await Promise.all([
      queue.commit(removing(await seen(kv))),
      queue.commit(naming("b", before)),
    ]);
    assert.deepEqual([removed.status, named.status], ["committed", "conflict"]);
    assert.equal((await kv.get(ROW)).versionstamp, null);
  }));

Deno.test("a row that somebody else wrote meanwhile has to be looked at again, by those alone who had not", () =>
  given(async ({ kv, queue }) => {
    const before = await seen(kv);
    await queue.commit(naming("a", before));
    await kv.atomic().set(ROW, VALUE).commit();
    const now = await seen(kv);
    // Side by side, so that they share a commit.
    const outcomes = await Promise.all([queue.commit(naming("b", before)), queue.commit(naming("c", now))]);
    assert.deepEqual(outcomes.map(({ status }) => status), ["conflict", "committed"]);
  }));
