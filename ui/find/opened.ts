/** Whether one looks for words in the open conversation. */
import { signal } from "@preact/signals";

export const finding = signal(false);
