/** Images and files in a program's messages: bytes in `data:` addresses, which become attachments. */
import { ATTACHMENT_BYTES, IMAGE_TYPES } from "../../events/catalog/limits.ts";
import type { MessagePart } from "../contract/completion_shapes.ts";
import { Problem, wrongField } from "../http/problem.ts";
import { checkUpload, cleanName } from "../routes/uploads.ts";
import { unsupported } from "./unsupported.ts";

/** A file as it was sent. */
export interface SentFile {
  /** Where it stands in the body. */
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const isImage = ({ type }: Pick<SentFile, "type">): boolean => IMAGE_TYPES.some((one) => one === type);

/** UTF-16 units of a `data:` address before its bytes. */
const HEAD = 200;

/**
 * The type and bytes of a `data:` address, or null where it is none that can be read.
 * @outside
 */
export function dataOf(url: string): Pick<SentFile, "type" | "bytes"> | null {
  const comma = url.slice(0, HEAD).indexOf(",");
  const head = /^data:([\w.+-]+\/[\w.+-]+)[^,]*;base64$/i.exec(url.slice(0, Math.max(comma, 0)));
  const type = head?.[1]?.toLowerCase();
  if (type === undefined) return null;
  try {
    return {
      type: type === "image/jpg" ? "image/jpeg" : type,
      bytes: Uint8Array.fromBase64(url.slice(comma + 1)),
    };
  } catch {
    return null;
  }
}

/**
 * The file in a part of a message. Throws for what cannot be taken: an address elsewhere, which nobody here asks, or bytes
 * that are not what they are called.
 * @param number of the files before it, for a name
 * @outside
 */
export function fileOf(part: MessagePart, path: string, number: number): SentFile {
  const { image_url: image, file } = part;
  if (image?.detail && image.detail !== "auto") {
    throw unsupported(
      `${path}.image_url.detail`,
      "How closely an image is looked at is the model’s affair here.",
    );
  }
  const found = dataOf(image?.url ?? file?.file_data ?? "");
  const where = image ? `${path}.image_url.url` : `${path}.file.file_data`;
  if (!found) throw unsupported(where, "Send the file itself, as data:TYPE;base64,….");
  // A program's body has room for more than is kept of one file.
  if (found.bytes.length > ATTACHMENT_BYTES) {
    throw wrongField(where, `a file may have at most ${ATTACHMENT_BYTES / 1024 / 1024} MB`);
  }
  try {
    checkUpload(found.bytes, found.type);
  } catch (error) {
    throw error instanceof Problem ? unsupported(where, error.detail) : error;
  }
  const kind = isImage(found) ? "image" : "file";
  const name = file?.filename ?? `${kind}-${number + 1}.${found.type.replace(/^.*[/+]/, "")}`;
  return { path: where, name: cleanName(name), ...found };
}
