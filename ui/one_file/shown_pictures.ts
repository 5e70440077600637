/**
 * The pictures of a talk that its page shows: bytes that stand in the file, as the signature covers them, of the types
 * that browsers show as pictures and nothing else, of sides that it may have. What does not fit is told by its name.
 */
import type { Attachment } from "../../events/catalog/attachment.ts";
import { imageSize } from "../../events/catalog/image_size.ts";
import { IMAGE_MOST_SIDE, IMAGE_TYPES, PAGE_PICTURE_BYTES } from "../../events/catalog/limits.ts";
import { pageText } from "../../events/catalog/proof.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Texts } from "./told_events.ts";

/** Pictures by their hashes. */
export interface Pictures {
  readonly shown: ReadonlyMap<string, Picture>;
  /** That there was no room for. */
  readonly left: ReadonlySet<string>;
}
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Null where it is no picture, or its bytes are not what its type says: a browser would guess. */
function pictureOf({ sha256, type }: Pick<Attachment, "sha256" | "type">, texts: Texts): Picture | null {
  const bytes = texts.get(sha256);
  if (!bytes || !IMAGE_TYPES.some((known) => known === type)) return null;
  const size = imageSize(bytes, type);
  return size && Math.max(size.width, size.height) <= IMAGE_MOST_SIDE ? { type, bytes, ...size } : null;
}

/**
 * Those of messages, and of what tools gave, in the order of the talk; erased ones are in no fold.
 * @param most bytes of all of them
 */
export function picturesOf(
  { order, messages, bodies }: Pick<ConversationState, "order" | "messages" | "bodies">,
  texts: Texts,
  most = PAGE_PICTURE_BYTES,
): Pictures {
  const shown = new Map<string, Picture>();
  const left = new Set<string>();
  let room = most;
  for (const id of order) {
    const given = bodies[id]?.tools?.flatMap((use) => use.attachments ?? []) ?? [];
    for (const file of [...given, ...messages[id]?.attachments ?? []]) {
      const { sha256 } = file;
      const picture = shown.has(sha256) || left.has(sha256) ? null : pictureOf(file, texts);
      if (!picture) continue;
      if (picture.bytes.length > room) left.add(sha256);
      else {
        room -= picture.bytes.length;
        shown.set(sha256, picture);
      }
    }
  }
  return { shown, left };
}

/** As an address that holds the picture itself: its type is one of ours, and base64 ends nothing. */
export const sourceOf = ({ type, bytes }: Pick<Picture, "type" | "bytes">): string =>
  `data:${type};base64,${pageText(bytes)}`;
