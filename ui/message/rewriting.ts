/** Words of a message while they are being changed. */
import { newId } from "../state/api.ts";
import { changing } from "./changing.ts";

/** The words are these now. */
export function rewrite(text: string): void {
  const { value } = changing;
  if (value && value.text !== text) changing.value = { ...value, text, key: newId("change") };
}
