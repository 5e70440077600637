/** A picture that somebody chose, made what an agent's picture is: square, small and still. */
import { imageSize } from "../../events/catalog/image_size.ts";
import { ATTACHMENT_BYTES, IMAGE_TYPES } from "../../events/catalog/limits.ts";
import { count } from "../parts/format.ts";
import { loadedImage } from "../parts/loaded_image.ts";
import { words } from "../words/pictures.ts";

/** Pixels of each side of what is kept: the largest mark, on the sharpest screens. */
export const SIDE = 160;
/** Pixels of each side of what may be chosen: a photograph fits, and a browser can still hold it. */
export const MOST_PIXELS = 8_192;
const MEGABYTES = ATTACHMENT_BYTES / 1024 / 1024;
/** The field's value while its picture is made small and sent. */
export const ON_ITS_WAY = "on its way";
export const PICTURE_HINT = words.bounds(MEGABYTES, count(MOST_PIXELS), SIDE);

/** What is wrong with a file before anything of it is read; "" for nothing. */
export function wrongFile({ type, size }: Pick<File, "type" | "size">): string {
  if (!IMAGE_TYPES.some((known) => known === type)) return words.noPicture;
  return size > ATTACHMENT_BYTES ? words.tooLarge(MEGABYTES) : "";
}

/** Types by the first byte of their files: a browser goes by the bytes too, whatever a file is called. */
const TYPES: Readonly<Record<number, string>> = {
  0x89: "image/png",
  0xff: "image/jpeg",
  0x47: "image/gif",
  0x52: "image/webp",
};

/**
 * What is wrong with the size that a picture tells in its first bytes; "" for nothing. Read here and not by the browser:
 * that may unpack all of a picture to say how large it is, and some kilobytes of it can be gigabytes unpacked.
 */
export function wrongSize(bytes: Uint8Array): string {
  const size = imageSize(bytes, TYPES[bytes[0] ?? 0] ?? "");
  if (!size) return words.unreadable;
  return Math.max(size.width, size.height) > MOST_PIXELS ? words.tooWide(count(MOST_PIXELS)) : "";
}

/** The largest square in the middle of a picture, in its pixels. */
export function middleOf(width: number, height: number): { left: number; top: number; side: number } {
  const side = Math.min(width, height);
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), side };
}

export type Made = { readonly ok: true; readonly file: File } | {
  readonly ok: false;
  readonly wrong: string;
};
const failed = (wrong: string): Made => ({ ok: false, wrong });

/** The middle of a chosen picture, drawn small; what moves stands still, and what else the file tells is left behind. */
export async function squareOf(file: File): Promise<Made> {
  const wrong = wrongFile(file) || wrongSize(await bytesOf(file));
  if (wrong) return failed(wrong);
  const address = URL.createObjectURL(file);
  try {
    const image = await loadedImage(address);
    if (!image) return failed(words.unreadable);
    const { naturalWidth: width, naturalHeight: height } = image;
    const blob = await drawnSmall(image, middleOf(width, height));
    return blob
      ? { ok: true, file: new File([blob], "picture", { type: blob.type }) }
      : failed(words.unreadable);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** None of a file that is gone by now. */
const bytesOf = (file: File): Promise<Uint8Array> =>
  file.arrayBuffer().then((buffer) => new Uint8Array(buffer), () => new Uint8Array());

function drawnSmall(
  image: HTMLImageElement,
  { left, top, side }: ReturnType<typeof middleOf>,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(SIDE, side);
  const context = canvas.getContext("2d");
  if (!context || side === 0) return Promise.resolve(null);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
