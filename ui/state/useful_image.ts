/**
 * A picture that is larger than any model sees is made smaller before it is sent: it costs less, and what else its file
 * tells, as where it was taken, stays behind. What moves is left as it is, for it would stand still.
 */
import { type ImageSize, imageSize } from "../../events/catalog/image_size.ts";
import { IMAGE_USEFUL_SIDE } from "../../events/catalog/limits.ts";
import { loadedImage } from "../parts/loaded_image.ts";

/** Types that are drawn anew as what they were. */
const DRAWN: readonly string[] = ["image/png", "image/jpeg", "image/webp"];
/** Of JPEG and WebP. */
const QUALITY = 0.9;
/** Bytes, and pixels of a side and of all, that a browser can be asked to hold: a large camera's. */
export const HELD_BYTES = 64 * 1024 * 1024;
const HELD_SIDE = 16_384;
const HELD_PIXELS = 120_000_000;

/** Whether a file may be made smaller. */
export const isDrawn = ({ type, size }: Pick<File, "type" | "size">): boolean =>
  DRAWN.includes(type) && size <= HELD_BYTES;

/** The sides of a picture once it is made smaller; null: it stays as it is. */
export function usefulSize({ width, height }: ImageSize): ImageSize | null {
  const longer = Math.max(width, height);
  if (longer <= IMAGE_USEFUL_SIDE || longer > HELD_SIDE || width * height > HELD_PIXELS) return null;
  const of = (side: number) => Math.max(1, Math.round(side * IMAGE_USEFUL_SIDE / longer));
  return { width: of(width), height: of(height) };
}

/** The file made smaller; null where it stays as it is, also because it cannot be read. */
export async function usefulImage(file: File): Promise<File | null> {
  if (!isDrawn(file)) return null;
  // Read here and not by the browser: a few bytes can be gigabytes unpacked.
  const told = imageSize(new Uint8Array(await file.arrayBuffer()), file.type);
  if (!told || !usefulSize(told)) return null;
  const address = URL.createObjectURL(file);
  try {
    const image = await loadedImage(address);
    const size = image && usefulSize({ width: image.naturalWidth, height: image.naturalHeight });
    const blob = size && await drawn(image, size, file.type);
    return blob?.type === file.type ? new File([blob], file.name, { type: file.type }) : null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawn(image: HTMLImageElement, { width, height }: ImageSize, type: string): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}
