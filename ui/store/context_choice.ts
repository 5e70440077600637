/** Whose context the glass shows. */
import { signal } from "@preact/signals";

export const contextOf = signal<string | null>(null);
