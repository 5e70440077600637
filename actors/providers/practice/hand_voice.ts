/** Whether a practice agent has something to add, and what: it follows from what was said last. */
import { hash32 } from "./chance.ts";
import type { MockBody } from "./render_mock.ts";
import { fragment, type Talk, topic } from "./talk.ts";

const ASKED = "You are not asked to answer yet. Say only whether you have something to add to this talk";
/** Of so many talks a voice has nothing to add to one. */
const SILENT_IN = 3;

const WOULD_ADD: Readonly<Record<string, readonly [string, string]>> = {
  editor: ["I would say “$” in half as many words.", "I would ask first who is to read about “$”."],
  critic: [
    "I see a risk in “$” that nobody has named.",
    "I would say what would have to be true for “$” to fail.",
  ],
  researcher: ["I know one way to find out about “$” this week.", "I would look at who tried “$” before."],
  manager: ["I would say who does what about “$”, and by when.", "I would settle “$” with two of you."],
};

/** UTF-16 units of a line that quotes. */
const QUOTED_UNITS = 60;

/**
 * What it says where it is asked for its hand; null of any other request.
 * @outside
 */
export function hand({ model, messages }: MockBody, { person, last }: Talk): string | null {
  const asked = messages.at(-1);
  if (asked?.role !== "user" || !asked.content.includes(ASKED)) return null;
  const voice = model.split(":")[0] ?? "";
  // What is asked stands behind what was said, and is not the person's.
  const said =
    [person.text, last.text].map((text) => text.split(ASKED)[0]?.trim() ?? "").find((text) => text !== "") ??
      "";
  const lines = WOULD_ADD[voice] ?? WOULD_ADD["critic"];
  const chance = hash32(`${voice}\n${said}`);
  if (!lines || chance % SILENT_IN === 0) return "NOTHING";
  const about = (topic(said) || fragment(said, 4) || "this").slice(0, QUOTED_UNITS).toWellFormed();
  return (lines[(chance >>> 8) % lines.length] ?? lines[0]).replace("$", () => about);
}
