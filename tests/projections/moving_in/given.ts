/** Files of other products, made by hand in words of our own. */
import { crc32 } from "node:zlib";
import type { Source } from "../../../projections/moving_in/zip.ts";

const encoder = new TextEncoder();

export function sourceOf(content: string | Uint8Array): Source & { read: Source["read"]; largest: number } {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  return {
    size: bytes.length,
    largest: 0,
    read(from, to) {
      this.largest = Math.max(this.largest, to - from);
      return Promise.resolve(bytes.slice(from, to));
    },
  };
}

export interface GivenFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  /** What the archive says of it, where that is not so. */
  readonly says?: {
    readonly size?: number;
    readonly flags?: number;
    readonly method?: number;
    readonly sum?: number;
  };
}

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const numbers = (...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
};
const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

/** `wide`: in the form for archives over four gigabytes. */
export async function zipOf(
  files: readonly GivenFile[],
  { wide = false, comment = "" } = {},
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let at = 0;
  const add = (...more: Uint8Array[]) => {
    for (const part of more) {
      parts.push(part);
      at += part.length;
    }
  };
  for (const { name, content, stored = false, says = {} } of files) {
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    const packed = stored ? bytes : await deflated(bytes);
    const path = encoder.encode(name);
    const { size = bytes.length, flags = 0, method = stored ? 0 : 8, sum = crc32(bytes) } = says;
    const begins = at;
    add(
      numbers([4, 0x04034b50], [2, 20], [2, flags], [2, method], [4, 0], [4, 0], [4, 0], [4, 0], [
        2,
        path.length,
      ], [2, 0]),
      path,
      packed,
    );
    const extra = wide
      ? numbers([2, 1], [2, 24], [8, size], [8, packed.length], [8, begins])
      : new Uint8Array(0);
    const narrow = (value: number): [4, number] => [4, wide ? 0xffffffff : value];
    list.push(
      numbers(
        [4, 0x02014b50],
        [2, 20],
        [2, 20],
        [2, flags],
        [2, method],
        [4, 0],
        [4, sum],
        narrow(packed.length),
        narrow(size),
        [2, path.length],
        [2, extra.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        narrow(begins),
      ),
      path,
      extra,
    );
  }
  const from = at;
  const listed = joined(list);
  add(listed);
  if (wide) {
    const end = at;
    add(
      numbers(
        [4, 0x06064b50],
        [8, 44],
        [2, 45],
        [2, 45],
        [4, 0],
        [4, 0],
        [8, files.length],
        [8, files.length],
        [8, listed.length],
        [8, from],
      ),
      numbers([4, 0x07064b50], [4, 0], [8, end], [4, 1]),
    );
  }
  const few = wide ? 0xffff : files.length;
  const small = (value: number): [4, number] => [4, wide ? 0xffffffff : value];
  const note = encoder.encode(comment);
  add(
    numbers([4, 0x06054b50], [2, 0], [2, 0], [2, few], [2, few], small(listed.length), small(from), [
      2,
      note.length,
    ]),
    note,
  );
  return joined(parts);
}

/** One pixel, and some bytes more where a picture is to be larger. */
export function pixel(more = 0): Uint8Array {
  const bytes = Uint8Array.fromBase64(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  );
  return joined([bytes, new Uint8Array(more)]);
}

/** As a card stands in a picture. */
export const base64 = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).toBase64();

/** A picture with these chunks before its end. */
export function pictureWith(...chunks: readonly (readonly [type: string, content: string])[]): Uint8Array {
  const whole = pixel();
  const bytes = [...whole.subarray(0, whole.length - 12)];
  for (const [type, content] of chunks) {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, content.length);
    bytes.push(...length);
    for (const sign of `${type}${content}`) bytes.push(sign.charCodeAt(0));
    bytes.push(0, 0, 0, 0);
  }
  return Uint8Array.from([...bytes, ...whole.subarray(whole.length - 12)]);
}
/** A node of a ChatGPT conversation. */
export function node(
  id: string,
  parent: string | null,
  message: Record<string, unknown> | null,
): Record<string, unknown> {
  return { id, parent, message: message && { id, ...message } };
}
/** A message of one: seconds since some day. */
export const says = (role: string, text: unknown, at: number | null, more: Record<string, unknown> = {}) => ({
  author: { role, name: null },
  create_time: at,
  content: { content_type: "text", parts: [text] },
  metadata: {},
  recipient: "all",
  ...more,
});
export const mappingOf = (...nodes: readonly Record<string, unknown>[]) =>
  Object.fromEntries(nodes.map((one) => [String(one["id"]), one]));

/** 2024-05-01, 10:00 UTC. */
export const MAY = 1_714_557_600;

/** A question about bread with two answers, of which the second was shown last, and a picture drawn after it. */
export const bread = (id = "bread", more: Record<string, unknown> = {}) => ({
  title: "Why bread rises",
  create_time: MAY,
  update_time: MAY + 60,
  conversation_id: id,
  current_node: "a2",
  mapping: mappingOf(
    node("root", null, null),
    node(
      "s",
      "root",
      says("system", "Be kind.", null, { metadata: { is_visually_hidden_from_conversation: true } }),
    ),
    node("q", "s", says("user", "Why does bread rise?", MAY + 1)),
    node("a1", "q", says("assistant", "Yeast.", MAY + 2, { metadata: { model_slug: "gpt-4o" } })),
    node("t", "q", says("assistant", "search(bread)", MAY + 3, { recipient: "browser" })),
    node("r", "t", says("tool", "A page.", MAY + 4)),
    node(
      "a2",
      "r",
      says("assistant", "Yeast makes gas.\ue200cite\ue202turn0search1\ue201", MAY + 5, {
        metadata: { model_slug: "gpt-5" },
      }),
    ),
  ),
  ...more,
});
