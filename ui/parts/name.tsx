/** Names as they are shown: by themselves, so that none turns round what stands beside it, and with nothing hidden. */
import { clearText } from "../../events/catalog/clear_text.ts";

/** A name among other words. */
export function Name({ of, otherwise }: { of: string; otherwise?: string }) {
  return <bdi>{clearText(of, otherwise)}</bdi>;
}
