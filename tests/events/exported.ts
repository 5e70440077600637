/** Exports made and read by hand: what a file may hold, whoever wrote it. */
import { createHash } from "node:crypto";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { blobLine, eventLine, manifestLine, parseLine } from "../../events/catalog/export.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import {
  chained,
  chainStart,
  digestOf,
  entryOf,
  eventOf,
  type Links,
} from "../../events/store/form/entry.ts";
import { realEnvironment } from "../../events/store/environment.ts";
import type { NewEvent } from "../../events/store/types.ts";

export interface GivenBlob {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** Structure and words of an event, as they are stored. */
export const linksOf = (event: NewEvent, salt = event.salt ?? realEnvironment.salt()): Links => {
  const { structure, words } = entryOf(event, salt);
  return words === undefined ? { structure } : { structure, salt, words };
};

/** The same without its words. */
export const erased = (links: Links): Links =>
  links.words === undefined ? links : { structure: links.structure, digest: digestOf(links) };

const pagesOf = (stream: string, blobs: readonly GivenBlob[]) =>
  blobs.map(({ bytes, type }) =>
    blobLine(stream, { sha256: sha256(bytes), type, size: bytes.length, page: 0, pages: 1, bytes })
  );

/** An export that nobody exported, its chain whole. */
export function exportOf(
  stream: string,
  events: readonly Links[],
  blobs: readonly GivenBlob[] = [],
): string[] {
  let chain = chainStart(stream);
  const lines = events.map((links, index) => {
    chain = chained(chain, links);
    return eventLine(stream, { ...JSON.parse(links.structure), seq: index + 1, chain }, links);
  });
  const manifest = { format: 2, stream, events: events.length, lastHash: chain, blobs: blobs.length };
  return [manifestLine(manifest), ...pagesOf(stream, blobs), ...lines];
}

/** One as releases before wrote it: each event with its `seq`, and the hash of the bytes before it. */
export function formerExport(
  stream: string,
  events: readonly NewEvent[],
  blobs: readonly GivenBlob[] = [],
): string[] {
  let prev = "";
  const lines = events.map((event, index) => {
    const { id, type, v, at, by, cause, exchange, data } = event;
    const stored = JSON.stringify({ seq: index + 1, id, type, v, at, by, cause, exchange, prev, data });
    prev = sha256(stored);
    const source = `/conversations/${stream}`;
    const head = { specversion: "1.0", id, source, type, time: at, sequence: String(index + 1) };
    return `${JSON.stringify(head).slice(0, -1)},"data":${stored}}`;
  });
  const manifest = { format: 1, stream, events: events.length, lastHash: prev, blobs: blobs.length };
  return [manifestLine(manifest), ...pagesOf(stream, blobs), ...lines];
}

/** The parts of each event in the lines of an export. */
export const linksIn = (lines: readonly string[]): Links[] =>
  lines.flatMap((text): Links[] => {
    const { chain, data, salt, words, digest } = JSON.parse(text);
    if (chain === undefined) return [];
    const structure = JSON.stringify(data);
    if (words !== undefined) return [{ structure, salt, words: JSON.stringify(words) }];
    return [digest === undefined ? { structure } : { structure, digest }];
  });

/** The event of its parts, as it is read where no text of it lies in a blob. */
export function eventIn({ structure, salt, words, digest }: Links, seq: number): AnyEvent {
  const parsed = JSON.parse(structure);
  if (words !== undefined) return eventOf([parsed, salt ?? "", JSON.parse(words)], seq);
  return eventOf(digest === undefined ? [parsed] : [parsed, digest], seq);
}

/** The events in the lines of an export, of either format. */
export const eventsIn = (lines: readonly string[]): AnyEvent[] => {
  const links = linksIn(lines);
  if (links.length > 0) return links.map((one, index) => eventIn(one, index + 1));
  return lines.flatMap((text) => {
    const parsed = parseLine(text);
    return parsed.ok && parsed.line.kind === "former" ? [JSON.parse(parsed.line.stored)] : [];
  }).map(({ prev: _, ...event }) => event);
};

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");

/**
 * What docs/API.md says of the chain, with nothing of the program: the hash behind each event of a file, and that
 * behind the last as its manifest has it.
 */
export function chainOf(lines: readonly string[]): { told: string[]; computed: string[]; last: string } {
  const parsed = lines.map((line) => JSON.parse(line));
  const { stream, lastHash } = parsed[0].data;
  let chain = hash(`fishbowl/2 ${stream}`);
  const events = parsed.filter((line) => "chain" in line);
  const computed = events.map(({ salt, words, digest, data }) => {
    const said = digest ?? (words ? hash(salt + JSON.stringify(words)) : "");
    return chain = hash(`${chain}.${said}.${JSON.stringify(data)}`);
  });
  return { told: events.map((line) => line.chain), computed, last: lastHash };
}

/** The lines of an export with its chain made anew, as if all had always been so. */
export function rechained(lines: readonly string[]): string[] {
  const { computed } = chainOf(lines);
  const parsed = lines.map((line) => JSON.parse(line));
  for (const line of parsed) {
    if (line.type === "FishbowlExport") line.data.lastHash = computed.at(-1);
    else if ("chain" in line) line.chain = computed[Number(line.sequence) - 1];
  }
  return parsed.map((line) => JSON.stringify(line));
}

/** The export as one of another conversation. */
export const renamed = (text: string, from: string, to: string): string =>
  rechained(text.trimEnd().replaceAll(from, to).split("\n")).map((line) => `${line}\n`).join("");
