/** A stream whose words are gone in places: the chain is what it was, and all else is read as before. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { chainStart } from "../../events/store/form/entry.ts";
import { realEnvironment } from "../../events/store/environment.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { hashBehind, isPacked, textsOf } from "../../events/store/form/value.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { draws } from "../effort.ts";
import { erase, withoutWords } from "../erased.ts";
import { arbitraryErasure } from "../erased_history.ts";
import { inFolder } from "../in_folder.ts";
import { FilesHere } from "./store/files_here.ts";
import { appended, noise, readAll, said } from "./store/given.ts";

/** Little is left in its place, so that much is packed. */
const PACKING = { keep: 5, events: 24, bytes: 64_000 };
const environment = { ...realEnvironment, sleep: () => Promise.resolve() };

/** The hash of the chain over what lies in the store. */
async function chainOf(log: StoreLog, stream: string): Promise<string> {
  let hash = chainStart(stream);
  for await (const batch of log.reader.stored(stream, 1)) {
    const run = { first: 1, prev: hash, marks: "", commits: [], entries: batch.map(({ entry }) => entry) };
    hash = hashBehind(textsOf(run));
  }
  return hash;
}

/** How many of a stream's values are packed. */
async function packedIn(log: StoreLog, stream: string): Promise<number> {
  let packed = 0;
  for await (const { value } of log.parts.kv.list({ prefix: ["e", stream] })) if (isPacked(value)) packed++;
  return packed;
}

const later = (stream: string): AnyEvent => ({
  id: `${stream}/later`,
  seq: 0,
  type: "ConversationRenamed",
  v: 1,
  at: "2026-02-01T00:00:00.000Z",
  by: { kind: "user", id: "ann", name: "Ann" },
  data: { title: "Later" },
});

Deno.test("words that are gone change neither the chain nor any other word, packed or not, behind a restart too", () =>
  inFolder(async (folder) => {
    const path = `${folder}/log.db`;
    const { open } = new FilesHere();
    const streams = new Map<string, { events: AnyEvent[]; hash: string }>();
    const log = await openLog({ path, environment, packing: PACKING, open });
    let packed = 0;
    const looked = async (log: StoreLog) => {
      for (const [stream, { events, hash }] of streams) {
        assert.deepEqual(await readAll(log, stream), events);
        assert.equal((await log.head(stream)).hash, hash);
        assert.equal(await chainOf(log, stream), hash);
      }
      assert.deepEqual((await verify(log)).problems, []);
    };
    try {
      await fc.assert(
        fc.asyncProperty(
          arbitraryErasure,
          fc.integer({ min: 3, max: 12 }),
          fc.boolean(),
          async ({ events, seqs }, batch, first) => {
            const stream = `s${streams.size}`;
            const given = events.map(({ seq: _, ...event }) => ({ ...event, id: `${stream}/${event.id}` }));
            for (let at = 0; at < given.length; at += batch) {
              await appended(log, stream, given.slice(at, at + batch));
            }
            if (first) await log.packing.pack(stream);
            // By who asks or behind the appends, whichever came first.
            await log.packing.idle();
            packed += await packedIn(log, stream);
            const before = await readAll(log, stream);
            const { hash } = await log.head(stream);
            await erase(log, stream, seqs);
            const after = before.map((event) => seqs.has(event.seq) ? withoutWords(event) : event);
            assert.deepEqual(await readAll(log, stream), after);
            assert.equal(await chainOf(log, stream), hash);
            // What is appended follows what is there.
            const { seq: _, ...event } = later(stream);
            const { head, events: [added] } = await appended(log, stream, [event]);
            assert.ok(added);
            streams.set(stream, { events: [...after, added], hash: head.hash });
          },
        ),
        { numRuns: draws(500), endOnFailure: true },
      );
      assert.ok(packed > 0, "before");
      await looked(log);
    } finally {
      await log.close();
    }
    // So that there is something left to be packed, whatever was drawn.
    const keeping = await openLog({ path, environment, open });
    try {
      const events: AnyEvent[] = [];
      let hash = "";
      for (let i = 0; i < 60; i += 6) {
        const texts = Array.from({ length: 6 }, (_, j) => said(`left/${i + j}`, noise(900, i + j)));
        const added = await appended(keeping, "left", texts);
        events.push(...added.events);
        hash = added.head.hash;
      }
      streams.set("left", { events, hash });
    } finally {
      await keeping.close();
    }
    const again = await openLog({ path, environment, packing: PACKING, open });
    try {
      await looked(again);
      packed = 0;
      for (const stream of streams.keys()) packed += await again.packing.pack(stream);
      assert.ok(packed > 0, "after");
      await looked(again);
    } finally {
      await again.close();
    }
  }));
