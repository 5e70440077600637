/**
 * A stream as a proof: its events up to where a checkpoint signed it, with their words, or without where they were
 * erased or are to be withheld; the checkpoint, the way from the stream's head to its root, and how its key came to sign.
 */
import { type Signed, treeOf } from "../../catalog/checkpoint.ts";
import { pageText, PROOF_FORMAT, type ProofEvent, proofLine } from "../../catalog/proof.ts";
import { chained, chainStart, digestOf, entryTexts, type Structure } from "../form/entry.ts";
import { hashesIn } from "../../catalog/proof_files.ts";
import type { KeptCheckpoint } from "../kept_checkpoints.ts";
import type { StoreLog } from "../log.ts";
import { NotAsStored } from "../errors.ts";
import { verifyStream } from "../verify/verify_stream.ts";
import { blobsOf, pagesOf, unreadable } from "./transfer.ts";

/** Whether the words of an event are told. Asked of every event, in their order; it remembers what it has seen. */
export type Disclose = (structure: Structure) => boolean;

export interface ProofWish {
  readonly checkpoint: KeptCheckpoint;
  /** The changes of the key, from the first on. */
  readonly changes: readonly Signed[];
  /** Makes one for each time the events are gone over; absent: all words are told. */
  readonly disclosing?: () => Disclose;
}

/**
 * The lines, without newlines; null where the checkpoint did not sign the stream.
 * @throws {NotAsStored} where the events are not those that were signed: it would be no proof
 */
export async function exportProof(
  log: StoreLog,
  stream: string,
  { checkpoint, changes, disclosing = () => () => true }: ProofWish,
): Promise<AsyncIterable<string> | null> {
  const index = checkpoint.heads.findIndex(([name]) => name === stream);
  const [, seq = 0, head] = checkpoint.heads[index] ?? [];
  if (seq === 0 || head === undefined) return null;
  const { path } = await treeOf(crypto.subtle, checkpoint.heads, index);
  const { named, withheld, chain } = await lookedThrough(log, stream, seq, disclosing());
  if (chain !== head) throw await whatChanged(log, stream, seq, head);
  const shas = (await blobsOf(log, stream)).filter((sha) => named.has(sha));
  return lines();

  async function* lines(): AsyncIterable<string> {
    yield proofLine({
      type: "FishbowlProof",
      format: PROOF_FORMAT,
      stream,
      events: seq,
      disclosed: withheld > 0 ? "some" : "all",
      blobs: shas.length,
      changes: changes.length,
    });
    for (const sha of shas) {
      for await (const { bytes, sha256, size, page, pages } of pagesOf(log, sha)) {
        yield proofLine({ type: "Blob", sha256, size, page, pages, data: pageText(bytes) });
      }
    }
    let events = 0;
    for await (const event of eventsOf(log, stream, seq, disclosing())) {
      events++;
      yield proofLine(event);
    }
    // Half a proof is none: that it is cut short must be heard.
    if (events !== seq) throw unreadable(stream, events, seq);
    yield proofLine({ type: "Checkpoint", text: checkpoint.text, signature: checkpoint.signature, path });
    for (const { text, signature } of changes) yield proofLine({ type: "KeyChange", text, signature });
  }
}

async function* eventsOf(
  log: StoreLog,
  stream: string,
  until: number,
  isTold: Disclose,
): AsyncIterable<ProofEvent> {
  let chain = chainStart(stream);
  for await (const batch of log.reader.stored(stream, 1, until)) {
    for (const { entry, seq } of batch) {
      const told = isTold(entry[0]);
      const links = entryTexts(entry);
      const { structure, salt, words } = links;
      chain = chained(chain, links);
      const digest = digestOf(links);
      const said = salt === undefined || words === undefined
        ? {}
        : told
        ? { salt, words }
        : { withheld: true } as const;
      yield { type: "Event", seq, structure, ...said, digest, chain };
    }
  }
}

/** The chain behind an event, reckoned from the events as they are stored. */
export async function chainAt(log: StoreLog, stream: string, seq: number): Promise<string> {
  let chain = "";
  for await (const event of eventsOf(log, stream, seq, () => false)) chain = event.chain;
  return chain;
}

/** Which event is not the one that was stored, as far as the store can tell. */
async function whatChanged(log: StoreLog, stream: string, seq: number, head: string): Promise<NotAsStored> {
  const { problems } = await verifyStream(log, stream, undefined, new Map([[seq, head]]));
  const found = problems.find((problem) => problem.kind === "chain") ?? problems[0];
  return new NotAsStored(found?.detail ?? `Up to event ${seq} it is not what a checkpoint signed.`);
}

/** Which hashes of files stand in what is told, of how many events the words are withheld, and the chain behind the last. */
async function lookedThrough(log: StoreLog, stream: string, until: number, isTold: Disclose) {
  const named = new Set<string>();
  let withheld = 0;
  let chain = "";
  for await (const event of eventsOf(log, stream, until, isTold)) {
    const { structure, words = "", withheld: kept } = event;
    chain = event.chain;
    if (kept) withheld++;
    for (const sha of hashesIn([structure, words])) named.add(sha);
  }
  return { named, withheld, chain };
}
