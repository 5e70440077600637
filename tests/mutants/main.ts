/**
 * `deno task mutate`: applies each kept mutant to a copy of the tree, runs the nearest tests, and says which nobody
 * noticed. `--random 10` a few by chance (`--seed` the same few), `--only E1,S2` those; `--near` tries the nearest
 * tests alone and not the wider ones; `--keep` keeps which test noticed each, to begin with next time; `--types`
 * checks instead that each keeps the types: a mutant that does not compile shows nothing about tests.
 */
import { parseArgs } from "node:util";
import { SeededRandom } from "../sim/random.ts";
import { Copy, type Ran, type Verdict } from "./copy.ts";
import { complaints, kept, type Mutant, mutated, type Place, placesOf, product } from "./kept.ts";
import { type Graph, graph, nearest } from "./nearest.ts";
import { failedTest, Noticed, type Test, type Tests } from "./noticed.ts";

/** Milliseconds a group of tests may take, on a busy machine too; the slowest needs a tenth. */
const LIMIT_MS = 240_000;
/** Share of mutants that must be noticed. */
const TARGET = 0.95;
/**
 * Survivors that a few mutants drawn by chance may have. Of ten, more than two survive once in eighty draws where
 * nineteen of twenty mutants are noticed: a draw shall not turn a sound change away, and each survivor is printed.
 */
const SURVIVORS_BY_CHANCE = 2;
/** What the compiler says of a name nobody uses any more: no matter of types. */
const UNUSED = /^TS(6133|6192|6196|6198|6199|7027) /;

const { values } = parseArgs({
  options: {
    random: { type: "string" },
    seed: { type: "string" },
    only: { type: "string" },
    near: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
    types: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});

const texts = product();
const all = await kept();
const wrong = complaints(all, texts);
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  Deno.exit(1);
}

function placeOf(mutant: Mutant): Place {
  const [place] = placesOf(mutant, texts);
  if (!place) throw new Error(`${mutant.id} is nowhere`);
  return place;
}

function choose(): Mutant[] {
  if (values.only) {
    const ids = values.only.split(",");
    return all.filter(({ id }) => ids.includes(id));
  }
  const able = all.filter(({ equivalent }) => equivalent === null);
  if (!values.random) return able;
  const seed = Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  console.log(`seed ${seed}`);
  const random = new SeededRandom(seed);
  const drawn: Mutant[] = [];
  while (drawn.length < Number(values.random) && able.length > 0) {
    drawn.push(...able.splice(random.below(able.length), 1));
  }
  return drawn;
}

const chosen = choose();

/** Tests for a mutant: first those it names or the nearest, then wider. */
function groupsOf(mutant: Mutant, path: string, arrows: Graph): string[][] {
  const near = nearest(path, arrows);
  if (mutant.tests.length === 0) return near;
  const others = near.flat().filter((one) => !mutant.tests.includes(one));
  return [[...mutant.tests], others].filter(({ length }) => length > 0);
}

const noticed = Noticed.read();
/** Tests that were seen to pass without a mutant: one that fails anyway notices nothing. */
const passing = new Set<string>();
const keysOf = ({ files, names }: Tests): string[] =>
  names?.map((name) => `${files} ${name}`) ?? [`${files}`];

async function passTogether(tests: Tests, copy: Copy): Promise<boolean> {
  if (keysOf(tests).every((key) => passing.has(key))) return true;
  if ((await copy.test(tests, LIMIT_MS)).verdict !== "survived") return false;
  for (const key of keysOf(tests)) passing.add(key);
  return true;
}

/** Whether these pass without a mutant; of one test it is seen together with the others of its file that notice some. */
async function pass(tests: Tests, copy: Copy): Promise<boolean> {
  if (!tests.names || passing.has(`${tests.files}`)) return await passTogether(tests, copy);
  const others = chosen.flatMap(({ id }) => {
    const test = noticed.of(id);
    return test && tests.files.includes(test.file) ? [test.name] : [];
  });
  const names = [...new Set([...tests.names, ...others])];
  return await passTogether({ ...tests, names }, copy) || await passTogether(tests, copy);
}

/** What a browser runs is built before, with the mutant, and put back behind it. */
const isBrowsers = (path: string): boolean => path.startsWith("tests/browser/");

interface Tried {
  readonly verdict: Verdict;
  /** Which test failed, where it is known. */
  readonly test?: Test | undefined;
}

/** Runs tests with the mutant, and those that failed without it: null where they fail then, too. */
async function trial(mutant: Mutant, tests: Tests, copy: Copy): Promise<Tried | null> {
  const place = placeOf(mutant);
  const text = texts.get(place.path) ?? "";
  const inBrowsers = tests.files.some(isBrowsers);
  let ran: Ran;
  await copy.write(place.path, mutated(text, [{ place, mutant }]));
  try {
    if (inBrowsers) await copy.build();
    ran = await copy.test(tests, LIMIT_MS);
  } finally {
    await copy.write(place.path, text);
    if (inBrowsers) await copy.pageOfNoMutant();
  }
  if (values.verbose) console.log(ran.output);
  if (ran.verdict === "survived") return { verdict: "survived" };
  const test = ran.verdict === "caught" ? failedTest(ran.output) : undefined;
  const failed = tests.names || !test ? tests : { files: [test.file] };
  return await pass(failed, copy) ? { verdict: ran.verdict, test } : null;
}

/** What is run until something notices: the test that noticed last, then groups of files. */
function* tryouts(mutant: Mutant, arrows: Graph): Generator<Tests> {
  const last = noticed.of(mutant.id);
  if (last) yield { files: [last.file], names: [last.name] };
  const groups = groupsOf(mutant, placeOf(mutant).path, arrows);
  for (const files of values.near ? groups.slice(0, 1) : groups) yield { files };
}

async function judge(mutant: Mutant, copy: Copy, arrows: Graph): Promise<Verdict> {
  const startedAt = performance.now();
  let verdict: Verdict = "survived";
  const tried = new Set<string>();
  for (const tests of tryouts(mutant, arrows)) {
    for (const path of tests.files) tried.add(path);
    const found = await trial(mutant, tests, copy);
    if (!found) console.log(`These fail without any mutant: ${keysOf(tests).join(" ")}`);
    // What a test says by itself decides nothing; that its file says nothing does.
    if (!found && !tests.names) break;
    if (!found || found.verdict === "survived") continue;
    verdict = found.verdict;
    noticed.note(mutant.id, found.test);
    break;
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(
    `${verdict.padEnd(8)} ${mutant.id}: ${mutant.why} (${
      placeOf(mutant).path
    }, ${tried.size} files, ${seconds} s)`,
  );
  return verdict;
}

function keepNoticed(): void {
  if (values.keep) noticed.keep(all.map(({ id }) => id));
}

async function judgeAll(): Promise<boolean> {
  const [mutants, arrows, startedAt] = [chosen, graph(), performance.now()];
  const waiting = [...mutants];
  const verdicts = new Map<Mutant, Verdict>();
  await Promise.all(Array.from({ length: Math.min(Number(values.jobs), waiting.length) }, async () => {
    await using copy = await Copy.make();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      verdicts.set(next, await judge(next, copy, arrows));
    }
  }));
  keepNoticed();
  const survivors = mutants.filter((mutant) => verdicts.get(mutant) === "survived");
  const hung = mutants.filter((mutant) => verdicts.get(mutant) === "hung").length;
  const caught = mutants.length - survivors.length;
  const explained = all.filter(({ equivalent }) => equivalent !== null);
  for (const { id, why } of survivors) console.log(`SURVIVED ${id}: ${why}`);
  const share = mutants.length === 0 ? 1 : caught / mutants.length;
  console.log(
    `${caught} of ${mutants.length} mutants caught (${
      (100 * share).toFixed(1)
    } %), ${hung} of them by hanging; ` +
      `${explained.length} of the list can be seen by nobody, with the reason`,
  );
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const good = values.only
    ? survivors.length === 0
    : values.random
    ? survivors.length <= SURVIVORS_BY_CHANCE
    : share >= TARGET;
  console.log(
    `${good ? "ok" : "FAILED"} | ${caught} passed | ${good ? 0 : survivors.length} failed (${seconds}s)`,
  );
  return good;
}

/** Errors by the file they are in, without what is only unused. */
function errorsIn(said: string): string[] {
  const errors = said.split(/\n(?=TS\d+ \[ERROR\])/).filter((one) => /^TS\d+ /.test(one));
  // What cannot be read at all has no number, and hides whatever is wrong elsewhere.
  return errors.length === 0 && said !== "" ? [said] : errors.filter((one) => !UNUSED.test(one));
}

async function checkTypes(): Promise<boolean> {
  await using copy = await Copy.make();
  const bad: string[] = [];
  let waiting = chosen.map((mutant) => ({ mutant, place: placeOf(mutant) }));
  for (let round = 1; waiting.length > 0; round++) {
    // As many at once as do not overlap; what does waits for the next round.
    const now: typeof waiting = [];
    for (const one of waiting) {
      const free = now.every(({ place: { path, start, end } }) =>
        path !== one.place.path || one.place.end <= start || one.place.start >= end
      );
      if (free) now.push(one);
    }
    waiting = waiting.filter((one) => !now.includes(one));
    for (const [path, changes] of Map.groupBy(now, ({ place }) => place.path)) {
      await copy.write(path, mutated(texts.get(path) ?? "", changes));
    }
    const errors = errorsIn(await copy.check());
    for (const { place: { path } } of now) await copy.write(path, texts.get(path) ?? "");
    for (const error of errors) {
      const path = now.map(({ place }) => place.path).find((one) => error.includes(`/${one}:`));
      const ids = now.filter(({ place }) => place.path === path).map(({ mutant }) => mutant.id);
      bad.push(`${ids.join(", ") || "some mutant"}: ${error.replaceAll(copy.path, "")}`);
    }
    console.log(`round ${round}: ${now.length} mutants, ${errors.length} errors`);
  }
  for (const line of bad) console.log(line);
  console.log(bad.length === 0 ? `${all.length} mutants keep the types` : "FAILED");
  return bad.length === 0;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  Deno.addSignalListener(signal, () => {
    Copy.endAll();
    keepNoticed();
    Deno.exit(1);
  });
}
const good = values.types ? await checkTypes() : await judgeAll();
Deno.exit(good ? 0 : 1);
