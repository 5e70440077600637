/** A series of backups killed after each change it makes on the disk: what has the name of a copy is a whole one. */
import assert from "node:assert/strict";
import { openLog } from "../../events/store/log.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { datedCopies } from "../../server/command_line/backup_folder.ts";
import { fishbowl } from "../processes/launched.ts";
import { appended, said } from "../events/store/given.ts";
import { sample } from "../effort.ts";
import { CONFIG, MAIN, RUN } from "../program.ts";

/** Changes on the disk after which it is killed: a copy takes about 66, to remove an old one a dozen more. */
const MOMENTS = [
  ...[Infinity, Infinity],
  ...sample([1, 8, 15, 22, 29, 36, 43, 50, 57, 62, 64, 66, 68, 70, 72, 74, 76]),
];
const KEEP = 2;

/** Starts a series and kills it -9 at its n-th change in the folder, or when a copy is finished and it rests. */
async function killedAt(n: number, data: string, out: string): Promise<void> {
  const changes = Deno.watchFs(out);
  const args = ["backup", "--data", data, "--out", out, "--every", "1h", "--keep", `${KEEP}`];
  const child = new Deno.Command(Deno.execPath(), {
    args: [...RUN, "--config", CONFIG, "-A", MAIN, ...args],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // Dead already.
    }
  };
  const rested = (async () => {
    for await (const _ of child.stdout) break;
    kill();
  })();
  // The listener of a watch that is closed ends.
  void child.status.then(() => changes.close());
  let seen = 0;
  for await (const _ of changes) {
    if (++seen < n) continue;
    kill();
  }
  await Promise.all([child.status, rested]);
}

Deno.test({
  name: "a series of backups killed at any moment leaves whole copies, and the next start removes the rest",
  // The processes are not ours to close.
  sanitizeResources: false,
  async fn() {
    const folder = await Deno.makeTempDir();
    const [data, out] = [`${folder}/data`, `${folder}/out`];
    await Deno.mkdir(data);
    await Deno.mkdir(out);
    const log = await openLog({ path: `${data}/fishbowl.db` });
    try {
      for (let i = 0; i < 20; i++) await appended(log, "workspace", [said(`w${i}`, "words".repeat(5_000))]);
      let halves = 0;
      let years = 0;
      let done = 0;
      for (const n of MOMENTS) {
        await killedAt(n, data, out);
        const copies = await datedCopies(out);
        assert.ok(copies.length >= Math.min(done, KEEP), `${copies.length} copies at ${n}`);
        done = Math.max(done, copies.length);
        for (const { name } of copies) {
          const copy = await openLog({ path: `${out}/${name}/fishbowl.db` });
          assert.deepEqual((await verify(copy)).problems, [], name);
          assert.equal((await copy.head("workspace")).seq, 20, name);
          await copy.close();
        }
        const names = await Array.fromAsync(Deno.readDir(out), (entry) => entry.name);
        if (names.some((name) => name.includes("half"))) halves++;
        // What is due is made at once, and makes something to be removed.
        for (const { name } of (await datedCopies(out)).slice(-1)) {
          await Deno.rename(`${out}/${name}`, `${out}/fishbowl-${2000 + years++}0101T000000Z`);
        }
      }
      assert.ok(halves > 0, "it was killed in the middle, too");
      const last = await fishbowl(["backup", "--data", data, "--out", out, "--keep", `${KEEP}`]);
      assert.equal(last.code, 0, last.err);
      const names = await Array.fromAsync(Deno.readDir(out), (entry) => entry.name);
      assert.deepEqual(names.filter((name) => name.includes("half")), []);
      assert.equal((await datedCopies(out)).length, KEEP);
    } finally {
      await log.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});
