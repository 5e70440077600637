/** Whether the page is being made for paper: what is folded opens, what is drawn late is drawn. */
import { signal } from "@preact/signals";

export const onPaper = signal(false);
