/** Commands on the store while nobody chats: export, import, verify, rebuild, tokens, password. */
import { inWords } from "../../events/catalog/in_words.ts";
import { GivenName, SYSTEM } from "../../events/catalog/envelope.ts";
import { ErasedList } from "../../events/store/file/erased_list.ts";
import { linesOf } from "../../events/catalog/export.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { checkIndex } from "../../actors/search/check_index.ts";
import { indexedWords } from "../../actors/search/searcher.ts";
import { why } from "../../events/store/errors.ts";
import { markFile } from "../../events/store/file/mark.ts";
import { holdFile } from "../../events/store/file/presence.ts";
import { SearchFile } from "../../events/store/search/search_file.ts";
import { rebuild } from "../../events/store/verify/rebuild.ts";
import type { Progress } from "../../events/store/derived_rows.ts";
import { exportStream, importStream } from "../../events/store/transfer/transfer.ts";
import { exists, FILE_MODE, narrow, SQLITE_FILES } from "../../events/store/file/private_files.ts";
import { type Report, verify } from "../../events/store/verify/verify.ts";
import { TokenScope } from "../../events/catalog/workspace.ts";
import type { System } from "../../actors/system.ts";
import { PASSWORD_CHARACTERS } from "../../events/catalog/limits.ts";
import { ERASED_LIST, STORE_FILE } from "./store_files.ts";
import { derivedRows, importOptions } from "./derived_rows.ts";
import { type Options, UsageError } from "./options.ts";
import { Problem } from "../http/problem.ts";
import { SCOPE_MEANINGS } from "../access/scopes.ts";
import { proofLinesOf } from "../../events/catalog/proof_lines.ts";
import { beginsProof } from "../../events/store/transfer/import_proof.ts";
import type { ImportResult } from "../../events/store/transfer/import_stream.ts";
import { keyChanges, signerAfter } from "../../actors/signing/signing.ts";
import { ownKeys } from "../../events/catalog/own_keys.ts";
import { takeProof } from "../routes/import_proof.ts";
import { createAccess } from "../access/create_access.ts";
import { StartError } from "./start_error.ts";
import { endToken, expiryProblem, makeToken, setPassword } from "../access/tokens.ts";

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

/**
 * Opens a store, a file or a service, for as long as `work` takes.
 * @param signs it is a store in its place: the last checkpoint is written beside it
 */
export async function withLog<T>(
  path: string,
  work: (log: StoreLog) => Promise<T>,
  signs = false,
): Promise<T> {
  // Of a store in its place what leaves it is written down, too.
  const own = path.endsWith(`/${STORE_FILE}`);
  const log = await openLog({
    path,
    ...(signs ? { signed: markFile(path, "-signed") } : {}),
    ...(own ? { erased: new ErasedList(`${path}${ERASED_LIST}`) } : {}),
  });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** Refuses a data folder without a store: a mistyped one would be found to have no problems. */
export async function refuseNoStore({ kv, data }: Options): Promise<void> {
  if (kv || await exists(`${data}/${STORE_FILE}`)) return;
  throw new StartError("There is no store in the data folder.");
}

export function needed(options: Options, what: string): string {
  const [first] = options.rest;
  if (!first) throw new UsageError(`${options.command} needs ${what}.`);
  return first;
}

export async function exportCommand(store: StoreLog, options: Options, console: Console): Promise<number> {
  const lines = await exportStream(store, needed(options, "the id of a conversation"), progress(console));
  return await writeLines(lines, options, console);
}

/** To standard output, or into a file that is its owner's alone. */
export async function writeLines(
  lines: AsyncIterable<string> | null,
  options: Pick<Options, "out">,
  console: Console,
): Promise<number> {
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

/** The file at a path: an export, or a proof. */
async function taken(store: StoreLog, path: string): Promise<ImportResult> {
  const open = () => Deno.openSync(path).readable;
  let begin: string;
  try {
    using file = await Deno.open(path);
    const bytes = new Uint8Array(BEGIN_BYTES);
    begin = new TextDecoder().decode(bytes.subarray(0, await file.read(bytes) ?? 0));
  } catch {
    throw new StartError("The file cannot be read.");
  }
  const at = new Date().toISOString();
  if (!beginsProof(begin)) {
    return await importStream(store, linesOf(open()), { ...importOptions(at, SYSTEM), maxBytes: Infinity });
  }
  const newest = await store.checkpoints.newest();
  const key = newest && signerAfter(newest.checkpoint);
  const own = await ownKeys(crypto.subtle, { key, changes: await keyChanges(store.checkpoints) });
  const lines = () => proofLinesOf(open());
  return await takeProof(store, lines, { at, by: SYSTEM, own, maxBytes: Infinity });
}
/** Bytes by which a file is known. */
const BEGIN_BYTES = 100;

export async function importCommand(store: StoreLog, options: Options, console: Console): Promise<number> {
  const path = needed(options, "a file");
  const result = await taken(store, path);
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

/** @param search the index of words; "" where there is none to look at */
export async function verifyCommand(store: StoreLog, console: Console, search = ""): Promise<number> {
  const report = await verify(store, derivedRows, progress(console));
  tellProblems(report, console);
  const wrong = await indexProblems(store, search);
  for (const line of wrong) console.out(`search: ${line}`);
  if (wrong.length > 0) {
    console.out("The index of words is made anew by rebuild, or where search.db is missing.");
  }
  const found = report.problems.length + wrong.length;
  console.out(`${report.streams} streams, ${report.events} events, ${found === 0 ? "no" : found} problems.`);
  return found === 0 ? 0 : 1;
}

async function indexProblems(store: StoreLog, path: string): Promise<string[]> {
  if (path === "" || !await exists(path)) return [];
  let file: SearchFile | null = null;
  try {
    file = new SearchFile(path, indexedWords);
    return await checkIndex(store, file);
  } catch (error) {
    return [why(error)];
  } finally {
    file?.close();
  }
}

/** Throws the index of words away, unless a server has it. @returns whether there was one, and is none any more */
async function discardIndex(path: string): Promise<boolean> {
  if (path === "" || !await exists(path)) return false;
  using held = await holdFile(`${path}-lock`);
  if (!held) return false;
  for (const end of ["", ...SQLITE_FILES]) await Deno.remove(path + end).catch(() => undefined);
  return true;
}

/** @param search as `verifyCommand` takes it */
export async function rebuildCommand(store: StoreLog, console: Console, search = ""): Promise<number> {
  const { streams, rows, snapshots, lost } = await rebuild(store, derivedRows, progress(console));
  for (const { stream, first, last } of lost) {
    const events = first === last ? `event ${first} is` : `events ${first} to ${last} are`;
    console.out(`lost: ${stream}: ${events} nowhere any more.`);
  }
  console.out(`${streams} streams: ${rows} rows and ${snapshots} snapshots written again.`);
  if (await discardIndex(search)) console.out("The index of words is made anew by the next server.");
  return 0;
}

const DAY_MS = 86_400_000;

/** Days from now (`90` or `90d`), a date or a time, as an ISO time; throws where it is none or past. */
function expiryOf(text: string | undefined, now: number): string | undefined {
  if (text === undefined) return undefined;
  const days = /^(\d{1,5})d?$/.exec(text)?.[1];
  const at = days === undefined ? Date.parse(text) : now + Number(days) * DAY_MS;
  const iso = Number.isNaN(at) ? undefined : new Date(at).toISOString();
  const wrong = iso === undefined ? "must be a number of days or a date" : expiryProblem(iso, now);
  if (wrong) throw new UsageError(`--expires ${wrong}, such as 90 or 2027-01-31.`);
  return iso;
}

export async function tokenCommand(system: System, options: Options, console: Console): Promise<number> {
  const [action, subject] = options.rest;
  const parts = { system, access: createAccess(system), by: SYSTEM };
  if (action === "create" && subject) {
    const scope = TokenScope.optional().safeParse(options.scope);
    if (!scope.success) throw new UsageError(`--scope must be one of ${TokenScope.options.join(", ")}.`);
    const name = GivenName.safeParse(subject, { error: inWords });
    if (!name.success) {
      throw new UsageError(`The name of the token ${name.error.issues[0]?.message ?? "is not valid"}.`);
    }
    const expiresAt = expiryOf(options.expires, Date.now());
    const id = `token_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
    const token = await orOneLine(() =>
      makeToken(parts, id, { name: name.data, scope: scope.data, expiresAt })
    );
    const may = SCOPE_MEANINGS[scope.data ?? "all"];
    console.note(`Token ${id}, shown this once. It may ${may}, until ${expiresAt ?? "it is revoked"}:`);
    console.out(token);
    return 0;
  }
  if (action === "revoke" && subject) {
    await orOneLine(() => endToken(parts, subject));
    console.out(`Revoked ${subject}.`);
    return 0;
  }
  if (action === "list" && subject === undefined) {
    const kept = await parts.access.tokens();
    for (
      const { id, name, archived, scope = "all", expiresAt } of Object.values(
        (await system.workspace()).tokens,
      )
    ) {
      if (archived) continue;
      const used = kept.get(id)?.usedAt;
      console.out(`${id}  ${scope}  until ${expiresAt ?? "revoked"}  used ${used ?? "never"}  ${name}`);
    }
    return 0;
  }
  throw new UsageError("token create NAME, token list, or token revoke ID.");
}

/** What the server answers as a problem is one line here. */
async function orOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Problem ? new StartError(error.detail) : error;
  }
}

export async function passwordCommand(system: System, console: Console): Promise<number> {
  const given = (await new Response(console.stdin).text()).split("\n")[0]?.trim() ?? "";
  if (given.length < PASSWORD_CHARACTERS) {
    throw new UsageError(`The password needs at least ${PASSWORD_CHARACTERS} characters, on standard input.`);
  }
  const access = createAccess(system);
  const before = await access.hasPassword();
  await orOneLine(() => setPassword({ system, access, by: SYSTEM }, given));
  console.out(`The password is set; every session ${before ? "and every token " : ""}has ended.`);
  return 0;
}
