/** Which files may be attached, and how they are served again. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Attachment } from "../../events/catalog/conversation.ts";
import {
  ATTACHMENT_BYTES,
  ATTACHMENT_TYPES,
  DOCX_TYPE,
  IMAGE_TYPES,
  PDF_TYPE,
  PICTURE_BYTES,
  PICTURE_SIDE,
  XLSX_TYPE,
} from "../../events/catalog/limits.ts";
import type { System } from "../../actors/system.ts";
import type { KeptFile } from "../../actors/uploads/uploads.ts";
import type { EventLog } from "../../events/store/types.ts";
import { Problem, wrongField } from "../http/problem.ts";
import { imageSize, isWithoutArea } from "../../events/catalog/image_size.ts";

const ATTACH =
  "Attach an image (PNG, JPEG, GIF, WebP), a PDF, a Word or Excel file (DOCX, XLSX), or a text file.";
const SAVE_AS =
  "This kind of office file cannot be read. Save it as PDF, DOCX, XLSX or CSV in its own program, and attach that.";
const NO_SUCH_IMAGE = "The file is not an image of the type it claims to be.";
const NO_AREA = "The picture is no pixel wide or high, so there is nothing to be seen in it.";
const NO_SIZE =
  "The image is cut off or damaged: its first bytes do not say how large it is. Save it again, and attach that.";
const NO_SUCH_FILE = "The file is not of the kind that it claims to be.";
const LOCKED_OR_OLD =
  "The file is locked with a password, or in an older form of Office. Save it without one as DOCX, XLSX or PDF.";
const NOT_HERE = "An attached file is not here. What is on no message goes after a day: attach it again.";

export const FILE_UPLOAD = { acceptableTypes: ATTACHMENT_TYPES, maxSize: ATTACHMENT_BYTES };

/** What the program itself keeps among the blobs, such as recorded requests: no file of anybody. */
export const isInternal = (type: string): boolean => type.startsWith("application/vnd.fishbowl");

/** What other files of offices are called, by type and by the end of a name. */
const OTHER_OFFICE_TYPES =
  /^application\/(msword|rtf|epub\+zip|x-iwork|vnd\.(apple\.|ms-|oasis\.opendocument|openxmlformats-officedocument|sun\.xml|stardivision|wordperfect))|^text\/rtf/;
const OTHER_OFFICE_NAMES =
  /\.(docm?|dotx?|rtf|xlsm?|xlsb|xltx?|pptx?|pptm|ppsx?|od[tspg]|fodt|fods|sxw|sxc|pages|numbers|key|wpd|epub|vsdx?|pub|mdb|accdb)$/i;

/** Bytes each type has at an offset: a name is no proof. */
const SIGNATURES: Readonly<Record<string, readonly (readonly [offset: number, bytes: string])[]>> = {
  "image/png": [[0, "\x89PNG\r\n\x1a\n"]],
  "image/jpeg": [[0, "\xff\xd8\xff"]],
  "image/gif": [[0, "GIF8"]],
  "image/webp": [[0, "RIFF"], [8, "WEBP"]],
  [PDF_TYPE]: [[0, "%PDF-"]],
  [DOCX_TYPE]: [[0, "PK\x03\x04"]],
  [XLSX_TYPE]: [[0, "PK\x03\x04"]],
};

function hasAt(bytes: Uint8Array, offset: number, wanted: string): boolean {
  return [...wanted].every((character, index) => bytes[offset + index] === character.charCodeAt(0));
}

/**
 * Throws 415 when the bytes are not what their type says.
 * @outside
 */
export function checkUpload(bytes: Uint8Array, type: string, name = ""): void {
  if (!ATTACHMENT_TYPES.includes(type)) {
    const office = OTHER_OFFICE_TYPES.test(type) || OTHER_OFFICE_NAMES.test(name);
    throw new Problem("unsupported_media_type", office ? SAVE_AS : ATTACH);
  }
  const signature = SIGNATURES[type];
  const image = IMAGE_TYPES.some((one) => one === type);
  if (signature?.some(([offset, wanted]) => !hasAt(bytes, offset, wanted))) {
    throw new Problem(
      "unsupported_media_type",
      image ? NO_SUCH_IMAGE : isOld(bytes) ? LOCKED_OR_OLD : NO_SUCH_FILE,
    );
  }
  // A model refuses it each time it is sent, and with it the conversation it stands in.
  if (isWithoutArea(bytes, type)) throw new Problem("unsupported_media_type", NO_AREA);
  if (image && !imageSize(bytes, type)) throw new Problem("unsupported_media_type", NO_SIZE);
  // A table that is not in UTF-8 is read as what spreadsheets write.
  if (!signature && !isText(bytes) && !(type === "text/csv" && isTable(bytes))) {
    throw new Problem("unsupported_media_type", "The file is not text in UTF-8.");
  }
}

/** Letters of Windows, or UTF-16 with its mark: as spreadsheets save tables. */
const isTable = (bytes: Uint8Array): boolean =>
  !bytes.includes(0) || hasAt(bytes, 0, "\xff\xfe") || hasAt(bytes, 0, "\xfe\xff");

/** The old form of Office files, in which it puts those that it locks. */
const isOld = (bytes: Uint8Array): boolean => hasAt(bytes, 0, "\xd0\xcf\x11\xe0");

/** No text has a NUL; what has one is binary that happens to be valid UTF-8. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Characters of a file name. */
const NAME_CHARACTERS = 255;

/**
 * A file name as it is kept: one line, no folder, never empty.
 * @outside
 */
export function cleanName(name: string): string {
  const clean = clearText(name.toWellFormed().replace(/[/\\]/g, "_"), "").replaceAll("\ufffd", "_").trim();
  return clean.slice(0, NAME_CHARACTERS).replace(/[\ud800-\udbff]$/, "") || "file";
}

/** Keeps a file that was checked. Throws where there is no room for it. */
export async function takeFile(
  { uploads }: Pick<System, "uploads">,
  bytes: Uint8Array,
  type: string,
): Promise<KeptFile> {
  const taken = await uploads.take(bytes, type);
  if (!taken.ok) throw new Problem(taken.code, taken.detail);
  return taken.file;
}

/**
 * Attachments as a body names them, completed from the store; undefined: none. They are kept for another day. Throws 422
 * for a file that is not here, at the `field` of the body that names it.
 */
export async function resolveAttachments(
  { uploads }: Pick<System, "uploads">,
  named: readonly { sha256: string; name: string }[] = [],
  field = "attachments",
): Promise<Attachment[] | undefined> {
  const attachments: Attachment[] = [];
  for (const [index, { sha256, name }] of named.entries()) {
    const file = await uploads.find(sha256);
    if (!file) {
      const path = `${field}.${index}.sha256`;
      throw wrongField(path, "there is no such upload", NOT_HERE);
    }
    attachments.push({ ...file, name: cleanName(name) });
  }
  return attachments.length > 0 ? attachments : undefined;
}

/** Throws 422 for what is no uploaded image, or one of too many bytes or pixels to be an agent's picture. */
export async function checkPicture(log: EventLog, sha256: string): Promise<void> {
  const blob = await log.blobs.get(sha256);
  const image = IMAGE_TYPES.some((type) => type === blob?.info.type);
  if (!blob || !image) throw wrongField("picture", "must be an uploaded image");
  if (blob.info.size > PICTURE_BYTES) {
    throw wrongField("picture", `must be at most ${PICTURE_BYTES / 1024} KB`);
  }
  const size = imageSize(blob.bytes, blob.info.type);
  if (!size) throw wrongField("picture", "must be an image that tells its size: it may be damaged");
  if (Math.max(size.width, size.height) <= PICTURE_SIDE) return;
  const [width, height, most] = [size.width, size.height, PICTURE_SIDE].map((n) => n.toLocaleString("en"));
  throw wrongField("picture", `must be at most ${most} × ${most} pixels, and has ${width} × ${height}`);
}
