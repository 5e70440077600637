/** The order of all events: positions, following, pages. */
import assert from "node:assert/strict";
import { UnknownPosition } from "../../../events/store/errors.ts";
import { originPosition } from "../../../events/store/read/position.ts";
import type { Case } from "./contract.ts";
import { appended, followed, idsOf, said } from "./given.ts";

export const order: readonly Case[] = [
  {
    name: "a follower sees what was there and what comes, each commit once, in order",
    async run({ log, name }) {
      const [a, b] = [name(), name()];
      const start = await log.order.end();
      await appended(log, a, [said("a/0"), said("a/1")]);
      const seen = followed(log, start, (commits) => idsOf(commits, [a, b]).length === 6);
      await appended(log, b, [said("b/0")]);
      for (let i = 2; i < 5; i++) await appended(log, a, [said(`a/${i}`)]);
      const commits = await seen;
      assert.deepEqual(idsOf(commits, [a, b]), ["a/0", "a/1", "b/0", "a/2", "a/3", "a/4"]);
      const positions = commits.flatMap((commit) => commit.events.map((e) => e.position));
      assert.equal(new Set(positions).size, positions.length);
      assert.deepEqual([...positions].sort(), positions);
    },
  },
  {
    name: "a follower that starts before anything is written sees the first commit",
    async run({ log, name }) {
      const c = name();
      const seen = followed(log, originPosition(log.epoch), (commits) => idsOf(commits, [c]).length === 1);
      await appended(log, c, [said("first/0")]);
      assert.deepEqual(idsOf(await seen, [c]), ["first/0"]);
    },
  },
  {
    name: "following goes on from any event, also from the middle of a commit",
    async run({ log, name }) {
      const c = name();
      const start = await log.order.end();
      await appended(log, c, [said("m/0"), said("m/1"), said("m/2")]);
      const { position } = await appended(log, c, [said("m/3")]);
      const all = (await log.order.page(start, 1_000)).filter((e) => e.stream === c);
      assert.deepEqual(all.map((e) => e.event.id), ["m/0", "m/1", "m/2", "m/3"]);
      assert.equal(all.at(-1)?.position, position);
      for (const [index, { position: from }] of all.slice(0, 3).entries()) {
        const rest = await followed(log, from, (commits) => idsOf(commits, [c]).includes("m/3"));
        assert.deepEqual(idsOf(rest, [c]), ["m/0", "m/1", "m/2", "m/3"].slice(index + 1));
      }
    },
  },
  {
    name: "the order comes in pages of any size without gap or duplicate",
    async run({ log, name }) {
      const streams = [name(), name(), name()];
      let place = await log.order.end();
      await Promise.all(streams.flatMap((c) => [appended(log, c, [said(`${c}/0`), said(`${c}/1`)])]));
      await appended(log, streams[0] ?? "", [said("last/0")]);
      const whole = (await log.order.page(place, 1_000)).map((e) => e.position);
      const found: string[] = [];
      while (found.length < whole.length) {
        const page = await log.order.page(place, 2);
        assert.ok(page.length > 0 && page.length <= 2);
        found.push(...page.map((e) => e.position));
        place = found.at(-1) ?? place;
      }
      // Others may have gone on meanwhile.
      assert.deepEqual(found.slice(0, whole.length), whole);
    },
  },
  {
    name: "the answer to an append says where its last event stands",
    async run({ log, name }) {
      const streams = Array.from({ length: 8 }, name);
      const start = await log.order.end();
      const results = await Promise.all(streams.map((c) => appended(log, c, [said("x/0"), said("x/1")])));
      const page = await log.order.page(start, 10_000);
      for (const [index, result] of results.entries()) {
        const located = page.find((e) => e.position === result.position);
        assert.equal(located?.stream, streams[index]);
        assert.equal(located?.event.seq, 2);
      }
    },
  },
  {
    name: "a place of another store, beyond the end or of no form is not known",
    async run({ log, name }) {
      const { position } = await appended(log, name(), [said("k/0")]);
      assert.equal(await log.order.knows(position), true);
      assert.equal(await log.order.knows(originPosition(log.epoch)), true);
      const [epoch, stamp, index] = position.split(".");
      for (
        const strange of [
          `${epoch}.${stamp}.${Number(index) + 1}`,
          `other.${stamp}.0`,
          `${epoch}.ffffffffffffffffffff.0`,
          `${epoch}.${stamp}.999999`,
          `${epoch}.${stamp}.-1`,
          "",
          "7",
          `${epoch}..`,
        ]
      ) {
        assert.equal(await log.order.knows(strange), false, strange);
        await assert.rejects(log.order.page(strange, 1), UnknownPosition);
        await assert.rejects(followed(log, strange, () => true), UnknownPosition);
      }
    },
  },
  {
    name: "following ends when it is no longer wanted, also while it waits",
    async run({ log }) {
      const stop = new AbortController();
      const position = await log.order.end();
      const done = (async () => {
        for await (const _ of log.order.follow(position, stop.signal)) {
          // Others may write; we only wait for the end.
        }
      })();
      stop.abort();
      await done;
    },
  },
  {
    name: "appends of one moment share commits, and each is its own in the order",
    async run({ log, name }) {
      const streams = Array.from({ length: 200 }, name);
      const start = await log.order.end();
      const before = log.stats().commits;
      await Promise.all(streams.map((c) => appended(log, c, [said(`${c}/0`)])));
      assert.ok(log.stats().commits - before < 120, `${log.stats().commits - before} commits`);
      const ids = (await log.order.page(start, 10_000)).map((e) => e.event.id);
      for (const c of streams) assert.equal(ids.filter((id) => id === `${c}/0`).length, 1);
    },
  },
  {
    name: "what another process appends is followed too",
    shared: true,
    async run({ log, second, name }) {
      assert.ok(second);
      const other = await second();
      try {
        const c = name();
        const seen = followed(log, await log.order.end(), (commits) => idsOf(commits, [c]).length === 10);
        for (let i = 0; i < 10; i++) await appended(i % 3 ? log : other, c, [said(`o/${i}`)]);
        assert.deepEqual(idsOf(await seen, [c]), Array.from({ length: 10 }, (_, i) => `o/${i}`));
        assert.equal(other.epoch, log.epoch);
      } finally {
        await other.close();
      }
    },
  },
];
