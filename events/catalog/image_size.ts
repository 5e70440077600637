/** How large a picture is, read from its first bytes: nothing of it is unpacked. */

/** Pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Markers of a JPEG that begin a frame: C0 to CF, without tables, their like, and what is reserved. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers that stand alone: no length follows. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Reads past the end throw a RangeError. */
function sizeOfPng(view: DataView): ImageSize | null {
  const header = 0x49484452; // IHDR, which always comes first.
  if (view.getUint32(12) !== header) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The larger of the screen that is named, and of where its first picture ends: some give that one its room. */
function sizeOfGif(view: DataView): ImageSize | null {
  const little = (at: number) => view.getUint16(at, true);
  const tableOf = (flags: number) => (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
  let at = 13 + tableOf(view.getUint8(10));
  // Extensions: a label, and blocks up to an empty one.
  while (view.getUint8(at) === 0x21) {
    for (at += 2; view.getUint8(at) !== 0;) at += 1 + view.getUint8(at);
    at++;
  }
  if (view.getUint8(at) !== 0x2c) return null;
  return {
    width: Math.max(little(6), little(at + 1) + little(at + 5)),
    height: Math.max(little(8), little(at + 3) + little(at + 7)),
  };
}

function sizeOfWebp(view: DataView): ImageSize | null {
  const chunk = view.getUint32(12);
  const [plain, lossless, extended] = [0x56503820, 0x5650384c, 0x56503858]; // "VP8 ", VP8L, VP8X
  if (chunk === plain) {
    if (view.getUint16(23) !== 0x9d01 || view.getUint8(25) !== 0x2a) return null;
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (chunk === lossless) {
    if (view.getUint8(20) !== 0x2f) return null;
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== extended) return null;
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  return { width: three(24) + 1, height: three(27) + 1 };
}

function sizeOfJpeg(view: DataView): ImageSize {
  let at = 2;
  while (true) {
    const marker = view.getUint8(at + 1);
    // As many as anybody likes may stand before a marker, and what is none is gone over, as whoever draws it does.
    if (view.getUint8(at) !== 0xff || marker === 0xff) at++;
    else if (isAlone(marker)) at += 2;
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
}

const READERS: Readonly<Record<string, (view: DataView) => ImageSize | null>> = {
  "image/png": sizeOfPng,
  "image/jpeg": sizeOfJpeg,
  "image/gif": sizeOfGif,
  "image/webp": sizeOfWebp,
};

/** What its first bytes say, sides of nothing too. */
function saidSize(bytes: Uint8Array, type: string): ImageSize | null {
  try {
    return READERS[type]?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The size that a picture of a type says it has; null where its first bytes do not tell one, or one without any area.
 * @outside
 */
export function imageSize(bytes: Uint8Array, type: string): ImageSize | null {
  const size = saidSize(bytes, type);
  return size && hasArea(size) ? size : null;
}

const hasArea = ({ width, height }: ImageSize): boolean => width > 0 && height > 0;

/**
 * Whether a picture says of itself that there is nothing to be seen of it.
 * @outside
 */
export function isWithoutArea(bytes: Uint8Array, type: string): boolean {
  const size = saidSize(bytes, type);
  return size !== null && !hasArea(size);
}
