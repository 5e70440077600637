/**
 * Starts the program with just the permissions it needs: those of the permission set, plus reading and
 * writing the data folder of this very call. A flag replaces the list of the set, so the built interface is
 * named again. Signals and the exit status pass through; when whoever started this is killed, the program stops.
 */
import { fileURLToPath } from "node:url";
import { erasedBeside } from "./store_files.ts";
import settings from "../../deno.json" with { type: "json" };
import { type Bridged, isPath, readOptions } from "./options.ts";
import { type CheckOptions, pathsOf } from "./check_options.ts";
import { ENDINGS } from "./endings.ts";
import { LAUNCHER, namedParent, TASK, watchParent } from "./parent.ts";
import { COPYING, READING, SEARCHING } from "./thread_files.ts";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

interface Program {
  readonly main: string;
  readonly flags: readonly string[];
}

const MAIN = new URL("../../main.ts", import.meta.url).href;
/** It alone may run something, and of the rest it may nothing: no file, no key, no address but this machine's. */
const BRIDGE = new URL("../bridge/bridge_main.ts", import.meta.url).href;

/** What the bridge may: run that one command, and see these variables to hand them on. */
function bridgeOf({ command, passed }: Bridged): Program {
  const env = [...settings.permissions.bridge.env.allow, ...passed];
  return {
    main: BRIDGE,
    flags: ["-P=bridge", `--allow-run=${command}`, ...(passed.length > 0 ? [`--allow-env=${env}`] : [])],
  };
}

/** What a check may: its files and, unless it asks nobody, the network. */
function checkOf(options: CheckOptions): Program {
  const { read, written } = pathsOf(options);
  const flags = [`--allow-read=${[DIST, ...read].join(",")}`];
  if (written.length > 0) flags.push(`--allow-write=${written.join(",")}`);
  return { main: MAIN, flags: ["-P=serve", ...flags, ...(options.offline ? ["--deny-net"] : [])] };
}

function program(): Program {
  try {
    const options = readOptions(Deno.args, (name) => Deno.env.get(name));
    if (options.bridged) return bridgeOf(options.bridged);
    if (options.checked) return checkOf(options.checked);
    const { command, data, out, from, rest, key } = options;
    const proofs = command === "verify" ? [...rest, ...(key ? [key] : [])].filter(isPath) : [];
    const folders = [data, ...(out ? [out] : []), ...(command === "import" ? rest : [])].filter(isPath);
    const copies = command === "backup" || command === "restore";
    // Of a backup that is named as a file it is asked whether it is one file alone.
    const read = [
      DIST,
      ...folders,
      ...proofs,
      ...(from ? [from, `${from}-wal`, ...erasedBeside(from)] : []).filter(isPath),
      ...(command === "serve" ? [...SEARCHING, ...READING] : []),
      ...(copies ? COPYING : []),
    ];
    const flags = [`--allow-read=${read.join(",")}`, `--allow-write=${folders.join(",")}`];
    return { main: MAIN, flags: ["-P=serve", ...flags] };
  } catch {
    return { main: MAIN, flags: ["-P=serve"] }; // The program itself says what is wrong.
  }
}

const { main, flags } = program();
/** Named: of a package that npm installed none is looked for. */
const config = fileURLToPath(new URL("../../deno.json", import.meta.url));
const task = namedParent(Deno.env.get(TASK) ? `${Deno.ppid}` : undefined);
const args = [
  "run",
  "--no-prompt",
  "--no-remote",
  "--quiet",
  // The scripts of a build lie as a package does.
  ...(main.includes("/node_modules/") ? ["--node-modules-dir=manual"] : []),
  `--config=${config}`,
  ...flags,
  main,
  ...Deno.args,
];
// What it starts in turn was started by no task.
const env: Record<string, string> = { [LAUNCHER]: `${Deno.pid}`, [TASK]: "" };

/** Code of somebody's in the program, past all that it may: Deno hands it on to none whose permissions are bounded. */
const LINKER = /\b(?:LD|DYLD)_\w+/g;

/** Starts it, without what its environment has for the linker, as that of many a scientist's shell does. */
function started(): Deno.ChildProcess {
  const start = () =>
    new Deno.Command(Deno.execPath(), { args, stdin: "inherit", stdout: "inherit", stderr: "inherit", env })
      .spawn();
  try {
    return start();
  } catch (error) {
    const names = error instanceof Deno.errors.NotCapable ? error.message.match(LINKER) ?? [] : [];
    if (names.length === 0) throw error;
    console.error(`fishbowl: ${names.join(" and ")} is set, and not handed on to the program.`);
    for (const name of names) env[name] = "";
    return start();
  }
}
const child = started();

function pass(signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has just ended by itself.
  }
}

for (const signal of ENDINGS) Deno.addSignalListener(signal, () => pass(signal));
watchParent(task, () => pass("SIGTERM"));
Deno.exit((await child.status).code);
