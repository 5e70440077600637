/** Nothing is left out: what the task runs is every test there is. */
import assert from "node:assert/strict";
import { dealt, LANES, shared } from "./browser/lanes.ts";
import { SLOW } from "./effort.ts";
import { HALVES } from "./fast_files.ts";
import { inFolder } from "./in_folder.ts";
import { drawn } from "./lots.ts";
import { SLOW_LANES, slowLanes } from "./slow_lanes.ts";

Deno.test("the task of all tests runs the fast ones, every lane of the browser and of the slow folders", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("../deno.json", import.meta.url)));
  const run: string[] = tasks.test.command.split(" ");
  const lanes = Array.from({ length: LANES }, (_, at) => `tests/browser/lane_${at + 1}.ts`);
  const slow = Array.from({ length: SLOW_LANES }, (_, at) => `tests/slow_lane_${at + 1}.ts`);
  const halves = Array.from({ length: HALVES }, (_, at) => `tests/fast_half_${at + 1}.ts`);
  for (const part of [...halves, ...lanes, ...slow]) {
    assert.ok(run.includes(part), `${part} is run`);
    await Deno.stat(new URL(`../${part}`, import.meta.url));
  }
});

Deno.test("every test of the browser is in one lane", async () => {
  const folder = new URL("./browser/", import.meta.url);
  const files: string[] = [];
  for await (const { name } of Deno.readDir(folder)) if (name.endsWith("_test.ts")) files.push(name);
  assert.deepEqual((await dealt(folder, LANES)).flat().sort(), files.sort());
});

Deno.test("lanes of the browser are dealt by what was measured, and by bytes what nobody measured", () => {
  const files = ["waits", "works", "looks", "new"].map((name) => ({
    name,
    size: name === "new" ? 600 : 100,
  }));
  const lanes = shared(files, { waits: 9, works: 5, looks: 4 }, 2);
  // The new one takes six times six seconds.
  assert.deepEqual(lanes.map(({ names }) => names), [["new"], ["waits", "works", "looks"]]);
  assert.deepEqual(lanes.map(({ takes }) => takes), [36, 18]);
  assert.deepEqual(shared(files.slice(0, 3), { waits: 9, works: 5, looks: 4 }, 2).map(({ names }) => names), [
    ["waits"],
    ["works", "looks"],
  ]);
  // Where nothing was measured, bytes alone count.
  assert.deepEqual(shared(files, {}, 2).map(({ names }) => names), [["new"], ["looks", "waits", "works"]]);
});

Deno.test("lanes that end at the same moment lose nothing of what the others' tests took", () =>
  inFolder(async (folder) => {
    const path = `file://${folder}/seconds.json`;
    await Deno.writeTextFile(new URL(path), '{ "before": 1.5 }\n');
    const names = ["one", "two", "three"];
    const writing = names.map((name) => {
      const script = `import { keep } from "${new URL("./browser/lanes.ts", import.meta.url)}";
        for (let n = 0; n < 20; n++) keep(new URL("${path}"), { ["${name} " + n]: n });
        postMessage(true);`;
      const lane = new Worker(`data:text/javascript,${encodeURIComponent(script)}`, { type: "module" });
      return new Promise<void>((done, failed) => {
        lane.onmessage = () => done();
        lane.onerror = (event) => {
          event.preventDefault();
          failed(new Error(event.message));
        };
      }).finally(() => lane.terminate());
    });
    await Promise.all(writing);
    const kept = JSON.parse(await Deno.readTextFile(new URL(path)));
    assert.equal(Object.keys(kept).length, 1 + 20 * names.length);
    assert.deepEqual([kept.before, kept["two 3"]], [1.5, 3]);
  }));

Deno.test("every test of the other slow folders is in one lane", async () => {
  const files: string[] = [];
  for (const folder of SLOW.filter((folder) => folder !== "browser")) {
    for await (const { name } of Deno.readDir(new URL(`./${folder}/`, import.meta.url))) {
      if (name.endsWith("_test.ts")) files.push(`${folder}/${name}`);
    }
  }
  const lanes = await slowLanes();
  assert.equal(lanes.length, SLOW_LANES);
  assert.deepEqual(lanes.flat().sort(), files.sort());
});

Deno.test("where time is short cheap tests run each time, and the dearest now and then", () => {
  const chances = Array.from({ length: 1_000 }, (_, at) => at / 1_000);
  const times = (ms: number) => chances.filter((chance) => drawn(ms, chance)).length;
  assert.equal(times(49), 1_000);
  for (const ms of [50, 200, 2_000]) assert.ok(times(ms) * ms <= 12_000 && times(ms) > 0, `${ms} ms`);
});
