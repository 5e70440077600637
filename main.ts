/** The command line: which command is run, on which store. */
import { setImmediate } from "node:timers";
import { realEnvironment } from "./actors/runtime/environment.ts";
import type { Logger } from "./actors/runtime/logger.ts";
import type { System } from "./actors/system.ts";
import { StoreError } from "./events/store/errors.ts";
import { openLog, type StoreLog } from "./events/store/log.ts";
import { ErasedList } from "./events/store/file/erased_list.ts";
import { markFile } from "./events/store/file/mark.ts";
import { type Hold, holdStore } from "./events/store/file/presence.ts";
import { privateFile, privateFolder, type Warn } from "./events/store/file/private_files.ts";
import { backupCommand, type Schedule } from "./server/command_line/backup_command.ts";
import { listOfRemote } from "./server/command_line/erased_beside.ts";
import { ERASED_LIST, STORE_FILE } from "./server/command_line/store_files.ts";
import { indexPath } from "./server/command_line/index_file.ts";
import { askCommand } from "./server/command_line/ask_command.ts";
import { compactCommand } from "./server/command_line/compact_command.ts";
import {
  type Console,
  exportCommand,
  importCommand,
  passwordCommand,
  rebuildCommand,
  refuseNoStore,
  tokenCommand,
  verifyCommand,
} from "./server/command_line/maintenance.ts";
import { ENDINGS } from "./server/command_line/endings.ts";
import { isOwnLog } from "./server/command_line/file_source.ts";
import { migrateCommand } from "./server/command_line/migrate_command.ts";
import { HeldLines, loggerOn, type LogPorts } from "./server/command_line/log_lines.ts";
import { HELP } from "./server/command_line/help.ts";
import { LAUNCHER, namedParent, watchParent } from "./server/command_line/parent.ts";
import {
  type Options,
  publicNames,
  readOptions,
  UsageError,
  VERSION,
} from "./server/command_line/options.ts";
import { exportProofCommand, verifyProofCommand } from "./server/command_line/proof_commands.ts";
import { signCommand, signRebuilt } from "./server/command_line/sign_command.ts";
import { halfRestored, refuseHalfRestored, restoreCommand } from "./server/command_line/restore_command.ts";
import { tailCommand } from "./server/command_line/tail_command.ts";
import type { Terminal } from "./server/command_line/remote.ts";
import { noFolder, StartError } from "./server/command_line/start_error.ts";
import { tryAddress } from "./server/http/try_address.ts";
import type { Life } from "./server/wiring.ts";

const bytesOf = (text: string) => new TextEncoder().encode(`${text}\n`);

/** Past the console, which OpenTelemetry may export: a command's answer can be a token, or the one-time code. */
function write(text: string, to: Pick<typeof Deno.stdout, "writeSync"> = Deno.stdout): void {
  const bytes = bytesOf(text);
  try {
    for (let at = 0; at < bytes.length;) at += to.writeSync(bytes.subarray(at));
  } catch (error) {
    // Nobody reads on, as behind `| head`.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
/** Where OpenTelemetry exports the console, as `OTEL_DENO` says, a line there is what was told by itself. */
const isExported = Symbol.for("opentelemetry.js.api.1") in globalThis;
/** Where it is not, past the console too, which takes three times as long. */
function note(text: string): void {
  try {
    if (isExported) console.error(text);
    else write(text, Deno.stderr);
  } catch {
    // What cannot be written, as to a file on a full disk, is lost, and ends nothing.
  }
}
const noteAll = (lines: readonly string[]) => isExported ? lines.forEach(note) : note(lines.join("\n"));
const OWN: Console = {
  out: write,
  note,
  get stdin() {
    return Deno.stdin.readable;
  },
};
/** Here nothing may be run. */
const BRIDGE_APART = "mcp-bridge is a process of its own: deno task fishbowl mcp-bridge -- COMMAND.";

/** The log on standard error: for people where one looks at it, else one JSON object a line. */
const logOf = (verbose: boolean, to: LogPorts["note"] = note): Logger =>
  loggerOn({
    note: to,
    verbose,
    isSeen: Deno.stderr.isTerminal(),
    colour: !Deno.noColor,
    now: () => new Date(),
  });

function warnOf(options: Options, { note }: Console): Warn {
  if (options.command !== "serve") return note;
  return (detail) => logOf(false)("warn", "open_to_others", { detail });
}

/** Says that this process has the local store open, until it is disposed of; null for one over the network. */
async function holdFolder(options: Options, terminal: Console): Promise<Hold | null> {
  if (options.kv) return null;
  try {
    await privateFolder(options.data, warnOf(options, terminal));
  } catch {
    throw noFolder("The data folder", options.data);
  }
  return await holdStore(options.data);
}

/** Commands that look at what is there: in an empty folder they would find nothing wrong, and make a store of it. */
const LOOKS: readonly Options["command"][] = ["export", "verify", "rebuild", "sign"];

async function openStore(options: Options, terminal: Console): Promise<StoreLog> {
  if (options.kv) {
    const erased = await listOfRemote(options.data, options.command === "serve", terminal.note);
    return await openLog({ path: options.kv, ...(erased ? { erased } : {}) });
  }
  await refuseHalfRestored(options.data);
  const path = `${options.data}/${STORE_FILE}`;
  try {
    await privateFile(path, warnOf(options, terminal));
  } catch {
    // Opening it says what is wrong.
  }
  const store = await openLog({
    path,
    mark: markFile(path),
    signed: markFile(path, "-signed"),
    erased: new ErasedList(`${path}${ERASED_LIST}`),
  });
  for (const lost of [await store.mark?.lost(), await lostCheckpoint(store)]) {
    if (lost) terminal.note(`fishbowl: ${lost} Restore a backup, or run rebuild to go on without.`);
  }
  return store;
}

/** A store that was put back to an earlier day is whole in itself. */
async function lostCheckpoint(store: StoreLog): Promise<string | null> {
  const lost = await store.checkpoints.lost();
  return lost &&
    `The store once had checkpoint ${lost.n} and has not: it was cut off, put back, or is another.`;
}

/** Where a command that talks with a server reads and writes; Ctrl-C ends it in order. */
function talking(): Terminal {
  const stop = new AbortController();
  for (const signal of ENDINGS) Deno.addSignalListener(signal, () => stop.abort());
  const encoder = new TextEncoder();
  return {
    async write(text) {
      const bytes = encoder.encode(text);
      for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    },
    note,
    stdin: Deno.stdin.readable,
    isTyped: Deno.stdin.isTerminal(),
    stop: stop.signal,
    wait: (ms) => realEnvironment.sleep(ms, stop.signal),
  };
}

/** Backups on a schedule end between two of them, when they are told to; a single one ends at once. */
function schedule(options: Options): Schedule {
  const stop = new AbortController();
  for (const signal of options.every === undefined ? [] : ENDINGS) {
    Deno.addSignalListener(signal, () => stop.abort());
  }
  return {
    now: () => new Date(),
    wait: (ms) => realEnvironment.sleep(ms, stop.signal),
    stopped: () => stop.signal.aborted,
  };
}

/** What a person needs who starts a server for others. */
function setUpText(url: string, code: string, names: readonly string[]): string {
  return `Fishbowl has no password yet, and others can reach it (${
    names.join(", ")
  }): until one is set it serves` +
    ` nothing else.\nOpen it and enter this one-time code: ${code}\nFishbowl is at ${url}`;
}

/** As all that few commands need, loaded when one does: it is half of the program. */
const wiring = () => import("./server/wiring.ts");

async function serveCommand(store: StoreLog, options: Options): Promise<number> {
  const lines = new HeldLines(noteAll, Deno.stderr.isTerminal(), setImmediate);
  const logger = logOf(options.verbose, lines.note);
  const { builtPage, openSystem, serveSystem } = await wiring();
  const system = await openSystem(store, options, logger);
  const stop = new AbortController();
  for (const signal of ENDINGS) Deno.addSignalListener(signal, () => stop.abort());
  const forget = watchParent(namedParent(Deno.env.get(LAUNCHER)), () => {
    logger("warn", "launcher_gone", {});
    stop.abort();
  });
  // A fault nobody caught is a line in the log, never the end of everybody's conversation (SECURITY.md 11).
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    const kind = event.reason instanceof Error ? event.reason.name : "unknown";
    logger("error", "unhandled_rejection", { kind });
  });
  const ready: Life["ready"] = (url, code) => {
    write(code === null ? `Fishbowl is at ${url}` : setUpText(url, code, publicNames(options)));
    lines.release();
  };
  try {
    const assets = await builtPage();
    await serveSystem(system, store, options, { assets, logger, stop: stop.signal, ready });
  } finally {
    lines.release();
    forget();
    await system.stop();
  }
  return 0;
}

async function run(options: Options, terminal: Console): Promise<number> {
  if (options.command === "help") {
    terminal.out(HELP);
    return 0;
  }
  if (options.command === "version") {
    terminal.out(VERSION);
    return 0;
  }
  if (options.command === "mcp-bridge") throw new UsageError(BRIDGE_APART);
  if (options.checked) {
    const { checkCommand } = await import("./server/command_line/check_command.ts");
    return await checkCommand(options.checked, terminal);
  }
  if (options.command === "backup") return await backupCommand(options, terminal, schedule(options));
  if (options.command === "restore") return await restoreCommand(options, terminal);
  if (options.command === "migrate") return await migrateCommand(options, terminal);
  if (options.command === "compact") return await compactCommand(options, terminal);
  if (options.command === "ask") return await askCommand(options, talking());
  if (options.command === "tail") return await tailCommand(options, talking());
  if (options.command === "import" && options.rest[0] && !await isOwnLog(options.rest[0])) {
    const { moveCommand } = await import("./server/command_line/move_command.ts");
    return await moveCommand(options, talking());
  }
  if (options.command === "verify" && options.rest[0]) return await verifyProofCommand(options, terminal);
  if (options.command === "serve") tryAddress(options);
  // Half a restore is told when it is opened.
  if (LOOKS.includes(options.command) && !await halfRestored(options.data)) await refuseNoStore(options);
  using _open = await holdFolder(options, terminal);
  const store = await openStore(options, terminal);
  const withSystem = async (work: (system: System) => Promise<number>) => {
    const { openSystem } = await wiring();
    const system = await openSystem(store, options, logOf(options.verbose, terminal.note));
    try {
      return await work(system);
    } finally {
      await system.stop();
    }
  };
  try {
    switch (options.command) {
      case "export":
        return await (options.proof ? exportProofCommand : exportCommand)(store, options, terminal);
      case "import":
        return await importCommand(store, options, terminal);
      case "verify":
        return await verifyCommand(store, terminal, indexPath(options.data));
      case "rebuild":
        return await rebuildCommand(store, terminal, indexPath(options.data)) ||
          await signRebuilt(store, options, terminal);
      case "sign":
        return await signCommand(store, options, terminal);
      case "token":
        return await withSystem((system) => tokenCommand(system, options, terminal));
      case "password":
        return await withSystem((system) => passwordCommand(system, terminal));
      default:
        return await serveCommand(store, options);
    }
  } finally {
    await store.close();
  }
}

/**
 * Runs a command to its end.
 * @param args as they stand behind the program's name
 * @param terminal where it writes and reads; what serves and what talks with a server use the process's own
 * @returns the exit status: 2 for wrong use, 1 for what went wrong otherwise, either told in one line
 */
export async function main(args: readonly string[], terminal = OWN): Promise<number> {
  try {
    return await run(readOptions(args, (name) => Deno.env.get(name)), terminal);
  } catch (error) {
    const known = error instanceof UsageError || error instanceof StartError || error instanceof StoreError;
    if (!known) terminal.note(`fishbowl: unexpected ${error instanceof Error ? error.name : "error"}`);
    else terminal.note(`fishbowl: ${error.message}`);
    if (!known && Deno.env.get("FISHBOWL_DEBUG")) console.error(error);
    return error instanceof UsageError ? 2 : 1;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
