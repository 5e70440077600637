/** A PNG of few colours: what is kept of a picture, a quarter of what a browser would write. */
import type { Pixels } from "./likeness.ts";

/** Colours at most: all others are told by the nearest of these. */
const COLOURS = 64;
/** Steps between shades, before the most frequent ones are chosen. */
const STEP = 8;

type Colour = readonly [number, number, number];

const colourOf = (key: number): Colour => [(key >> 16) & 255, (key >> 8) & 255, key & 255];
const apart = (one: Colour, other: Colour) =>
  one.reduce((sum, value, channel) => sum + (value - (other[channel] ?? 0)) ** 2, 0);
const rounded = (value: number) => Math.min(255, Math.round(value / STEP) * STEP);

/** How far from grey: what is small is coloured to be seen. */
const vividness = (colour: Colour) => Math.max(...colour) - Math.min(...colour);

/** The most frequent colours, and of each pixel which of them is nearest. */
function paletteOf({ width, height, data }: Pixels): { palette: Colour[]; indices: Uint8Array } {
  const keys = Array.from(
    { length: width * height },
    (_, pixel) => [0, 1, 2].reduce((key, channel) => (key << 8) | rounded(data[4 * pixel + channel] ?? 0), 0),
  );
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const weight = ([key, count]: readonly [number, number]) => count * (1 + vividness(colourOf(key)) / 4);
  const palette = [...counts].sort((a, b) => weight(b) - weight(a)).slice(0, COLOURS).map(([key]) =>
    colourOf(key)
  );
  const nearest = new Map<number, number>();
  for (const key of counts.keys()) {
    const distances = palette.map((one) => apart(one, colourOf(key)));
    nearest.set(key, distances.indexOf(Math.min(...distances)));
  }
  return { palette, indices: Uint8Array.from(keys, (key) => nearest.get(key) ?? 0) };
}

/** CRC-32 as PNG wants it. */
function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crc(bytes.subarray(4, content.length + 8)));
  return bytes;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The bytes of the file. */
export async function pngOf(pixels: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = pixels;
  const { palette, indices } = paletteOf(pixels);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits a pixel, each the number of a colour.
  header.set([8, 3, 0, 0, 0], 8);
  // Each row begins with the number of its filter: none.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(palette.flat())),
    chunk("IDAT", await deflated(rows)),
    chunk("IEND", new Uint8Array()),
  ];
  const file = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
