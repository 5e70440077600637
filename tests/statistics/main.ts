/**
 * `deno task statistics`: what tests compare our statistics with is made anew by the implementations that others keep, and
 * has to be what is kept beside. Pinned and installed into a folder of its own; where there is no python3, or nothing to be
 * had from PyPI, it says so and tests nothing.
 */
const HERE = new URL(".", import.meta.url).pathname;
/** By script, the file with what it wrote. */
const MADE = { "reference.py": "reference.json", "rankings.py": "rankings.json" } as const;
/** By how much figures may differ where another processor adds up in another order. */
const NEAR = 1e-5;

/** What a command writes; null where it cannot be run, or fails. */
async function run(command: string, ...args: string[]): Promise<string | null> {
  try {
    const { success, stdout } = await new Deno.Command(command, { args, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout) : null;
  } catch {
    return null;
  }
}

/** Why it cannot be tried here, or null. */
async function missing(venv: string): Promise<string | null> {
  if (await run("python3", "-m", "venv", venv) === null) return "there is no python3 with venv";
  const packages = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
  const done = await run(`${venv}/bin/python`, ...packages, `${HERE}requirements.txt`);
  return done === null ? "pip could not install it" : null;
}

/** Where two values differ by more than the order in which was added up; "" where they do not. */
function differing(a: unknown, b: unknown, at = "$"): string {
  if (typeof a === "number" && typeof b === "number") {
    return Math.abs(a - b) < NEAR ? "" : `${at}: ${a}, ${b}`;
  }
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return a === b ? "" : `${at}: ${a}, ${b}`;
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return keys.map((key) => differing(one.get(key), other.get(key), `${at}.${key}`)).find((what) => what) ??
    "";
}

const folder = await Deno.makeTempDir({ prefix: "fishbowl-statistics-" });
let good = true;
try {
  const why = await missing(folder);
  if (why !== null) {
    console.log(`SKIPPED: statistics were not compared with those of others, because ${why}.`);
  }
  for (const [script, kept] of why === null ? Object.entries(MADE) : []) {
    const made = await run(`${folder}/bin/python`, `${HERE}${script}`);
    const differs = made === null
      ? "it failed"
      : differing(JSON.parse(made), JSON.parse(await Deno.readTextFile(HERE + kept)));
    console.log(`${differs === "" ? "ok    " : "FAILED"}  ${script} ${differs}`);
    good &&= differs === "";
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(good ? 0 : 1);
