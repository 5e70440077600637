/** Signing by the command line: on demand, at a backup, by a restore; a store put back is noticed; kill -9 anywhere. */
import { keyChanges, signerAfter } from "../../actors/signing/signing.ts";
import assert from "node:assert/strict";
import { openLog } from "../../events/store/log.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { appended, said } from "../events/store/given.ts";
import { inFolder } from "../in_folder.ts";
import { FULL } from "../effort.ts";
import { markFile } from "../../events/store/file/mark.ts";
import { halfRestored, restoreCommand } from "../../server/command_line/restore_command.ts";
import { console as quiet, optionsOf, upTo } from "./cut_short.ts";
import { fishbowl, inProcess } from "./launched.ts";

const SIGNER = new URL("./signer.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

async function say(data: string, id: string): Promise<void> {
  await Deno.mkdir(data, { recursive: true });
  const log = await openLog({ path: `${data}/fishbowl.db` });
  await appended(log, "workspace", [said(id)]);
  await log.close();
}

async function chain(data: string): Promise<string[]> {
  const log = await openLog({ path: `${data}/fishbowl.db` });
  const whys: string[] = [];
  for await (const one of log.checkpoints.all()) whys.push("damaged" in one ? "damaged" : one.checkpoint.why);
  await log.close();
  return whys;
}

Deno.test("sign, backup and restore each sign; a restore is no alarm, a file that was put back is one until rebuilt", () =>
  inFolder(async (folder) => {
    const [data, copy] = [`${folder}/data`, `${folder}/copy`];
    await say(data, "w/0");
    const signed = await fishbowl(["sign", "--data", data]);
    assert.deepEqual(signed.code, 0, signed.err);
    assert.match(signed.out, /^Checkpoint 1 of .+, over 1 heads, signed by [\w-]{43}\.\n$/);
    await say(data, "w/1");
    assert.equal((await fishbowl(["backup", "--data", data, "--out", copy])).code, 0);
    assert.deepEqual(await chain(copy), ["demand", "backup"]);
    await say(data, "w/2");
    assert.match((await inProcess(["sign", "--new-key", "--data", data])).out, /^Checkpoint 3 of/);
    const restored = await fishbowl(["restore", "--from", copy, "--data", data, "--replace"]);
    assert.equal(restored.code, 0, restored.err);
    assert.deepEqual(await chain(data), ["demand", "backup", "restore"]);
    const fine = await fishbowl(["verify", "--data", data]);
    assert.equal(fine.code, 0, fine.out + fine.err);
    assert.equal(fine.err, "", "it was said that this is another store: no alarm");
    await say(data, "w/2");
    await inProcess(["sign", "--data", data]);
    for (const end of ["-wal", "-shm", "-mark"]) {
      await Deno.remove(`${data}/fishbowl.db${end}`).catch(() => undefined);
    }
    await Deno.copyFile(`${copy}/fishbowl.db`, `${data}/fishbowl.db`);
    const found = await inProcess(["verify", "--data", data]);
    assert.equal(found.code, 1);
    assert.match(found.err, /The store once had checkpoint 4 and has not/, "told as it is opened");
    assert.match(found.out, /^lost: the store: The store once had checkpoint 4 /);
    assert.equal((await fishbowl(["rebuild", "--data", data])).code, 0);
    assert.deepEqual(await chain(data), ["demand", "backup", "rebuild"]);
    const after = await inProcess(["verify", "--data", data]);
    assert.deepEqual([after.code, after.err], [0, ""], after.out);
  }));

Deno.test("a restore without the master key is made all the same, and says that nobody can sign it", () =>
  inFolder(async (folder) => {
    const [data, copy] = [`${folder}/data`, `${folder}/copy`];
    await say(data, "w/0");
    await inProcess(["sign", "--data", data]);
    await inProcess(["backup", "--data", data, "--out", copy]);
    const back = await inProcess(["restore", "--from", copy, "--data", `${folder}/back`]);
    assert.equal(back.code, 0);
    assert.match(back.err, /The restore is not signed/);
    // The next start makes another master key, with which the signing key cannot be read.
    const refused = await inProcess(["sign", "--data", `${folder}/back`, "--new-key"]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /nobody can vouch for a new one: say --yes/);
    assert.equal((await inProcess(["sign", "--data", `${folder}/back`, "--new-key", "--yes"])).code, 0);
    assert.deepEqual(await chain(`${folder}/back`), ["demand", "lost"]);
    assert.equal((await inProcess(["verify", "--data", `${folder}/back`])).code, 0);
  }));

Deno.test({
  name:
    "two processes that sign, change keys and are killed at any moment leave one whole chain and no false alarm",
  sanitizeResources: false,
  fn: () =>
    inFolder(async (folder) => {
      const path = `${folder}/fishbowl.db`;
      await say(folder, "w/0");
      for (let round = 0; round < (FULL ? 30 : 4); round++) {
        const children = [1, 2].map((who) =>
          new Deno.Command(Deno.execPath(), {
            args: ["run", "--quiet", "--no-check", "--config", CONFIG, "-A", SIGNER, path, `${round}_${who}`],
            stdout: "piped",
            stderr: "inherit",
          }).spawn()
        );
        // Each tells of every step it begins; it is killed after another number of them.
        await Promise.all(children.map(async (child, index) => {
          let steps = 0;
          const last = 3 + (round * 7 + index * 4) % 13;
          for await (const chunk of child.stdout) {
            steps += chunk.length;
            if (steps < last) continue;
            // Before nobody reads what it tells: of that it would end by itself.
            child.kill("SIGKILL");
            break;
          }
          assert.equal((await child.status).signal, "SIGKILL");
        }));
        const log = await openLog({ path, signed: markFile(path, "-signed") });
        const { problems } = await verify(log);
        assert.deepEqual(problems.filter(({ kind }) => kind !== "list"), []);
        await log.close();
      }
      assert.ok((await chain(folder)).length > 4);
    }),
});

Deno.test("a proof is exported, and checked without a store; one that was changed, and one of another key, fail", () =>
  inFolder(async (folder) => {
    const [data, file] = [`${folder}/data`, `${folder}/talk.ndjson`];
    await say(data, "w/0");
    const log = await openLog({ path: `${data}/fishbowl.db` });
    await appended(log, "c1", [said("c1/0", "The very words"), said("c1/1", "Others")]);
    await log.close();
    assert.equal((await fishbowl(["export", "c1", "--proof", "--out", file, "--data", data])).code, 0);
    assert.equal(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o600);
    const fine = await fishbowl(["verify", file, "--data", `${folder}/nowhere`]);
    assert.equal(fine.code, 0, fine.err);
    assert.match(fine.out, /^The proof holds: c1, 2 events, as checkpoint 1 of /);
    const [, key = ""] = /^Signed by (\S+) /m.exec(fine.out) ?? [];
    // One in 64 begins with a hyphen.
    assert.equal((await inProcess(["verify", file, `--key=${key}`])).code, 0);
    const another = await inProcess([
      "verify",
      file,
      `--key=${key.startsWith("A") ? "B" : "A"}${key.slice(1)}`,
    ]);
    assert.equal(another.code, 1);
    assert.match(another.out, /somebody else signed it, or the same server before its key was changed/);
    // Today's key vouches for nothing before it; what the server tells of itself does.
    assert.equal((await inProcess(["sign", "--new-key", "--data", data])).code, 0);
    const later = await openLog({ path: `${data}/fishbowl.db` });
    const newest = await later.checkpoints.newest();
    const today = newest && signerAfter(newest.checkpoint);
    const changes = await keyChanges(later.checkpoints);
    await later.close();
    const told = `${folder}/fishbowl.json`;
    await Deno.writeTextFile(told, JSON.stringify({ key: today, changes }));
    assert.equal((await inProcess(["verify", file, `--key=${today}`])).code, 1);
    const known = await fishbowl(["verify", file, "--key", told]);
    assert.equal(known.code, 0, known.out + known.err);
    await Deno.writeTextFile(told, JSON.stringify({ key: today, changes: [] }));
    const strange = await inProcess(["verify", file, "--key", told]);
    assert.equal(strange.code, 1);
    assert.match(strange.out, /none of the keys that server ever had: somebody else signed it/);
    assert.equal((await inProcess(["verify", file, "--key", "no key"])).code, 2);
    const some = await inProcess(["export", "c1", "--proof", "--messages", "c1_1", "--data", data]);
    assert.ok(some.out.includes("Others") && !some.out.includes("The very words"));
    const text = await Deno.readTextFile(file);
    await Deno.writeTextFile(file, text.slice(0, -1));
    assert.match(
      (await inProcess(["verify", file])).out,
      /^Line \d+: The file is cut short: this line has no end/,
    );
    await Deno.writeTextFile(file, text.replace("The very words", "The vary words"));
    const changed = await inProcess(["verify", file]);
    assert.equal(changed.code, 1);
    assert.match(changed.out, /^Line 2: The words of event 1 were changed/);
    assert.equal((await inProcess(["verify", `${folder}/none`])).code, 1);
    assert.equal((await inProcess(["export", "none", "--proof", "--data", data])).code, 1);
  }));

Deno.test("a restore cut short before each change of a name is no alarm: the old store, none, or the new one with its mark", () =>
  inFolder(async (folder) => {
    const [first, copy] = [`${folder}/first`, `${folder}/copy`];
    await say(first, "w/0");
    assert.equal((await inProcess(["backup", "--data", first, "--out", copy])).code, 0);
    await say(first, "w/1");
    assert.equal((await inProcess(["sign", "--data", first])).code, 0);
    const lostIn = async (data: string) => {
      const path = `${data}/fishbowl.db`;
      const log = await openLog({ path, signed: markFile(path, "-signed") });
      const lost = await log.checkpoints.lost();
      const newest = (await log.checkpoints.newest())?.checkpoint;
      await log.close();
      return { lost, why: newest?.why, before: newest?.lost?.n };
    };
    let ended = false;
    for (let changes = 0; !ended; changes++) {
      const data = `${folder}/data-${changes}`;
      await Deno.mkdir(data);
      for await (const { name, isFile } of Deno.readDir(first)) {
        if (isFile) await Deno.copyFile(`${first}/${name}`, `${data}/${name}`);
      }
      const restore = () =>
        restoreCommand(optionsOf("restore", "--from", copy, "--data", data, "--replace"), quiet());
      ended = await upTo(changes, restore);
      if (!await halfRestored(data)) {
        assert.equal((await lostIn(data)).lost, null, `after ${changes} changes`);
      }
      if (!ended) assert.equal(await restore(), 0);
      const { lost, why, before } = await lostIn(data);
      assert.deepEqual([lost, why], [null, "restore"], `run again after ${changes} changes`);
      assert.match(await Deno.readTextFile(`${data}/fishbowl.db-signed`), /^\{"n":\d+,"hash":"[\w-]{43}"\}$/);
      assert.ok(before === 1 || changes > 0, "the first run names what was there");
    }
  }));
