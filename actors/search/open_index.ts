/** The index as it is open: opened when it is first asked, and asked no more once the file at its path is another. */
import { IndexGone } from "../../events/store/errors.ts";
import { SearchFile } from "../../events/store/search/search_file.ts";
import { type AnswerOf, type ArgumentOf, type CallName, callsOf } from "./index_calls.ts";
import { indexedWords } from "./searcher.ts";

/** Each call, whose argument fits its name. */
type Calls = { readonly [Name in CallName]: (argument: ArgumentOf<Name>) => AnswerOf<Name> };

export class OpenIndex {
  #file: SearchFile | null = null;

  /** @param path the file; it need not be there */
  constructor(readonly path: string) {}

  get file(): SearchFile {
    return this.#file ??= new SearchFile(this.path, indexedWords);
  }

  /** @throws {IndexGone} once: the next call is answered by the file that is there then; and whatever SQLite says */
  answer<Name extends CallName>(name: Name, argument: ArgumentOf<Name>): AnswerOf<Name> {
    if (this.#file?.isThere() === false) {
      this.close();
      throw new IndexGone();
    }
    const calls: Calls = callsOf(this.file);
    return calls[name](argument);
  }

  close(): void {
    const file = this.#file;
    this.#file = null;
    file?.close();
  }
}
