/** Whether the index is what the log says: the file by itself, and some conversations text by text. */
import type { SearchFile } from "../../events/store/search/search_file.ts";
import type { IndexedText } from "../../events/store/search/lookup.ts";
import type { EventLog } from "../../events/store/types.ts";
import { conversation as fold } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { textsOf } from "./conversation_texts.ts";

/** Conversations that are compared, spread over all. */
export const COMPARED = 200;
/** Ids read at once. */
const PAGE = 500;

/** What is wrong with it, a line each; empty too for one of another store, which nobody asks. */
export async function checkIndex(log: EventLog, file: SearchFile): Promise<string[]> {
  if (file.state().epoch !== log.epoch) return [];
  const wrong = file.check();
  const ids: string[] = [];
  for (
    let page = file.conversations("", PAGE);
    page.length > 0;
    page = file.conversations(ids.at(-1) ?? "", PAGE)
  ) {
    ids.push(...page);
  }
  const every = Math.ceil(ids.length / COMPARED);
  for (const id of ids.filter((_, at) => at % every === 0)) {
    if (!(await isAsTheLog(log, file, id))) wrong.push(`${id}: other texts than its events say.`);
  }
  return wrong;
}

/** One that is behind, or whose events cannot be read, is not wrong: who sees to it brings it on. */
async function isAsTheLog(log: EventLog, file: SearchFile, id: string): Promise<boolean> {
  const seq = file.seqOf(id);
  const kept = new Map(file.texts(id).map((text) => [text.message, text]));
  if (seq === 0 || (await log.head(id)).seq !== seq) return true;
  let state = fold.initial(id);
  for await (const events of log.read(id, 0, seq)) state = foldAll(fold, state, events);
  // Changed while it was looked at, unreadable, or deleted.
  if (state.seq !== seq || state.deleted || file.seqOf(id) !== seq) return true;
  const said = [...textsOf(state, state.order)].filter(({ text }) => text !== "");
  return said.length === kept.size && said.every((text) => same(kept.get(text.message), text));
}

const same = (a: IndexedText | undefined, b: IndexedText): boolean =>
  a?.text === b.text.toWellFormed() && a.author === b.author && a.seq === b.seq && a.at === b.at;
