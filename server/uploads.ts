/** Which files may be attached, and how they are served again. */
import type { Attachment } from "../events/conversation.ts";
import { ATTACHMENT_BYTES } from "../events/limits.ts";
import type { EventLog } from "../events/store/types.ts";
import { Problem } from "./problem.ts";

/** Images every provider takes; a browser shows them without running anything. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
/** Text that is sent to models as text. */
const TEXT_TYPES = [
  "text/plain",
  "text/markdown",
  "text/csv",
  "text/html",
  "text/css",
  "text/javascript",
  "text/x-python",
  "application/json",
  "application/xml",
  "application/yaml",
] as const;

export const ACCEPTABLE_TYPES: readonly string[] = [...IMAGE_TYPES, ...TEXT_TYPES];
export const FILE_UPLOAD = { acceptableTypes: ACCEPTABLE_TYPES, maxSize: ATTACHMENT_BYTES };

/** The first bytes of each image type: a name is no proof. */
const SIGNATURES: Readonly<Record<string, readonly number[]>> = {
  "image/png": [0x89, 0x50, 0x4e, 0x47],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/gif": [0x47, 0x49, 0x46, 0x38],
  "image/webp": [0x52, 0x49, 0x46, 0x46],
};

/** Throws 415 when the bytes are not what their type says. */
export function checkUpload(bytes: Uint8Array, type: string): void {
  if (!ACCEPTABLE_TYPES.includes(type)) {
    throw new Problem("unsupported_media_type", "Attach an image (PNG, JPEG, GIF, WebP) or a text file.");
  }
  const signature = SIGNATURES[type];
  if (signature?.some((byte, index) => bytes[index] !== byte)) {
    throw new Problem("unsupported_media_type", "The file is not an image of the type it claims to be.");
  }
  if (!signature) {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new Problem("unsupported_media_type", "The file is not UTF-8 text.");
    }
  }
}

/** Attachments as a body names them, completed from the store. Throws 422 for bytes nobody uploaded. */
export async function resolveAttachments(
  log: EventLog,
  named: readonly { sha256: string; name: string }[] | undefined,
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const [index, { sha256, name }] of (named ?? []).entries()) {
    const blob = await log.blob(sha256);
    if (!blob) {
      const path = `attachments.${index}.sha256`;
      throw new Problem("validation", "An attached file was never uploaded.", [
        { path, message: "no file with this hash was uploaded" },
      ]);
    }
    attachments.push({ sha256, name, type: blob.info.type, size: blob.info.size });
  }
  return attachments;
}
