/** The queue of commits: what shares a commit, and that nothing of one stream overtakes anything. */
import assert from "node:assert/strict";
import { MUTATIONS } from "../../../../events/store/kv/bounds.ts";
import { TooLarge } from "../../../../events/store/errors.ts";
import { realEnvironment } from "../../../../events/store/environment.ts";
import { GroupCommit, JOBS } from "../../../../events/store/commit/group_commit.ts";
import type { Job } from "../../../../events/store/commit/job.ts";
import { openDenoKv } from "../../../../events/store/kv/open.ts";
import type { Atomic, Kv } from "../../../../events/store/kv/kv.ts";
import { replacing } from "../../../replacing.ts";
import { committing } from "../committing.ts";

const job = (names: readonly string[], value: string, more: Partial<Job> = {}): Job => ({
  writes: names.map((name) => ({ key: [name], value, bytes: value.length })),
  ...more,
});

async function withQueue(
  body: (queue: GroupCommit, kv: Kv) => Promise<void>,
  seen: (kv: Kv) => Kv = (kv) => kv,
  monotonic = () => 0,
): Promise<void> {
  const kv = await openDenoKv(":memory:");
  try {
    const queue = new GroupCommit({
      kv: seen(kv),
      environment: { ...realEnvironment, monotonic },
      remote: false,
      committed: () => {},
      took: () => {},
    });
    await body(queue, kv);
  } finally {
    kv.close();
  }
}

async function stampOf(queue: GroupCommit, given: Job): Promise<string> {
  const outcome = await queue.commit(given);
  assert.equal(outcome.status, "committed");
  return "stamp" in outcome ? outcome.stamp : "";
}

Deno.test("jobs that come together share a commit; one whose key is taken goes into the next, and none overtakes it", () =>
  withQueue(async (queue, kv) => {
    const [first, second, third, other] = await Promise.all([
      stampOf(queue, job(["x"], "first")),
      stampOf(queue, job(["x", "y"], "second")),
      stampOf(queue, job(["y"], "third")),
      stampOf(queue, job(["z"], "other")),
    ]);
    assert.equal(first, other, "in one commit");
    assert.ok(first && second && third && first < second && second < third, "one after the other");
    assert.equal((await kv.get(["y"])).value, "third", "what was asked for last stands");
  }));

Deno.test("of a crowd a part waits for the next commit, and is written while the others hear that they were", async () => {
  const heard = Promise.withResolvers<void>();
  let commits = 0;
  /** A store whose second commit takes until somebody of the first has heard. */
  const waiting = (kv: Kv): Kv =>
    committing(kv, async (commit) => {
      if (++commits === 2) await heard.promise;
      return await commit();
    });
  await withQueue(async (queue) => {
    const stamps = await Promise.all(
      Array.from({ length: 2 * JOBS }, async (_, n) => {
        const stamp = await stampOf(queue, job([`k${n}`], "v"));
        if (n === 0) heard.resolve();
        return stamp;
      }),
    );
    assert.equal(new Set(stamps.slice(0, JOBS)).size, 1);
    assert.equal(new Set(stamps).size, 2);
  }, waiting);
});

/** Jobs of a crowd that are ready before the others, and those others. */
const [READY, REST] = [12, 4] as const;

Deno.test("of a crowd that nobody told together the first are written while the others are prepared; who were told together share a commit", async () => {
  let commits = 0;
  let now = 0;
  const order: string[] = [];
  const counting = (kv: Kv): Kv =>
    committing(kv, (commit) => {
      commits++;
      order.push("written");
      return commit();
    });
  await withQueue(
    async (queue) => {
      const came = async (count: number): Promise<number[]> => {
        const before = commits;
        const coming = Array.from({ length: count }, () => queue.expect());
        const begun: number[] = [];
        const stored = coming.map((ready, n) => {
          ready();
          const stamp = stampOf(queue, job([`k${n}`], "v")).finally(() => order.push("told"));
          begun.push(commits - before);
          return stamp;
        });
        assert.equal(queue.crowded, count >= READY + REST, "those that are being written are in hand");
        await Promise.all(stored);
        assert.equal(queue.crowded, false);
        return [...begun, commits - before];
      };
      const ahead = [...Array(READY - 1).fill(0), ...Array(REST + 1).fill(1), 2];
      assert.deepEqual(await came(READY + REST), ahead);
      assert.deepEqual(order.slice(0, 3), ["written", "written", "told"], "the others follow at once");
      const together = [...Array(READY + REST).fill(0), 1];
      assert.deepEqual(await came(READY + REST), together, "told together a moment ago");
      now += 11;
      assert.deepEqual(await came(READY + REST - 1), together.slice(1), "too few are left to be prepared");
      now += 11;
      assert.deepEqual(await came(READY + REST), ahead, "told long ago");
    },
    counting,
    () => now,
  );
});

Deno.test("many that are being prepared are a crowd before the first of them has come", () =>
  withQueue((queue) => {
    const coming = Array.from({ length: READY + REST - 1 }, () => queue.expect());
    assert.equal(queue.crowded, false);
    const last = queue.expect();
    assert.equal(queue.crowded, true);
    last();
    last();
    assert.equal(queue.crowded, false);
    queue.expect();
    assert.equal(queue.crowded, true, "one that came twice counts once");
    for (const ready of coming) ready();
    assert.equal(queue.crowded, false);
    return Promise.resolve();
  }));

Deno.test("an urgent job goes before all that waits", () =>
  withQueue(async (queue, kv) => {
    await Promise.all([
      stampOf(queue, job(["x"], "waited")),
      stampOf(queue, job(["x"], "urgent", { urgent: true })),
    ]);
    assert.equal((await kv.get(["x"])).value, "waited", "so it was written first");
  }));

Deno.test("what is to be soon goes before what may wait, behind what is urgent and what was to be soon before it", () =>
  withQueue(async (queue, kv) => {
    const all = ["waits", "soon 1", "urgent", "soon 2"];
    const more = (name: string): Partial<Job> =>
      name === "urgent" ? { urgent: true } : name === "waits" ? {} : { soon: true };
    const stamps = await Promise.all(all.map((name) => stampOf(queue, job(["x"], name, more(name)))));
    const order = all.toSorted((a, b) =>
      (stamps[all.indexOf(a)] ?? "") < (stamps[all.indexOf(b)] ?? "") ? -1 : 1
    );
    assert.deepEqual(order, ["urgent", "soon 1", "soon 2", "waits"]);
    assert.equal((await kv.get(["x"])).value, "waits");
  }));

Deno.test("a job of as many rows as a commit takes is written, one of more is refused at once", () =>
  withQueue(async (queue) => {
    const rows = (count: number) => job(Array.from({ length: count }, (_, n) => `k${n}`), "v");
    await stampOf(queue, rows(MUTATIONS));
    assert.throws(() => queue.commit(rows(MUTATIONS + 1)), TooLarge);
  }));

/** A store that refuses every commit, though every checked key is as expected. */
function refusing(kv: Kv): Kv {
  const refused: Atomic = {
    check: () => refused,
    set: () => refused,
    delete: () => refused,
    commit: () => Promise.resolve({ ok: false }),
  };
  return replacing(kv, { atomic: () => refused });
}

Deno.test("where a commit breaks everybody who waits for it hears so, and the next one is tried", () =>
  withQueue(async (queue) => {
    const told = await Promise.allSettled(["x", "y", "z"].map((name) => queue.commit(job([name], "v"))));
    assert.deepEqual(told.map(({ status }) => status), ["rejected", "rejected", "rejected"]);
    await assert.rejects(queue.commit(job(["x"], "again")), /as expected/);
  }, refusing));
