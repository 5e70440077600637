/** The body of a long answer, made while it is read: between two pieces of it others have their turn. */
import { yieldLoop } from "../../actors/runtime/yield_loop.ts";
import { TEXT_UNITS } from "./long_json.ts";

/** Texts of a piece, however short they are: making each may take some microseconds. */
export const PIECE_TEXTS = 400;

type Texts = Iterable<string> | AsyncIterable<string>;

/** Gathers texts to pieces of `TEXT_UNITS`, or of `PIECE_TEXTS` texts; "" where those were empty. */
export async function* gathered(texts: Texts): AsyncGenerator<string> {
  let [piece, count] = ["", 0];
  for await (const text of texts) {
    piece += text;
    if (piece.length < TEXT_UNITS && ++count < PIECE_TEXTS) continue;
    yield piece;
    [piece, count] = ["", 0];
  }
  yield piece;
}

/**
 * The texts as bytes. What they are made of may not change until the last was read; of what fails on the way the body breaks.
 * @param rest lets others have their turn
 */
export function bodyOf(texts: Texts, rest = yieldLoop): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = gathered(texts);
  return new ReadableStream({
    async pull(controller) {
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
        await rest();
        // A stream asks no more where it is given nothing.
        if (next.value !== "") return controller.enqueue(encoder.encode(next.value));
      }
      controller.close();
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
