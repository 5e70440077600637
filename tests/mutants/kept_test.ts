/** The list of mutants is about the product as it stands: each is found once, and reads as it should. */
import assert from "node:assert/strict";
import { stop, transform } from "esbuild";
import { inFolder } from "../in_folder.ts";
import { sample } from "../effort.ts";
import { complaints, kept, mutated, parse, placesOf, product } from "./kept.ts";
import { graph, nearest } from "./nearest.ts";
import { failedTest, filterOf, Noticed } from "./noticed.ts";

/** Read once for all tests here. */
const read = kept().then((mutants) => [mutants, product()] as const);

/** How many there must be, so that none is dropped where it should have followed the code. */
const AT_LEAST = 120;

Deno.test("every kept mutant is found in the product once, and its tests exist", async () => {
  const [mutants, texts] = await read;
  assert.deepEqual(complaints(mutants, texts), []);
  assert.ok(mutants.length >= AT_LEAST, `${mutants.length} mutants`);
  const tests = new Set(mutants.flatMap(({ tests }) => tests));
  for (const path of tests) {
    assert.equal((await Deno.stat(new URL(`../../${path}`, import.meta.url))).isFile, true, path);
  }
});

Deno.test("what every mutant makes of its file can be read: else any test would notice, and none would be tried", async () => {
  const [mutants, texts] = await read;
  const placed = mutants.flatMap((mutant) => placesOf(mutant, texts).map((place) => ({ place, mutant })));
  const reads = async (path: string, changes: typeof placed): Promise<boolean> => {
    const loader = path.endsWith(".tsx") ? "tsx" : path.endsWith(".ts") ? "ts" : "css";
    const text = mutated(texts.get(path) ?? "", changes);
    return await transform(text, { loader, logLevel: "silent" }).then(() => true, () => false);
  };
  const unreadable: string[] = [];
  try {
    for (const [path, all] of sample([...Map.groupBy(placed, ({ place }) => place.path)])) {
      // At once those that do not overlap; one by one the others, and where what stands beside may be at fault.
      const some = all.filter(({ place }, at) =>
        all.slice(0, at).every((one) => one.place.end <= place.start || place.end <= one.place.start)
      );
      const others = await reads(path, some) ? all.filter((one) => !some.includes(one)) : all;
      for (const one of others) {
        if (!await reads(path, [one])) unreadable.push(`${one.mutant.list} ${one.mutant.id}`);
      }
    }
  } finally {
    await stop();
  }
  assert.deepEqual(unreadable, []);
});

Deno.test("mutants stand in every folder of the product", async () => {
  const [mutants, texts] = await read;
  const paths = mutants.flatMap((mutant) => placesOf(mutant, texts)).map(({ path }) => path);
  for (
    const folder of [
      "events/store/",
      "events/catalog/",
      "projections/",
      "actors/conversation/",
      "actors/providers/",
      "actors/tools/",
      "actors/turn/",
      "server/",
      "ui/state/",
      "ui/message/",
    ]
  ) {
    assert.ok(paths.some((path) => path.startsWith(folder)), folder);
  }
});

Deno.test("a text that is not there, is there twice, or changes nothing is complained of", () => {
  const texts = new Map([["events/a.ts", "one();\n  two();\nthree();\n"], ["events/b.ts", "three();\n"]]);
  const list =
    "@ A wrong\n-one();\n-two();\n+one();\n@ B gone\n-four();\n+\n@ C twice\n-three();\n+\n@ A same\n-one();\n+one();\n";
  const mutants = parse(list, "x.txt");
  assert.deepEqual(complaints(mutants, texts), [
    "x.txt B: its text is not in the product: four();",
    "x.txt C: its text is there 2 times: events/a.ts, events/b.ts",
    "x.txt A: its id is taken",
    "x.txt A: changes nothing",
  ]);
  const [first] = mutants;
  assert.ok(first);
  const places = placesOf(first, texts).map((place) => ({ place, mutant: first }));
  assert.equal(mutated(texts.get("events/a.ts") ?? "", places), "one();\nthree();\n");
  assert.throws(() => parse("what is this", "x.txt"), /x\.txt:1/);
});

Deno.test("the nearest tests of a file are those that come to it by the fewest imports", () => {
  const all = graph();
  const near = nearest("server/http/guard.ts", all);
  assert.ok(near.length > 0);
  assert.ok(near[0]?.every((path) => path.startsWith("tests/") && path.endsWith("_test.ts")));
  const usage = nearest("projections/usage/usage.ts", all);
  assert.ok(usage[0]?.includes("tests/projections/usage/usage_test.ts"), String(usage[0]));
});

Deno.test("the test that noticed a mutant is read from what deno says, and run by itself", () =>
  inFolder(async (folder) => {
    const [name, beside] = ["what (is) said/told [ends]?", "what (is) said/told [ends]"];
    await Deno.writeTextFile(
      `${folder}/one_test.ts`,
      `Deno.test(${JSON.stringify(beside)}, () => { throw new Error("=> ./two_test.ts:1:1"); });
       Deno.test(${JSON.stringify(name)}, async (t) => {
         await t.step("first", () => {});
         await t.step("second", () => { throw new Error("so"); });
       });`,
    );
    const failed = async (...args: string[]) => {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["test", "--quiet", "--no-check", "--fail-fast", ...args],
        cwd: folder,
        env: { NO_COLOR: "1" },
      }).output();
      return failedTest(new TextDecoder().decode(stdout));
    };
    const [whole, alone] = await Promise.all([failed(), failed("--filter", filterOf(["none", name]))]);
    assert.deepEqual(whole, { file: "one_test.ts", name: beside });
    assert.deepEqual(alone, { file: "one_test.ts", name });
  }));

Deno.test("what is kept of noticing is of mutants in the list, and the same in whatever order they were tried", async () => {
  const [mutants] = await read;
  const ids = mutants.map(({ id }) => id);
  const noticed = Noticed.read();
  assert.deepEqual(noticed.ids.filter((id) => !ids.includes(id)), []);
  for (const file of noticed.files) {
    assert.equal((await Deno.stat(new URL(`../../${file}`, import.meta.url))).isFile, true, file);
  }
  const tests = {
    A: { file: "b", name: "two" },
    B: { file: "a", name: "one" },
    C: { file: "b", name: "two" },
  };
  const kept = { a: { one: "B" }, b: { two: "A C" } };
  for (const order of ["ABC", "CBA"]) {
    const some = new Noticed({ c: { gone: "D" } });
    for (const id of order) some.note(id, tests[id as keyof typeof tests]);
    some.note("D", undefined);
    assert.deepEqual(some.kept(["A", "B", "C", "D"]), kept);
    assert.deepEqual(new Noticed(kept).of("C"), tests.C);
  }
});
