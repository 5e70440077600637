/** Words of a message, quoted in the next one. */

/** UTF-16 units of a quotation at most: a message takes 5,000 characters, and there has to be room to ask. */
const QUOTED = 1_500;

/**
 * `text` as a quotation in Markdown, cut where it is long, and an empty line after it.
 * @outside
 */
export function quoted(text: string): string {
  const whole = text.trim();
  const cut = whole.length > QUOTED ? `${whole.slice(0, QUOTED).trimEnd()}…` : whole;
  return `${cut.split("\n").map((line) => line === "" ? ">" : `> ${line}`).join("\n")}\n\n`;
}
