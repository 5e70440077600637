/** A proof file in lines: bytes that are no UTF-8, or that say nothing, are told apart from those that were written. */
import { NO_END, PROOF_LINE_UNITS } from "./proof.ts";

/** What no line of a proof is. */
const NONE = "\ufffd";
const LF = 0x0a;

/**
 * Cuts a file into lines, whatever way it arrives; stops reading at a line that is too long. In the place of a last line
 * that has no end stands `NO_END`.
 * @outside
 */
export async function* proofLinesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let held: Uint8Array[] = [];
  let size = 0;
  const line = async (last: Uint8Array): Promise<string> => {
    // Most lines come in one piece.
    const bytes = held.length === 0
      ? last
      : await new Blob([...held, last].map((one) => one.slice())).bytes();
    held = [];
    size = 0;
    try {
      return decoder.decode(bytes);
    } catch {
      return NONE;
    }
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      yield await line(chunk.subarray(from, end));
      from = end + 1;
    }
    held.push(chunk.slice(from));
    size += chunk.length - from;
    // A unit of a text is three bytes at most.
    if (size > 3 * PROOF_LINE_UNITS) return yield NONE;
  }
  if (size > 0) yield NO_END;
}
