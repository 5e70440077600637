/**
 * A checkpoint is one signature over where conversations stood: a short text in JSON, and over it Ed25519. It names the
 * root of a tree over the heads (name, length and chain of each), so that one head can be shown without telling of the
 * others, and the hash of the checkpoint before, so that none can be left out. docs/PROOF.md says how each text is made;
 * a stranger must be able to make it too. Pure: the platform's cryptography is a parameter, without a schema, for the
 * browser.
 */

/** A stream as it stood: its name, its last event, and the chain behind that. */
export type Head = readonly [stream: string, seq: number, hash: string];

/** What is needed of WebCrypto. */
export type Subtle = Pick<SubtleCrypto, "digest" | "importKey" | "verify">;

/** Heads of one checkpoint at most: with their rows they fit into one commit. More are signed by the next ones. */
export const CHECKPOINT_HEADS = 400;

/**
 * What a checkpoint was made for. `key`: from the next on another key signs, the one in `next`. `lost`: the key before
 * cannot be read any more, and nobody vouches for this one. `restore` and `rebuild` accept that the store is not the one
 * that was here; `lost` of the checkpoint names what was.
 */
export const OCCASIONS = ["hour", "export", "backup", "demand", "restore", "rebuild", "key", "lost"] as const;
export type Occasion = typeof OCCASIONS[number];

/** A checkpoint by its number and its hash. */
export interface CheckpointId {
  readonly n: number;
  readonly hash: string;
}

export interface Checkpoint {
  /** From 1. */
  readonly n: number;
  /** Hash of the checkpoint before; "" of the first. */
  readonly prev: string;
  readonly at: string;
  /** Who signs: 32 bytes, base64url. */
  readonly key: string;
  readonly why: Occasion;
  /** How many heads there are in the tree, and its root; "" of none. */
  readonly heads: number;
  readonly root: string;
  readonly next?: string;
  readonly lost?: CheckpointId;
}

/** As it lies in the store and in a proof. */
export interface Signed {
  readonly text: string;
  /** 64 bytes, base64url. */
  readonly signature: string;
}

/** A step from a leaf to the root: on which side the other one stands, and its hash. */
export type Step = readonly [side: "L" | "R", hash: string];

const DOMAIN = "fishbowl/checkpoint/1\n";
/** Nothing else is told of it to people, wherever they read it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
const HASH_CHARS = 43;
const SIGNATURE_CHARS = 86;
const encoder = new TextEncoder();

/** Base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The bytes; null for what is not exactly what `base64url` writes.
 * @outside
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = new Uint8Array(raw.length);
    for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at);
    // The last character may hold bits that mean nothing: another text of the same bytes is none of ours.
    const last = base64url(bytes.subarray(bytes.length - bytes.length % 3));
    return last === text.slice(text.length - text.length % 4) ? bytes : null;
  } catch {
    return null;
  }
}

/** SHA-256 of a text's UTF-8 bytes, base64url. */
export async function hashOf(subtle: Subtle, text: string): Promise<string> {
  return base64url(new Uint8Array(await subtle.digest("SHA-256", encoder.encode(text))));
}

/** The bytes that are signed. */
export const signedBytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(DOMAIN + text);

/** What the next checkpoint names as `prev`. */
export const checkpointHash = (subtle: Subtle, text: string): Promise<string> =>
  hashOf(subtle, DOMAIN + text);

/** The text of a checkpoint: its fields always in this order. */
export function checkpointText(checkpoint: Checkpoint): string {
  const { n, prev, at, key, why, heads, root, next, lost } = checkpoint;
  return JSON.stringify({
    n,
    prev,
    at,
    key,
    why,
    heads,
    root,
    next,
    lost: lost && { n: lost.n, hash: lost.hash },
  });
}

const isHash = (value: unknown): value is string =>
  typeof value === "string" && value.length === HASH_CHARS && fromBase64url(value) !== null;
const isCount = (value: unknown, from: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= from;

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isId = (value: unknown): boolean => isFields(value) && isCount(value["n"], 1) && isHash(value["hash"]);

/** Whether `value` is a checkpoint, field by field. */
function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isFields(value)) return false;
  const { n, prev, at, key, why, heads, root, next, lost } = value;
  return isCount(n, 1) && (n === 1 ? prev === "" : isHash(prev)) && typeof at === "string" &&
    TIME.test(at) && isHash(key) &&
    OCCASIONS.some((one) => one === why) && isCount(heads, 0) && (heads === 0 ? root === "" : isHash(root)) &&
    (why === "key" ? isHash(next) : next === undefined) && (lost === undefined || isId(lost));
}

/**
 * The checkpoint in a text; null for what is none, and for one that is written in another way.
 * @outside
 */
export function readCheckpoint(text: string): Checkpoint | null {
  if (text.length > 1_000) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isCheckpoint(value) && checkpointText(value) === text ? value : null;
  } catch {
    return null;
  }
}

/** Whether this key signed it. False too where the platform knows no Ed25519: see `knowsEd25519`. */
export async function isSignedBy(subtle: Subtle, key: string, { text, signature }: Signed): Promise<boolean> {
  const [raw, bytes] = [fromBase64url(key), fromBase64url(signature)];
  if (!raw || !bytes || signature.length !== SIGNATURE_CHARS) return false;
  try {
    const publicKey = await subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    return await subtle.verify("Ed25519", publicKey, bytes, signedBytes(text));
  } catch {
    return false;
  }
}

/** Test 1 of RFC 8032, 7.1: its key, and its signature over nothing. */
const KNOWN = {
  key: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  signature: "5VZDAMNgrHKQhuLMgG6CioSHfx645dl02HPgZSJJAVVfuIIVkKM7rMYeOXAc-bRr0lv18FlbviRlUUFDjnoQCw",
};

/** Whether the platform can tell a signature by Ed25519: where it cannot, none is found to hold. */
export async function knowsEd25519(subtle: Subtle): Promise<boolean> {
  try {
    const [raw, signature] = [fromBase64url(KNOWN.key), fromBase64url(KNOWN.signature)];
    if (!raw || !signature) return false;
    const key = await subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    return await subtle.verify("Ed25519", key, signature, new Uint8Array());
  } catch {
    return false;
  }
}

const leafOf = (subtle: Subtle, [stream, seq, hash]: Head): Promise<string> =>
  hashOf(subtle, `fishbowl/head ${stream} ${seq} ${hash}`);
const nodeOf = (subtle: Subtle, left: string, right: string): Promise<string> =>
  hashOf(subtle, `fishbowl/node ${left} ${right}`);

/** One floor of the tree up: two by two; one that is left over goes up as it is. */
async function floorAbove(subtle: Subtle, floor: readonly string[]): Promise<string[]> {
  const above: string[] = [];
  for (let at = 0; at < floor.length; at += 2) {
    const [left = "", right] = [floor[at], floor[at + 1]];
    above.push(right === undefined ? left : await nodeOf(subtle, left, right));
  }
  return above;
}

/** The root over heads in their order; "" of none. And the way from one of them up to it. */
export async function treeOf(
  subtle: Subtle,
  heads: readonly Head[],
  index = 0,
): Promise<{ readonly root: string; readonly path: readonly Step[] }> {
  let floor: string[] = [];
  for (const head of heads) floor.push(await leafOf(subtle, head));
  const path: Step[] = [];
  for (let at = index; floor.length > 1; at = Math.floor(at / 2)) {
    const other = floor[at ^ 1];
    if (other !== undefined) path.push([at % 2 === 0 ? "R" : "L", other]);
    floor = await floorAbove(subtle, floor);
  }
  return { root: floor[0] ?? "", path };
}

/** The root to which a head leads by a path. */
export async function rootBy(subtle: Subtle, head: Head, path: readonly Step[]): Promise<string> {
  let hash = await leafOf(subtle, head);
  for (const [side, other] of path) {
    hash = side === "L" ? await nodeOf(subtle, other, hash) : await nodeOf(subtle, hash, other);
  }
  return hash;
}

/**
 * What is wrong with a checkpoint behind the one before it, in one sentence; null for nothing. The first has none
 * before.
 */
export async function wrongBehind(
  subtle: Subtle,
  signed: Signed,
  before: { readonly checkpoint: Checkpoint; readonly text: string } | null,
): Promise<string | null> {
  const checkpoint = readCheckpoint(signed.text);
  if (!checkpoint) return "it cannot be read";
  if (!await isSignedBy(subtle, checkpoint.key, signed)) return "its signature is not that of its key";
  if (checkpoint.n !== (before?.checkpoint.n ?? 0) + 1) return "it is not the next";
  if (!before) return null;
  if (checkpoint.prev !== await checkpointHash(subtle, before.text)) {
    return "it does not follow the one before";
  }
  const expected = before.checkpoint.next ?? before.checkpoint.key;
  if (checkpoint.key !== expected && checkpoint.why !== "lost") return "another key signed it";
  return null;
}
