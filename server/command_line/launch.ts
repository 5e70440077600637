/**
 * Starts the program with just the permissions it needs: those of the permission set, plus reading and
 * writing the data folder of this very call. A flag replaces the list of the set, so the built interface is
 * named again. Signals and the exit status pass through; when whoever started this is killed, the program stops.
 */
import { erasedBeside } from "./erased_beside.ts";
import { isPath, readOptions } from "./options.ts";
import { LAUNCHER, namedParent, TASK, watchParent } from "./parent.ts";
import { COPYING, SEARCHING } from "./thread_files.ts";

const DIST = `${import.meta.dirname}/../../dist`;

function folderFlags(): string[] {
  try {
    const options = readOptions(Deno.args, (name) => Deno.env.get(name));
    const { command, data, out, from, rest } = options;
    const proofs = command === "verify" ? rest.filter(isPath) : [];
    const folders = [data, ...(out ? [out] : []), ...(command === "import" ? rest : [])].filter(isPath);
    const copies = command === "backup" || command === "restore";
    // Of a backup that is named as a file it is asked whether it is one file alone.
    const read = [
      DIST,
      ...folders,
      ...proofs,
      ...(from ? [from, `${from}-wal`, ...erasedBeside(from)] : []).filter(isPath),
      ...(command === "serve" ? SEARCHING : []),
      ...(copies ? COPYING : []),
    ];
    return [`--allow-read=${read.join(",")}`, `--allow-write=${folders.join(",")}`];
  } catch {
    return []; // The program itself says what is wrong.
  }
}

const main = new URL("../../main.ts", import.meta.url);
/** Named: of a package that npm installed none is looked for. */
const config = `${import.meta.dirname}/../../deno.json`;
const task = namedParent(Deno.env.get(TASK) ? `${Deno.ppid}` : undefined);
const child = new Deno.Command(Deno.execPath(), {
  args: [
    "run",
    "--no-prompt",
    "--no-remote",
    "--quiet",
    `--config=${config}`,
    "-P=serve",
    ...folderFlags(),
    main.href,
    ...Deno.args,
  ],
  stdin: "inherit",
  stdout: "inherit",
  stderr: "inherit",
  // What it starts in turn was started by no task.
  env: { [LAUNCHER]: `${Deno.pid}`, [TASK]: "" },
}).spawn();

function pass(signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has just ended by itself.
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => pass(signal));
watchParent(task, () => pass("SIGTERM"));
Deno.exit((await child.status).code);
