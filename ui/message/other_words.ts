/** Whether words can be sent in the place of others. */
import { codePoints, MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";

export type Fault = "empty" | "same" | "long";

/**
 * Why words cannot be sent in the place of `said`; `files` go along. Null: they can be.
 * @outside
 */
export function faultOf(text: string, said: string, files: number): Fault | null {
  if (text.trim() === "" && files === 0) return "empty";
  if (text === said) return "same";
  return codePoints(text) > MESSAGE_CODE_POINTS ? "long" : null;
}
