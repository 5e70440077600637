/** Names as they are shown: by themselves, so that none turns round what stands beside it, and with nothing hidden. */
import { clearText } from "../../events/catalog/clear_text.ts";

/** A name among other words. */
export function Name({ of, otherwise }: { of: string; otherwise?: string }) {
  return <bdi>{clearText(of, otherwise)}</bdi>;
}

/** The first letter of a name in the colour of whoever it stands in. */
export function Avatar({ name }: { name: string }) {
  const [letter = "?"] = clearText(name, "?").trim();
  return <span class="avatar" aria-hidden="true">{letter.toUpperCase()}</span>;
}
