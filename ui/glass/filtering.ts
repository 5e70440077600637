/** Whether the story is being filtered: the button stands in the head of the glass, the field in the panel. */
import { signal } from "@preact/signals";

export const filtering = signal(false);
