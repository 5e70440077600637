/**
 * Whoever starts a server may be killed: then the server stops by itself, and the port and the store are free
 * for the next start. A server that a shell left behind on purpose goes on.
 */
import assert from "node:assert/strict";
import { holdStoreAlone } from "../../events/store/file/presence.ts";
import { namedParent, watchParent } from "../../server/command_line/parent.ts";
import { CONFIG, MAIN } from "../program.ts";

/** Seconds a condition may take on a busy machine. */
const SECONDS = 180;

async function until<T>(look: () => Promise<T>, what: string): Promise<NonNullable<T>> {
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what}: not within ${SECONDS} s`);
}

/** The first line of `path` that tells an address or an id. */
const told = (path: string, what: RegExp) =>
  until(async () => what.exec(await Deno.readTextFile(path).catch(() => ""))?.[1], `${what}`);

const answers = (address: string) =>
  fetch(`${address}healthz`).then(async (response) => {
    await response.body?.cancel();
    return response.ok;
  }).catch(() => false);

async function childOf(pid: number): Promise<number> {
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    if (Number(/^\d+ \(.*\) \S (\d+) /.exec(stat)?.[1]) === pid) return Number(name);
  }
  return 0;
}

/** Starts a server as `deno task` does; its words go to a file, as nobody is left to read them. */
function task(folder: string): Deno.ChildProcess {
  return new Deno.Command("sh", {
    args: [
      "-c",
      `exec "$0" task --quiet --config "$1" fishbowl serve --port 0 --data "$2/data" > "$2/said" 2>&1`,
      Deno.execPath(),
      CONFIG,
      folder,
    ],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
}

/** Nobody has the store open, and nobody listens. */
async function isFree(folder: string, address: string): Promise<boolean> {
  const alone = await holdStoreAlone(`${folder}/data`);
  alone?.[Symbol.dispose]();
  return alone !== null && !(await answers(address));
}

for (const who of ["deno task", "launcher"]) {
  Deno.test({
    name: `a server whose ${who} is killed with -9 stops, and leaves the port and the store`,
    ignore: Deno.build.os !== "linux",
    sanitizeResources: false,
    async fn() {
      const folder = await Deno.makeTempDir();
      const child = task(folder);
      try {
        const address = await told(`${folder}/said`, /(http:\/\/localhost:\d+\/)/);
        assert.equal(await answers(address), true);
        const figures = await (await fetch(`${address}metrics`)).text();
        assert.match(figures, /^fishbowl_disk_free_bytes [1-9]\d*$/m, "its permissions suffice");
        assert.equal(await isFree(folder, address), false);
        const launcher = await until(() => childOf(child.pid), "the launcher runs");
        Deno.kill(who === "deno task" ? child.pid : launcher, "SIGKILL");
        await until(() => isFree(folder, address), "the server stops");
      } finally {
        try {
          child.kill("SIGKILL");
        } catch {
          // It was the one that was killed.
        }
        await child.status;
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

Deno.test({
  name:
    "a server that a shell left behind goes on when the shell has ended, though one with a launcher stops",
  ignore: Deno.build.os !== "linux",
  sanitizeResources: false,
  async fn() {
    const folder = await Deno.makeTempDir();
    const left = await new Deno.Command("sh", {
      args: [
        "-c",
        `mkdir "$2/data"
         nohup "$0" run --quiet --config "$3" -A "$1" serve --port 0 --data "$2/data" > "$2/said" 2>&1 &
         echo $!`,
        Deno.execPath(),
        MAIN,
        folder,
        CONFIG,
      ],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).output();
    const pid = Number(new TextDecoder().decode(left.stdout));
    const other = await Deno.makeTempDir();
    const watched = task(other);
    try {
      const address = await told(`${folder}/said`, /(http:\/\/localhost:\d+\/)/);
      const theirs = await told(`${other}/said`, /(http:\/\/localhost:\d+\/)/);
      watched.kill("SIGKILL");
      // By then the one left behind has looked as often.
      await until(() => isFree(other, theirs), "the one with a launcher stops");
      assert.equal(await answers(address), true);
      Deno.kill(pid, "SIGTERM");
      await until(() => isFree(folder, address), "it stops when it is told to");
    } finally {
      await watched.status;
      await Deno.remove(folder, { recursive: true });
      await Deno.remove(other, { recursive: true });
    }
  },
});

Deno.test("only a parent that was named is watched, and its end is told once", async () => {
  let looks = 0;
  watchParent(namedParent(undefined), () => assert.fail("nobody was named"), () => ++looks)();
  assert.equal(looks, 0);
  for (const text of ["", "0", "-1", "1e3", "x", "12345678901"]) assert.equal(namedParent(text), null, text);
  assert.equal(namedParent("1"), 1);
  let parent = 7;
  let told = 0;
  looks = 0;
  const stop = watchParent(7, () => told++, () => (looks++, parent));
  assert.deepEqual([looks, told], [1, 0]);
  // Not always the first process: a session may adopt its orphans.
  parent = 4_242;
  await until(() => Promise.resolve(looks > 1), "it looks again");
  stop();
  assert.equal(told, 1);
  // It may have been gone before the first look.
  watchParent(7, () => told++, () => 4_242)();
  assert.equal(told, 2);
});
