/**
 * What a file of a few kilobytes unpacks to is nobody's to know beforehand, so what its reader may ask for is bounded: a
 * buffer, and all buffers together.
 */
import { UnreadableFile } from "./refusal.ts";

/** Bytes of one buffer, and of all that a file asks for: pictures are not unpacked, and texts are small. */
export const BUFFER_BYTES = 64 * 1024 * 1024;
const ALL_BYTES = 2 * 1024 * 1024 * 1024;

/**
 * Lets this thread make no buffer that is larger than a bound; the first that is tells. For a thread of its own: it is
 * not taken back.
 */
export function boundBuffers(): { readonly asked: () => boolean } {
  let bytes = 0, beyond = false;
  const Native = Uint8Array;
  const construct = (target: typeof Uint8Array, given: unknown[], made: unknown): Uint8Array => {
    const [size] = given;
    if (typeof size === "number") {
      bytes += size;
      if (size > BUFFER_BYTES || bytes > ALL_BYTES) {
        beyond = true;
        throw new UnreadableFile("bomb");
      }
    }
    return Reflect.construct(target, given, made === bounded ? target : Object(made));
  };
  const bounded: typeof Uint8Array = new Proxy(Native, { construct });
  globalThis.Uint8Array = bounded;
  // pdf.js would unpack by it, past the bounds; without it, it unpacks itself.
  Reflect.deleteProperty(globalThis, "DecompressionStream");
  return { asked: () => beyond };
}
