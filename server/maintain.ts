/** Commands on the store while nobody chats: export, import, verify, rebuild, tokens, password. */
import { SYSTEM } from "../events/envelope.ts";
import { linesOf } from "../events/export.ts";
import type { StoreLog } from "../events/store/log.ts";
import { rebuild } from "../events/store/rebuild.ts";
import type { Progress } from "../events/store/refold.ts";
import { exportStream, importStream } from "../events/store/transfer.ts";
import { FILE_MODE, narrow } from "../events/store/private_files.ts";
import { type Report, verify } from "../events/store/verify.ts";
import type { System } from "../actors/system_types.ts";
import { PASSWORD_CHARACTERS } from "./access.ts";
import { folds, importOptions } from "./folds.ts";
import { type Options, UsageError } from "./options.ts";
import { createAccess, StartError } from "./serve.ts";

export interface Console {
  readonly out: (text: string) => void;
  /** Progress and everything that is not the result. */
  readonly note: (text: string) => void;
  readonly stdin: ReadableStream<Uint8Array>;
}

/** Events between two lines of progress. */
const PROGRESS_EVENTS = 50_000;

export function progress(console: Console): Progress {
  let next = PROGRESS_EVENTS;
  let seen = 0;
  return ({ events, streams }) => {
    seen = Math.max(seen, events);
    if (seen < next) return;
    next = seen + PROGRESS_EVENTS;
    console.note(`… ${seen} events, ${streams} conversations`);
  };
}

function needed(options: Options, what: string): string {
  const [first] = options.rest;
  if (!first) throw new UsageError(`${options.command} needs ${what}.`);
  return first;
}

export async function exportCommand(store: StoreLog, options: Options, console: Console): Promise<number> {
  const lines = await exportStream(store, needed(options, "the id of a conversation"), progress(console));
  if (!lines) throw new StartError("There is no such conversation.");
  if (options.out === undefined) {
    for await (const line of lines) console.out(line);
    return 0;
  }
  // What was said is its reader's alone, also where a file was there before.
  using file = await Deno.open(options.out, { write: true, create: true, truncate: true, mode: FILE_MODE });
  await narrow(options.out, FILE_MODE, console.note);
  const writer = file.writable.getWriter();
  const encoder = new TextEncoder();
  for await (const line of lines) await writer.write(encoder.encode(line + "\n"));
  await writer.close();
  return 0;
}

export async function importCommand(store: StoreLog, options: Options, console: Console): Promise<number> {
  const path = needed(options, "a file");
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch {
    throw new StartError("The file cannot be read.");
  }
  const settings = { ...importOptions(new Date().toISOString(), SYSTEM), maxBytes: Infinity };
  const result = await importStream(store, linesOf(file.readable), settings);
  if (!result.ok) throw new StartError(result.detail);
  console.out(
    result.created
      ? `Imported ${result.stream}: ${result.seq} events.`
      : `${result.stream} is already there; nothing changed.`,
  );
  return 0;
}

/** One line for each problem. */
export function tellProblems(report: Report, console: Console): void {
  for (const { kind, stream, seq, detail } of report.problems) {
    console.out(`${kind}: ${stream}${seq === null ? "" : ` event ${seq}`}: ${detail}`);
  }
}

export async function verifyCommand(store: StoreLog, console: Console): Promise<number> {
  const report = await verify(store, folds, progress(console));
  tellProblems(report, console);
  const found = report.problems.length;
  console.out(`${report.streams} streams, ${report.events} events, ${found === 0 ? "no" : found} problems.`);
  return found === 0 ? 0 : 1;
}

export async function rebuildCommand(store: StoreLog, console: Console): Promise<number> {
  const { streams, rows, snapshots } = await rebuild(store, folds, progress(console));
  console.out(`${streams} streams: ${rows} rows and ${snapshots} snapshots written again.`);
  return 0;
}

export async function tokenCommand(system: System, options: Options, console: Console): Promise<number> {
  const [action, subject] = options.rest;
  const access = createAccess(system);
  if (action === "create" && subject) {
    const id = `token_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
    await system.changeWorkspace(
      () => ({ ok: true, events: [{ type: "TokenCreated", data: { id, name: subject } }], answer: { id } }),
      { by: SYSTEM },
    );
    console.note(`Token ${id}, shown this once:`);
    console.out(await access.addToken(id, subject));
    return 0;
  }
  if (action === "revoke" && subject) {
    await access.revokeToken(subject);
    const outcome = await system.changeWorkspace(
      (state) =>
        state.tokens[subject]
          ? { ok: true, events: [{ type: "TokenRevoked", data: { id: subject } }], answer: { id: subject } }
          : { ok: false, code: "not_found", detail: "There is no such token." },
      { by: SYSTEM },
    );
    if (!outcome.ok) throw new StartError(outcome.detail);
    console.out(`Revoked ${subject}.`);
    return 0;
  }
  throw new UsageError("token create NAME, or token revoke ID.");
}

export async function passwordCommand(system: System, console: Console): Promise<number> {
  const given = (await new Response(console.stdin).text()).split("\n")[0]?.trim() ?? "";
  if (given.length < PASSWORD_CHARACTERS) {
    throw new UsageError(`The password needs at least ${PASSWORD_CHARACTERS} characters, on standard input.`);
  }
  await createAccess(system).setPassword(given);
  console.out("The password is set; every session has ended.");
  return 0;
}
