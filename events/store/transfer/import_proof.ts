/**
 * Takes a proof in: checked whole before anything is written, then taken as an export is. What signed it, a foreign
 * checkpoint, is kept beside the conversation as it was, in the commit that makes it one.
 */
import { blobLine, eventLine, EXPORT_FORMAT, manifestLine } from "../../catalog/export.ts";
import type { Signed, Step } from "../../catalog/checkpoint.ts";
import { pageBytes, ProofCheck, type Proved, readProofLine } from "../../catalog/proof.ts";
import type { StoreLog } from "../log.ts";
import { isFields } from "../kv/codec.ts";
import type { ImportOptions, ImportResult } from "./import_stream.ts";
import { importStream } from "./transfer.ts";

/** Changes of a key that are kept of a proof: of more, those that came last. */
const CHANGES = 30;

/** What is kept of a proof: how many events it signed, and by what. */
export interface KeptProof extends Signed {
  readonly events: number;
  readonly path: readonly Step[];
  readonly changes: readonly Signed[];
}

/** What the floor above knows of words: which types files have that they name. */
export interface FileTypes {
  look(words: unknown): void;
  typeOf(sha256: string): string;
}

interface Checked {
  readonly proved: Proved;
  readonly chain: string;
  readonly kept: KeptProof;
}

/** Goes over a proof: what it proves, or the line that is wrong and why. */
async function checked(
  lines: AsyncIterable<string>,
  types: FileTypes,
): Promise<Checked | Extract<ImportResult, { reason: "invalid" }>> {
  const check = new ProofCheck(crypto.subtle);
  let chain = "";
  let kept: KeptProof = { events: 0, text: "", signature: "", path: [], changes: [] };
  for await (const text of lines) {
    const line = await check.line(text);
    if ("detail" in line) break;
    if (line.type === "Event") {
      chain = line.chain;
      if (line.words !== undefined) types.look(JSON.parse(line.words));
    }
    if (line.type === "Checkpoint") {
      kept = { ...kept, text: line.text, signature: line.signature, path: line.path };
    }
    if (line.type === "KeyChange") {
      kept = {
        ...kept,
        changes: [...kept.changes, { text: line.text, signature: line.signature }].slice(-CHANGES),
      };
    }
  }
  const verdict = check.end();
  if (verdict.ok) return { proved: verdict.proved, chain, kept: { ...kept, events: verdict.proved.events } };
  const { line, detail } = verdict.refuted;
  return { ok: false, reason: "invalid", line, detail: `Line ${line}: ${detail}.` };
}

/** The same as an export has it. */
async function* asExport(
  lines: AsyncIterable<string>,
  { proved: { stream, events }, chain: lastHash }: Checked,
  types: FileTypes,
): AsyncIterable<string> {
  for await (const text of lines) {
    const line = readProofLine(text);
    if (line?.type === "FishbowlProof") {
      yield manifestLine({ format: EXPORT_FORMAT, stream, events, lastHash, blobs: line.blobs });
    }
    if (line?.type === "Blob") {
      const bytes = pageBytes(line.data) ?? new Uint8Array();
      yield blobLine(stream, { ...line, type: types.typeOf(line.sha256), bytes });
    }
    if (line?.type !== "Event") continue;
    const { seq, structure, salt, words, digest, chain } = line;
    const parsed: unknown = JSON.parse(structure);
    const { id, type, at } = isFields(parsed) ? parsed : {};
    const said = salt === undefined || words === undefined
      ? digest === "" ? {} : { digest }
      : { salt, words };
    yield eventLine(stream, { id: `${id}`, type: `${type}`, at: `${at}`, seq, chain }, {
      structure,
      ...said,
    });
  }
}

/** @param lines of the file, from its beginning each time they are asked for */
export async function importProof(
  log: StoreLog,
  lines: () => AsyncIterable<string>,
  types: FileTypes,
  options: (proved: Proved) => ImportOptions,
): Promise<ImportResult> {
  const found = await checked(lines(), types);
  if ("reason" in found) return found;
  const { proved, kept: proof } = found;
  return await importStream(log, asExport(lines(), found, types), { ...options(proved), proof });
}

/** Whether a file begins as a proof does. */
export const beginsProof = (begin: string): boolean => begin.startsWith('{"type":"FishbowlProof"');
