/** How those who speak are called, so that one name is one speaker wherever it is read (S4-15, S4-18, S4-25). */
import { clearText, isClear } from "../../events/catalog/clear_text.ts";

function localPart(email: string): string {
  return email.trim().split("@")[0] ?? "";
}

/** One word with an @ inside. */
function isAddress(name: string): boolean {
  const at = name.indexOf("@", 1);
  return at !== -1 && at < name.length - 1 && !/\s/.test(name);
}

/**
 * A name as it stands in `[Name]: ` and in the list of participants: one line that cannot end the bracket
 * early, so that a name cannot be taken for somebody else's words.
 * @outside
 */
export function speakerName(
  author: { readonly kind: "human" | "agent" | "system"; readonly name: string },
): string {
  // Of what was stored before, nothing that turns the direction of the words or cannot be seen.
  const line = clearText(author.name.replace(/\s+/g, " "), "").replaceAll("\ufffd", "");
  const name = isClear(line) ? line.replaceAll("[", "(").replaceAll("]", ")").trim() : "";
  if (author.kind === "human") return (isAddress(name) ? localPart(name) : name) || "User";
  return name || (author.kind === "agent" ? "Agent" : "System");
}
