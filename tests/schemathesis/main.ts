/**
 * `deno task schemathesis`: what `/openapi.json` promises, tried on a real server by a tool that others wrote: no 5xx, no
 * status that is not described, and what is answered has the form that was told. Pinned and installed into a folder of its
 * own; where there is no python3, or nothing to be had from PyPI, it says so and tests nothing.
 */
import { ServerProcess } from "../chaos/server_process.ts";
import { Prepared } from "./prepared.ts";

const HERE = new URL(".", import.meta.url).pathname;
/** Cases of each operation that are drawn at random, beside those that go through its parameters one by one. */
const EXAMPLES = Deno.env.get("FISHBOWL_FULL") === undefined ? 10 : 40;
const CHECKS =
  "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/** What would end the caller's own rights in mid-run: these have tests of their own. */
const LEFT_OUT = [
  ["POST", "/api/set-up"],
  ["POST", "/api/password"],
  ["POST", "/api/logout"],
  ["DELETE", "/api/tokens/{id}"],
] as const;

/** What takes a file, a model server or a moment that nobody makes up. */
const SELDOM: readonly string[] = [
  "DELETE /api/conversations/{id}/participants/{participantId}",
  "POST /api/conversations/{id}/turns/{turnId}/input",
  "POST /api/conversations/{id}/turns/{turnId}/permission",
  "POST /api/conversations/{id}/turns/{turnId}/retry",
  "POST /api/import",
  "POST /api/imports",
  "POST /api/login",
];
/** Writes a second: a caller is held to 200, and what is held back is not tried. */
const PACE = "150/s";

/** Why it cannot be tried here, or null. */
async function missing(venv: string): Promise<string | null> {
  const run = async (command: string, ...args: string[]) => {
    try {
      return (await new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output()).success;
    } catch {
      return false;
    }
  };
  if (!await run("python3", "-m", "venv", venv)) return "there is no python3 with venv";
  const packages = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
  if (await run(`${venv}/bin/python`, ...packages, `${HERE}requirements.txt`)) return null;
  return "pip could not install it";
}

/** Operations of which no case succeeded, so that nothing was seen of what they answer. */
function neverAnswered(statuses: Readonly<Record<string, number>>): string[] {
  const [all, good] = [new Set<string>(), new Set<string>()];
  for (const key of Object.keys(statuses)) {
    const [, operation = "", status = ""] = /^(.*) (\d+)$/.exec(key) ?? [];
    all.add(operation);
    if (/^[23]/.test(status)) good.add(operation);
  }
  return [...all].filter((operation) => !good.has(operation) && !SELDOM.includes(operation)).sort();
}

async function tried(venv: string, folder: string): Promise<boolean> {
  const server = new ServerProcess(`${folder}/data`);
  try {
    await server.start();
    if (!server.address) throw new Error(`The server did not start: ${server.said}`);
    const prepared = new Prepared(server.address);
    const known = await prepared.known(`${folder}/other`);
    const names = LEFT_OUT.map(([method, path]) => `^${method} ${path.replaceAll(/[{}]/g, "\\$&")}$`);
    const { success } = await new Deno.Command(`${venv}/bin/schemathesis`, {
      args: [
        ...["run", `${server.address}/openapi.json`, "--workers", "1", "--no-color"],
        ...["--phases", "coverage,fuzzing", "--suppress-health-check", "all", "--continue-on-failure"],
        ...[
          "--checks",
          CHECKS,
          "--max-examples",
          `${EXAMPLES}`,
          "--seed",
          Deno.env.get("FISHBOWL_SEED") ?? "1",
        ],
        ...["--header", `Authorization: ${prepared.authorization}`, "--header", `Origin: ${server.address}`],
        ...["--exclude-name-regex", names.join("|"), "--request-timeout", "60"],
        ...["--rate-limit", PACE],
      ],
      cwd: folder,
      env: {
        SCHEMATHESIS_HOOKS: `${HERE}hooks.py`,
        FISHBOWL_KNOWN: JSON.stringify(known),
        FISHBOWL_STATUSES: `${folder}/statuses.json`,
        NO_COLOR: "1",
      },
    }).spawn().status;
    const never = neverAnswered(JSON.parse(await Deno.readTextFile(`${folder}/statuses.json`)));
    if (never.length > 0) console.log(`Never answered with what was asked for: ${never.join(", ")}`);
    return success && never.length === 0;
  } finally {
    await server.kill();
  }
}

const folder = await Deno.makeTempDir({ prefix: "fishbowl-schemathesis-" });
let good = true;
try {
  const venv = `${folder}/python`;
  const why = await missing(venv);
  if (why === null) good = await tried(venv, folder);
  else console.log(`SKIPPED: what is described was not tried by Schemathesis, because ${why}.`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(good ? 0 : 1);
