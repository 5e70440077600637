/**
 * A proof file, line by line: what it says, and whether that holds. One line says what is proved, then come files and
 * long texts in pages, the events with their words, the checkpoint that signed them, and how its key came to sign.
 * docs/PROOF.md has the format. Each line is written in one way alone, so that whatever was changed in a file is found.
 * Pure: the platform's cryptography is a parameter; without a schema, for the browser.
 */
import {
  base64url,
  type Checkpoint,
  fromBase64url,
  hashOf,
  isSignedBy,
  readCheckpoint,
  rootBy,
  type Step,
  type Subtle,
} from "./checkpoint.ts";
import { ATTACHMENT_BYTES } from "./limits.ts";
import { blobsOfEvent, hashesIn } from "./proof_files.ts";

/** Version of these lines. A file with a higher one is refused. */
export const PROOF_FORMAT = 1;
/** UTF-16 units of a line: an event is 64 KB at most, its texts doubly quoted. */
export const PROOF_LINE_UNITS = 400_000;
/** In the place of a line that was cut off before its end: what no line says. */
export const NO_END = "\n";
/** Steps from a leaf to the root: a checkpoint has few heads. */
const STEPS = 20;

export interface ProofStart {
  readonly type: "FishbowlProof";
  readonly format: number;
  readonly stream: string;
  readonly events: number;
  /** `some`: words of other events were withheld by who made the file. */
  readonly disclosed: "all" | "some";
  /** How many files and long texts there are, and changes of the key. */
  readonly blobs: number;
  readonly changes: number;
}
export interface ProofBlob {
  readonly type: "Blob";
  readonly sha256: string;
  readonly size: number;
  readonly page: number;
  readonly pages: number;
  /** Base64. */
  readonly data: string;
}
export interface ProofEvent {
  readonly type: "Event";
  readonly seq: number;
  /** JSON, as it is stored. */
  readonly structure: string;
  readonly salt?: string;
  readonly words?: string;
  /** "" where there are no words. */
  readonly digest: string;
  /** Whoever made the file left the words out; otherwise they were erased. */
  readonly withheld?: true;
  readonly chain: string;
}
export interface ProofCheckpoint {
  readonly type: "Checkpoint";
  readonly text: string;
  readonly signature: string;
  readonly path: readonly Step[];
}
export interface ProofChange {
  readonly type: "KeyChange";
  readonly text: string;
  readonly signature: string;
}
export type ProofLine = ProofStart | ProofBlob | ProofEvent | ProofCheckpoint | ProofChange;

/** What holds of a file. */
export interface Proved {
  readonly stream: string;
  readonly events: number;
  readonly erased: number;
  readonly withheld: number;
  readonly checkpoint: Checkpoint;
  /** Keys that vouch for the one that signed, with it as the last: each for the next. */
  readonly keys: readonly string[];
}
/** What does not: in which line (from 1), and at which event. */
export interface Refuted {
  readonly line: number;
  readonly seq: number | null;
  /** In one sentence. */
  readonly detail: string;
}
export type Verdict =
  | { readonly ok: true; readonly proved: Proved }
  | { readonly ok: false; readonly refuted: Refuted };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown, from = 0): value is number =>
  Number.isSafeInteger(value) && Number(value) >= from;
const isText = (value: unknown): value is string => typeof value === "string";
const isHash = (value: unknown): boolean =>
  isText(value) && value.length === 43 && fromBase64url(value) !== null;

const isStep = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && (value[0] === "L" || value[0] === "R") && isHash(value[1]);
const isSigned = (line: Fields): boolean => isText(line["text"]) && isText(line["signature"]);

/** By type: the fields of a line in their order, and whether they hold what they must. */
const LINES: Readonly<Record<string, { readonly fields: readonly string[]; is(line: Fields): boolean }>> = {
  FishbowlProof: {
    fields: ["type", "format", "stream", "events", "disclosed", "blobs", "changes"],
    is: (line) =>
      isCount(line["format"], 1) && isText(line["stream"]) && /^[\w-]{1,64}$/.test(line["stream"]) &&
      isCount(line["events"], 1) && (line["disclosed"] === "all" || line["disclosed"] === "some") &&
      isCount(line["blobs"]) && isCount(line["changes"]),
  },
  Blob: {
    fields: ["type", "sha256", "size", "page", "pages", "data"],
    is: (line) =>
      isText(line["sha256"]) && /^[0-9a-f]{64}$/.test(line["sha256"]) && isCount(line["size"]) &&
      line["size"] <= ATTACHMENT_BYTES && isCount(line["page"]) && isCount(line["pages"], 1) &&
      isText(line["data"]),
  },
  Event: {
    fields: ["type", "seq", "structure", "salt", "words", "digest", "withheld", "chain"],
    is: (line) =>
      isCount(line["seq"], 1) && isText(line["structure"]) && isHash(line["chain"]) &&
      (line["digest"] === "" || isHash(line["digest"])) &&
      (line["words"] === undefined
        ? line["salt"] === undefined &&
          (line["withheld"] === undefined || (line["withheld"] === true && line["digest"] !== ""))
        : isText(line["salt"]) && line["salt"].length === 22 && isText(line["words"]) &&
          line["digest"] !== "" && line["withheld"] === undefined),
  },
  Checkpoint: {
    fields: ["type", "text", "signature", "path"],
    is: (line) =>
      isSigned(line) && Array.isArray(line["path"]) && line["path"].length <= STEPS &&
      line["path"].every(isStep),
  },
  KeyChange: { fields: ["type", "text", "signature"], is: isSigned },
};

/** A line as text: its fields always in the same order. */
export function proofLine(line: ProofLine): string {
  const { fields } = LINES[line.type] ?? { fields: [] };
  const given: Fields = { ...line };
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, given[field]])));
}

const isLine = (value: unknown): value is ProofLine => {
  if (!isFields(value) || !isText(value["type"])) return false;
  const known = Object.hasOwn(LINES, value["type"]) ? LINES[value["type"]] : undefined;
  return known?.is(value) ?? false;
};

/** Half of a surrogate pair is hashed as another sign is: one could stand in the place of the other. */
const isWhole = (line: ProofLine): boolean =>
  Object.values(line).every((value: unknown) => !isText(value) || value.isWellFormed());

/**
 * What a line says; null for what is none, and for one that is written in another way.
 * @outside
 */
export function readProofLine(text: string): ProofLine | null {
  if (text.length > PROOF_LINE_UNITS) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) && isWhole(value) && proofLine(value) === text ? value : null;
  } catch {
    return null;
  }
}

/**
 * Bytes of a page; null for what is not base64 as it is always written.
 * @outside
 */
export function pageBytes(data: string): Uint8Array<ArrayBuffer> | null {
  const bytes = fromBase64url(data.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
  return bytes && pageText(bytes) === data ? bytes : null;
}
/** The page as a line has it. */
export function pageText(bytes: Uint8Array): string {
  const text = base64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

class Wrong extends Error {
  constructor(override readonly message: string, readonly seq: number | null = null) {
    super();
  }
}

/** Goes over the lines of one file, each once, in their order. */
export class ProofCheck {
  readonly #subtle: Subtle;
  #lines = 0;
  #start: ProofStart | null = null;
  #chain = "";
  #seq = 0;
  #erased = 0;
  #withheld = 0;
  readonly #blobs = new Set<string>();
  /** Those that no event has named yet. */
  readonly #unnamed = new Set<string>();
  /** The pages of the blob under way. */
  #pages: { readonly of: ProofBlob; readonly parts: Uint8Array<ArrayBuffer>[]; bytes: number } | null = null;
  #checkpoint: Checkpoint | null = null;
  #changes: Checkpoint[] = [];
  #refuted: Refuted | null = null;

  constructor(subtle: Subtle) {
    this.#subtle = subtle;
  }

  /** The next line: what it says, or what is wrong with it. Behind the first that is wrong nothing is looked at. */
  async line(text: string): Promise<ProofLine | Refuted> {
    if (this.#refuted) return this.#refuted;
    this.#lines++;
    try {
      if (text === NO_END) throw new Wrong("The file is cut short: this line has no end");
      const line = readProofLine(text);
      if (!line) throw new Wrong("It is no line of a proof, or was changed");
      await this.#take(line);
      return line;
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      this.#refuted = { line: this.#lines, seq: error.seq, detail: error.message };
      return this.#refuted;
    }
  }

  /** What the whole file comes to. */
  end(): Verdict {
    const start = this.#start;
    const checkpoint = this.#checkpoint;
    const at = (detail: string): Verdict => ({
      ok: false,
      refuted: this.#refuted ?? { line: this.#lines, seq: null, detail },
    });
    if (this.#refuted || !start || !checkpoint) {
      return at("The file is cut short: there is no checkpoint in it");
    }
    if (this.#changes.length !== start.changes) {
      return at("The file is cut short: changes of the key are missing");
    }
    if ((this.#withheld > 0) !== (start.disclosed === "some")) {
      return at("Its first line says otherwise whether words were withheld");
    }
    return {
      ok: true,
      proved: {
        stream: start.stream,
        events: this.#seq,
        erased: this.#erased,
        withheld: this.#withheld,
        checkpoint,
        keys: vouching(checkpoint, this.#changes),
      },
    };
  }

  async #take(line: ProofLine): Promise<void> {
    const start = this.#start;
    if (line.type === "FishbowlProof") return await this.#begin(line);
    if (!start) throw new Wrong("The first line must say what is proved");
    if (this.#pages && line.type !== "Blob") throw new Wrong("A file before it has no end");
    if (line.type === "Blob") return await this.#blob(line);
    if (line.type === "Event") return await this.#event(line, start);
    if (line.type === "Checkpoint") return await this.#signed(line, start);
    await this.#change(line, start);
  }

  async #begin(line: ProofStart): Promise<void> {
    if (this.#start) throw new Wrong("It begins a second time");
    if (line.format > PROOF_FORMAT) {
      throw new Wrong(`It has format ${line.format}, written by a later release`);
    }
    this.#start = line;
    this.#chain = await hashOf(this.#subtle, `fishbowl/2 ${line.stream}`);
  }

  async #blob(line: ProofBlob): Promise<void> {
    if (this.#seq > 0) throw new Wrong("A file stands behind the events");
    if (line.page === 0 && !this.#pages) this.#pages = { of: line, parts: [], bytes: 0 };
    const open = this.#pages;
    const follows = open && open.of.sha256 === line.sha256 && open.of.pages === line.pages &&
      open.of.size === line.size && open.parts.length === line.page;
    if (!follows) throw new Wrong("It is not the next page of a file");
    const bytes = pageBytes(line.data);
    if (!bytes) throw new Wrong("A page of a file was changed");
    open.parts.push(bytes);
    open.bytes += bytes.length;
    if (open.bytes > line.size) throw new Wrong("A file was changed: it is longer than said");
    if (open.parts.length < line.pages) return;
    this.#pages = null;
    if (this.#blobs.has(line.sha256)) throw new Wrong("A file stands there twice");
    this.#blobs.add(line.sha256);
    this.#unnamed.add(line.sha256);
    const whole = await new Blob(open.parts).arrayBuffer();
    const sha256 = hex(await this.#subtle.digest("SHA-256", whole));
    if (whole.byteLength !== line.size || sha256 !== line.sha256) {
      throw new Wrong("A file was changed: it is not what its hash says");
    }
  }

  async #event(line: ProofEvent, start: ProofStart): Promise<void> {
    const seq = this.#seq + 1;
    if (this.#checkpoint) throw new Wrong("It stands behind the checkpoint", line.seq);
    if (line.seq !== seq) throw new Wrong(`Event ${seq} is missing, ${line.seq} follows`, seq);
    if (seq > start.events) throw new Wrong("There are more events than the first line says", seq);
    if (this.#blobs.size !== start.blobs) throw new Wrong("A file is missing");
    const { structure, salt = "", words, digest, chain } = line;
    if (words !== undefined && await hashOf(this.#subtle, salt + words) !== digest) {
      throw new Wrong(`The words of event ${seq} were changed, or their salt or digest`, seq);
    }
    const behind = await hashOf(this.#subtle, `${this.#chain}.${digest}.${structure}`);
    if (behind !== chain) throw new Wrong(`Event ${seq} was changed, or what stands before it`, seq);
    this.#named(line);
    this.#chain = chain;
    this.#seq = seq;
    if (line.withheld) this.#withheld++;
    else if (words === undefined && digest !== "") this.#erased++;
  }

  /** What an event names is in the file. */
  #named({ seq, structure, words }: ProofEvent): void {
    const blobs = blobsOfEvent(structure, words);
    if (!blobs) throw new Wrong(`Event ${seq} cannot be read`, seq);
    if (blobs.some((sha) => !this.#blobs.has(sha))) {
      throw new Wrong(`A file or long text of event ${seq} is missing`, seq);
    }
    for (const sha of hashesIn([structure, words ?? ""])) this.#unnamed.delete(sha);
  }

  async #signed(line: ProofCheckpoint, start: ProofStart): Promise<void> {
    if (this.#checkpoint) throw new Wrong("It is a second checkpoint");
    if (this.#seq !== start.events) throw new Wrong(`Event ${this.#seq + 1} is missing`, this.#seq + 1);
    if (this.#unnamed.size > 0) throw new Wrong("There is a file in it that no event names");
    const checkpoint = readCheckpoint(line.text);
    if (!checkpoint) throw new Wrong("The checkpoint cannot be read");
    if (!await isSignedBy(this.#subtle, checkpoint.key, line)) {
      throw new Wrong("The checkpoint or its signature was changed: the signature is not that of its key");
    }
    const root = await rootBy(this.#subtle, [start.stream, this.#seq, this.#chain], line.path);
    if (root !== checkpoint.root) throw new Wrong("What the checkpoint signed is not what stands here");
    this.#checkpoint = checkpoint;
  }

  async #change(line: ProofChange, start: ProofStart): Promise<void> {
    if (!this.#checkpoint) throw new Wrong("A change of the key stands before the checkpoint");
    if (this.#changes.length === start.changes) {
      throw new Wrong("There are more changes of the key than said");
    }
    const checkpoint = readCheckpoint(line.text);
    if (!checkpoint || (checkpoint.why !== "key" && checkpoint.why !== "lost")) {
      throw new Wrong("A change of the key cannot be read");
    }
    if (!await isSignedBy(this.#subtle, checkpoint.key, line)) {
      throw new Wrong("A change of the key, or its signature, was changed");
    }
    this.#changes.push(checkpoint);
  }
}

/** From the oldest key that vouches for the next and so on to the one that signed. */
function vouching({ key }: Checkpoint, changes: readonly Checkpoint[]): string[] {
  const keys = [key];
  for (const change of changes.toReversed()) {
    if (change.why === "key" && change.next === keys[0] && !keys.includes(change.key)) {
      keys.unshift(change.key);
    }
  }
  return keys;
}

/** A key as people compare it: its first characters, in groups. */
export const shortKey = (key: string): string => (key.slice(0, 16).match(/.{4}/g) ?? []).join(" ");
