/** Whether what stands on the page is what the signed chain of the log covers, reckoned in this browser. */
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { check, type Checked, talkIn } from "../one_file/talk.ts";

export interface ScreenCheck {
  /** What came of the signature and the chain. */
  readonly checked: Checked;
  /** Messages whose words were compared. */
  readonly messages: number;
  /** The first message that is shown otherwise than the events tell it; null for none. */
  readonly differs: string | null;
}

/**
 * Lays the messages that are shown beside the same ones as events tell them. What was said since those were read, what is
 * being written, and words that were not loaded yet are left out.
 */
export function compared(
  shown: ConversationState,
  told: ConversationState,
): Pick<ScreenCheck, "messages" | "differs"> {
  let messages = 0;
  for (const id of shown.order) {
    const message = shown.messages[id];
    const body = shown.bodies[id];
    if (!message || !body) continue;
    const last = message.turnId === undefined ? message.seq : message.doneSeq ?? Infinity;
    if (last > told.seq) continue;
    const { author, at, erased } = told.messages[id] ?? {};
    const same = author?.name === message.author.name && at === message.at && erased === message.erased &&
      told.bodies[id]?.content === body.content;
    if (!same) return { messages, differs: id };
    messages++;
  }
  return { messages, differs: null };
}

/**
 * @param lines of a proof of the whole conversation
 * @param blanks by type of an event, what stands in the place of erased words
 */
export async function checkScreen(
  lines: readonly string[],
  shown: ConversationState,
  subtle: SubtleCrypto | undefined,
  blanks: Readonly<Record<string, unknown>>,
): Promise<ScreenCheck> {
  const given = { lines, whole: true, prompts: true, language: "", origin: "" };
  const checked = await check(given, subtle);
  // What does not hold tells nothing of the page.
  if (!checked.ok) return { checked, messages: 0, differs: null };
  return { checked, ...compared(shown, (await talkIn(given, blanks)).state) };
}
