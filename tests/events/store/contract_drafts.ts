/** Answers being written: pages, the row that fences them, taking over. */
import assert from "node:assert/strict";
import type { DraftWrite, EventLog } from "../../../events/store/types.ts";
import type { Case } from "./contract.ts";
import { appended, row, said } from "./given.ts";

async function turn(log: EventLog, c: string, turnId: string): Promise<string> {
  const { head } = await appended(log, c, [said(`${turnId}/0`)], {
    alongside: { work: [{ turnId, row: row() }] },
  });
  return head.stamp ?? "";
}

function tick(
  c: string,
  turnId: string,
  expect: string,
  text: string,
  change: Partial<DraftWrite> = {},
): DraftWrite {
  return {
    conversationId: c,
    turnId,
    expect,
    row: row({ beat: 2, length: text.length }),
    text,
    from: 0,
    reasoning: "",
    reasoningFrom: 0,
    ...change,
  };
}

export const drafts: readonly Case[] = [
  {
    name: "a draft grows by its tail, text and reasoning apart, and is read back whole",
    async run({ log, name }) {
      const c = name();
      let expect = await turn(log, c, "t");
      let text = "";
      for (let beat = 2; beat < 8; beat++) {
        const from = text.length;
        text += `${beat}😀`.repeat(900);
        // Half a surrogate pair at the end of a tick, as streams cut them.
        const cut = beat % 2 ? text : text.slice(0, -1);
        const [result] = await log.drafts.write([
          tick(c, "t", expect, cut, { from, row: row({ beat, length: cut.length }), reasoning: `r${beat}` }),
        ]);
        assert.ok(result?.ok);
        expect = result.stamp;
        assert.deepEqual(await log.drafts.read(c, "t", 1), { text: cut, reasoning: `r${beat}` });
        text = cut;
      }
      assert.equal((await log.work.get(c, "t"))?.stamp, expect);
      assert.deepEqual(await log.drafts.read(c, "t", 2), { text: "", reasoning: "" });
    },
  },
  {
    name:
      "a tick that leaves the row as it is stores its text under the same lock, and nothing once that is taken",
    async run({ log, name }) {
      const c = name();
      const [stamp, other] = [await turn(log, c, "t"), await turn(log, c, "other")];
      const stays = (text: string) => tick(c, "t", stamp, text, { rowStays: true });
      const before = await log.work.get(c, "t");
      for (const text of ["a", "a b", "a b c"]) {
        assert.deepEqual(await log.drafts.write([stays(text)]), [{ ok: true, stamp }]);
        assert.equal((await log.drafts.read(c, "t", 1)).text, text);
      }
      assert.deepEqual(await log.work.get(c, "t"), before);
      const taken = (await log.drafts.fence(c, ["t"], "other")).get("t");
      assert.equal(taken?.draft.text, "a b c");
      const [mine, next] = await log.drafts.write([stays("a b c d"), tick(c, "other", other, "more")]);
      assert.deepEqual([mine, next?.ok], [{ ok: false, lost: true }, true]);
      assert.equal((await log.drafts.read(c, "t", 1)).text, "a b c");
    },
  },
  {
    name: "all answers of one tick share a commit, and one that was stopped fails alone",
    async run({ log, name }) {
      const c = name();
      const stamps: string[] = [];
      for (let i = 0; i < 12; i++) stamps.push(await turn(log, c, `t${i}`));
      await appended(log, c, [said("stop/0")], { alongside: { work: [{ turnId: "t5", row: null }] } });
      const results = await log.drafts.write(stamps.map((stamp, i) => tick(c, `t${i}`, stamp, `text ${i}`)));
      assert.deepEqual(results.map((r) => r.ok), stamps.map((_, i) => i !== 5));
      assert.equal((await log.drafts.read(c, "t5", 1)).text, "");
      assert.equal((await log.drafts.read(c, "t11", 1)).text, "text 11");
    },
  },
  {
    name: "a tick of more answers than one commit holds is written whole, with long texts among them",
    async run({ log, name }) {
      const c = name();
      const stamps: string[] = [];
      for (let i = 0; i < 130; i++) stamps.push(await turn(log, c, `t${i}`));
      await appended(log, c, [said("stop/0")], { alongside: { work: [{ turnId: "t3", row: null }] } });
      // Latin-1 or not, they are told as two bytes a unit: forty of these are more than a commit takes.
      const text = (i: number) => i < 40 ? `${i}`.padEnd(15_000, "ü") : `text ${i}`;
      const results = await log.drafts.write(stamps.map((stamp, i) => tick(c, `t${i}`, stamp, text(i))));
      assert.deepEqual(results.map((r) => r.ok), stamps.map((_, i) => i !== 3));
      for (const [i, result] of results.entries()) {
        assert.equal((await log.drafts.read(c, `t${i}`, 1)).text, result.ok ? text(i) : "");
        if (result.ok) assert.equal((await log.work.get(c, `t${i}`))?.stamp, result.stamp);
      }
    },
  },
  {
    name: "a tick that is sent again as it was, having landed unheard in part, is stored once and whole",
    async run({ log, name }) {
      const c = name();
      const stamps: string[] = [];
      for (let i = 0; i < 5; i++) stamps.push(await turn(log, c, `t${i}`));
      const ticks = stamps.map((stamp, i) => tick(c, `t${i}`, stamp, `text ${i}`));
      const landed = await log.drafts.write(ticks.slice(0, 3));
      const results = await log.drafts.write(ticks);
      assert.ok(results.every((result) => result.ok));
      assert.deepEqual(results.slice(0, 3), landed);
      assert.equal((await log.drafts.read(c, "t4", 1)).text, "text 4");
    },
  },
  {
    name: "a tick of more than a megabyte is written in parts under the same fence",
    async run({ log, name }) {
      const c = name();
      const stamp = await turn(log, c, "t");
      const text = "ü".repeat(600_000);
      const [first] = await log.drafts.write([tick(c, "t", stamp, text)]);
      assert.ok(first?.ok);
      assert.equal((await log.drafts.read(c, "t", 1)).text, text);
      const late = tick(c, "t", stamp, `${text}more`, { from: text.length });
      assert.deepEqual(await log.drafts.write([late]), [{ ok: false, lost: true }]);
      const other = tick(c, "t", stamp, "o".repeat(text.length), {
        row: row({ beat: 3, length: text.length }),
      });
      assert.deepEqual(await log.drafts.write([other]), [{ ok: false, lost: true }]);
      assert.equal((await log.drafts.read(c, "t", 1)).text, text);
    },
  },
  {
    name:
      "who ends a turn it does not own takes its row first: nothing more is shown, what was shown is read",
    async run({ log, name }) {
      const c = name();
      const stamp = await turn(log, c, "t");
      const [shown] = await log.drafts.write([tick(c, "t", stamp, "shown")]);
      assert.ok(shown?.ok);
      const fenced = await log.drafts.fence(c, ["t", "gone"], "other");
      const taken = fenced.get("t");
      assert.equal(fenced.get("gone"), null);
      assert.equal(taken?.draft.text, "shown");
      assert.equal(taken?.work.row.owner, "other");
      assert.deepEqual(await log.drafts.write([tick(c, "t", shown.stamp, "shown and more")]), [{
        ok: false,
        lost: true,
      }]);
      assert.equal((await log.drafts.read(c, "t", 1)).text, "shown");
      assert.equal((await log.work.get(c, "t"))?.stamp, taken?.work.stamp);
    },
  },
  {
    name:
      "what nobody has any more is not taken: whoever asks for it knows an earlier state, and would keep it from all",
    async run({ log, name }) {
      const c = name();
      const { head } = await appended(log, c, [said("t/0")], {
        alongside: { work: [{ turnId: "t", row: row({ owner: null }) }] },
      });
      assert.equal((await log.drafts.fence(c, ["t"], "other")).get("t"), null);
      const left = await log.work.get(c, "t");
      assert.deepEqual([left?.row.owner, left?.stamp], [null, head.stamp]);
    },
  },
  {
    name: "fencing wins against an owner who keeps writing, the row with it or not",
    async run({ log, name }) {
      const c = name();
      for (const [turnId, stays] of [["t1", {}], ["t2", { rowStays: true }]] as const) {
        let expect = await turn(log, c, turnId);
        let shown = "";
        const owner = (async () => {
          for (let beat = 2;; beat++) {
            const text = `${shown}${beat} `;
            const [result] = await log.drafts.write([
              tick(c, turnId, expect, text, { row: row({ beat, length: text.length }), ...stays }),
            ]);
            if (!result?.ok) return;
            expect = result.stamp;
            shown = text;
          }
        })();
        const fenced = await log.drafts.fence(c, [turnId], "other");
        await owner;
        assert.equal(fenced.get(turnId)?.draft.text, shown);
      }
    },
  },
  {
    name: "a tick that comes too late is not taken for one that landed, though the answer is as long as then",
    async run({ log, name }) {
      const c = name();
      const stamp = await turn(log, c, "t");
      const [first] = await log.drafts.write([tick(c, "t", stamp, "shown")]);
      assert.ok(first?.ok);
      // Same owner, attempt and lengths: only the beat tells that this text was never written.
      const late = tick(c, "t", stamp, "other", { row: row({ beat: 3, length: 5 }) });
      assert.deepEqual(await log.drafts.write([late]), [{ ok: false, lost: true }]);
      assert.equal((await log.drafts.read(c, "t", 1)).text, "shown");
    },
  },
  {
    name: "work is found by whoever looks, and drafts of a turn that ended go",
    async run({ log, name }) {
      const c = name();
      const stamp = await turn(log, c, "t1");
      await turn(log, c, "t2");
      const mine = (await log.work.all()).filter((work) => work.conversationId === c);
      assert.deepEqual(mine.map((work) => work.turnId), ["t1", "t2"]);
      assert.equal(mine[0]?.stamp, stamp);
      await log.drafts.write([tick(c, "t1", stamp, "x".repeat(10_000))]);
      await appended(log, c, [said("end/0")], { alongside: { work: [{ turnId: "t1", row: null }] } });
      await log.drafts.drop(c, "t1");
      await log.drafts.drop(c, "t1");
      assert.deepEqual(await log.drafts.read(c, "t1", 1), { text: "", reasoning: "" });
      assert.equal(await log.work.get(c, "t1"), null);
    },
  },
  {
    name:
      "a draft whose one attempt was written here goes whole by its rows, and one of more by looking for them",
    async run({ log, name }) {
      const c = name();
      const grows = [[4_000, 0], [4_050, 50], [10_000, 50], [10_000, 5_000]] as const;
      const longer = (stamp: string, turnId: string, attempt: number, step: number) => {
        const [from, reasoningFrom] = grows[step - 1] ?? [0, 0];
        const [units, reasoned] = grows[step] ?? [0, 0];
        return tick(c, turnId, stamp, "x".repeat(units), {
          row: row({ attempt, beat: step + 1, length: units, reasoningLength: reasoned }),
          reasoning: "y".repeat(reasoned),
          from,
          reasoningFrom,
        });
      };
      for (const [turnId, attempts] of [["t1", 1], ["t2", 2]] as const) {
        let stamp = await turn(log, c, turnId);
        for (let attempt = 1; attempt <= attempts; attempt++) {
          for (let step = 0; step < grows.length; step++) {
            const [result] = await log.drafts.write([longer(stamp, turnId, attempt, step)]);
            assert.ok(result?.ok);
            stamp = result.stamp;
          }
        }
        await log.drafts.drop(c, turnId, attempts);
        for (let attempt = 1; attempt <= attempts; attempt++) {
          assert.deepEqual(await log.drafts.read(c, turnId, attempt), { text: "", reasoning: "" });
        }
      }
    },
  },
  {
    name: "drafts that a crash left behind go with the next purge, those being written stay",
    async run({ log, name }) {
      const c = name();
      const left = await turn(log, c, "t1");
      const writing = await turn(log, c, "t2");
      await log.drafts.write([tick(c, "t1", left, "left"), tick(c, "t2", writing, "writing")]);
      // The turn ends, and the process dies before it drops the draft.
      await appended(log, c, [said("end/0")], { alongside: { work: [{ turnId: "t1", row: null }] } });
      await log.purge();
      assert.equal((await log.drafts.read(c, "t1", 1)).text, "");
      assert.equal((await log.drafts.read(c, "t2", 1)).text, "writing");
    },
  },
];
