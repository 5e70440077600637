/** Two real processes append to one file and are killed again and again; a third follows. */
import assert from "node:assert/strict";
import { openLog } from "../../events/store/log.ts";
import { originPosition } from "../../events/store/read/position.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { FULL } from "../effort.ts";
import { SeededRandom } from "../sim/random.ts";

const SECONDS = Number(Deno.env.get("FISHBOWL_CHAOS_SECONDS") ?? (FULL ? 6 : 1));
/** Milliseconds a writer lives, counted from its first acknowledged append, at most. */
const LIFE_MS = 500;

/** One life of a writer: it is killed `lifeMs` after its first acknowledged append. Returns what it acknowledged. */
async function life(path: string, name: string, lifeMs: number): Promise<string[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--unstable-kv",
      "--allow-read",
      "--allow-write",
      new URL("../events/store/writer.ts", import.meta.url).pathname,
      path,
      name,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const decoder = new TextDecoder();
  let text = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const chunk of child.stdout) {
    timer ??= setTimeout(() => child.kill("SIGKILL"), lifeMs);
    text += decoder.decode(chunk, { stream: true });
  }
  clearTimeout(timer);
  await child.stdin.abort().catch(() => undefined);
  const { signal } = await child.status;
  assert.equal(signal, "SIGKILL", "a writer ended by itself");
  // A line without its end was not yet said.
  return text.split("\n").slice(0, -1);
}

Deno.test("two processes killed again and again lose nothing acknowledged, and a follower sees each commit once", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/log.db`;
  const log = await openLog({ path });
  const random = new SeededRandom(Date.now());
  try {
    const stop = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const commit of log.order.follow(originPosition(log.epoch), stop.signal)) {
        for (const located of commit.events) seen.push(`${located.position} ${located.event.id}`);
      }
    })();

    const until = performance.now() + SECONDS * 1_000;
    let lives = 0;
    const acknowledged: string[] = [];
    const keepKilling = async (name: string) => {
      // At least as long as it takes to see something: on a busy machine a life begins late.
      while (performance.now() < until || lives < 4 || acknowledged.length <= 100) {
        acknowledged.push(...await life(path, name, random.next() * LIFE_MS));
        lives++;
      }
    };
    await Promise.all([keepKilling("a"), keepKilling("b")]);

    const order = await log.order.page(originPosition(log.epoch), 10_000_000);
    while (seen.length < order.length) await log.parts.environment.sleep(10);
    stop.abort();
    await following;
    assert.deepEqual(seen, order.map((located) => `${located.position} ${located.event.id}`));

    assert.ok(lives >= 4, `${lives} lives`);
    assert.ok(acknowledged.length > 100, `${acknowledged.length} appends`);
    const there = new Map(order.map(({ stream, event }) => [`${stream} ${event.seq} ${event.id}`, true]));
    assert.equal(there.size, order.length);
    assert.deepEqual(acknowledged.filter((line) => !there.has(line)), []);
    assert.equal(new Set(order.map(({ event }) => event.id)).size, order.length);
    assert.deepEqual((await verify(log)).problems, []);
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
});
