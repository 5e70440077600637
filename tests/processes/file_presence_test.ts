/** Who has a local store open: told of real processes that end, are killed, and stand still. */
import assert from "node:assert/strict";
import { FilePresence, holdStore, holdStoreAlone } from "../../events/store/file/presence.ts";
import { inFolder } from "../in_folder.ts";
import { starting } from "./starting.ts";

/** A process of its own that has joined under `name`, with just the permissions the server has on its folder. */
async function joined(folder: string, name: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--no-prompt",
      `--allow-read=${folder}`,
      `--allow-write=${folder}`,
      new URL("../events/store/presence_process.ts", import.meta.url).pathname,
      folder,
      name,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const output = child.stdout.getReader();
  const { value } = await output.read();
  assert.equal(new TextDecoder().decode(value).trim(), "joined");
  return {
    kill: (signal: Deno.Signal) => child.kill(signal),
    async ended() {
      await child.stdin.close().catch(() => undefined);
      await child.status;
      await output.cancel();
    },
  };
}

const names = async (folder: string) =>
  (await Array.fromAsync(Deno.readDir(`${folder}/processes`))).map(({ name }) => name).sort();
const none = () => Promise.resolve(new Set<string>());

Deno.test("a process is dead when it was killed or has ended, not while it runs or stands still", () =>
  inFolder(async (folder) => {
    const presence = new FilePresence(folder);
    await presence.join("me");
    const [killed, ended] = await Promise.all([joined(folder, "killed"), joined(folder, "ended")]);
    assert.equal(await presence.isDead("killed"), false);
    assert.deepEqual((await presence.others()).sort(), ["ended", "killed"]);
    killed.kill("SIGSTOP");
    assert.equal(await presence.isDead("killed"), false);
    killed.kill("SIGKILL");
    await Promise.all([killed.ended(), ended.ended()]);
    assert.equal(await presence.isDead("killed"), true);
    assert.equal(await presence.isDead("ended"), true);
    assert.equal(await presence.isDead("me"), false);
    assert.deepEqual(await presence.others(), []);
    await presence.leave();
  }));

Deno.test("who was never here is not dead, and neither is what names no file of the folder", () =>
  inFolder(async (folder) => {
    await using presence = await here(folder, "me");
    await Deno.writeTextFile(`${folder}/outside`, "");
    for (const name of ["unknown", "../outside", "", ".", "a/b", "x".repeat(65)]) {
      assert.equal(await presence.isDead(name), false, name);
    }
    await assert.rejects(new FilePresence(folder).join("../outside"));
  }));

Deno.test("several look at one dead process at the same time, and each is told", () =>
  inFolder(async (folder) => {
    await using presence = await here(folder, "me");
    const dying = await joined(folder, "dying");
    dying.kill("SIGKILL");
    await dying.ended();
    const told = await Promise.all(Array.from({ length: 20 }, () => presence.isDead("dying")));
    assert.deepEqual(told, Array.from({ length: 20 }, () => true));
  }));

Deno.test("the files of the dead are removed, those of the living and of who is still named stay", () =>
  inFolder(async (folder) => {
    await using presence = await here(folder, "me");
    const living = await joined(folder, "living");
    for (const name of ["gone", "named"]) await (await joined(folder, name)).ended();
    // Left by a process that was killed while it joined: an old one is nobody's, a new one may be somebody's.
    await Deno.writeTextFile(`${folder}/processes/old.new`, "");
    await Deno.utime(`${folder}/processes/old.new`, 1_000, 1_000);
    await Deno.writeTextFile(`${folder}/processes/young.new`, "");
    await presence.sweep(() => Promise.resolve(new Set(["named"])));
    assert.deepEqual(await names(folder), ["living", "me", "named", "young.new"]);
    assert.equal(await presence.isDead("named"), true);
    await living.ended();
    await presence.sweep(none);
    assert.deepEqual(await names(folder), ["me", "young.new"]);
  }));

Deno.test("the files say nothing and are for their owner alone", () =>
  inFolder(async (folder) => {
    using _open = await holdStore(folder);
    await using _presence = await here(folder, "me");
    for (const path of [`${folder}/store.lock`, `${folder}/processes/me`]) {
      const { mode, size } = await Deno.stat(path);
      assert.deepEqual([(mode ?? 0) & 0o777, size], [0o600, 0], path);
    }
    assert.equal(((await Deno.stat(`${folder}/processes`)).mode ?? 0) & 0o777, 0o700);
  }));

Deno.test("a store is replaced only while nobody has it open, and opened only while nobody replaces it", () =>
  inFolder(async (folder) => {
    const one = await joined(folder, "one");
    {
      using here = await holdStore(folder);
      assert.equal(here.held, true);
      assert.equal(await holdStoreAlone(folder), null);
    }
    one.kill("SIGSTOP");
    assert.equal(await holdStoreAlone(folder), null);
    one.kill("SIGKILL");
    await one.ended();
    {
      using alone = await holdStoreAlone(folder);
      assert.equal(alone?.held, true);
      await assert.rejects(holdStore(folder), /being replaced/);
      assert.equal(await holdStoreAlone(folder), null);
    }
    using after = await holdStore(folder);
    assert.equal(after.held, true);
  }));

Deno.test("what is given back is free at once, also while programs are started", () =>
  inFolder(async (folder) => {
    using _ = starting();
    for (let n = 0; n < 300; n++) {
      (await holdStore(folder))[Symbol.dispose]();
      using alone = await holdStoreAlone(folder);
      assert.ok(alone, `after ${n} times`);
    }
  }));

Deno.test("a folder that cannot be written is told, not taken for free", async () => {
  await assert.rejects(holdStore("/proc/none"), /cannot be written/);
  await assert.rejects(holdStoreAlone("/proc/none"), /cannot be written/);
});

async function here(folder: string, name: string) {
  const presence = new FilePresence(folder);
  await presence.join(name);
  return Object.assign(presence, { [Symbol.asyncDispose]: () => presence.leave() });
}
