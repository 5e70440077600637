/** What the server says, in German; what nobody has said in German yet stands behind why it is said. */
import type { SayingWords } from "./english_sayings.ts";
import { told as germanOf } from "./german_server.ts";
import { whyNot } from "./german_story.ts";

export const sayings: SayingWords = {
  failure: (code, said) => germanOf(said) ?? `Es ging nicht: ${whyNot(code)}. (${said})`,
  notice: (said) => germanOf(said) ?? said,
  field: (said) => germanOf(said) ?? `Das geht so nicht. (${said})`,
};
