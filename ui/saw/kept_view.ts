/** Which view of the bytes was chosen last: it stays from call to call. */
import { signal } from "@preact/signals";

/** Set out for reading, as it was sent, or what changed. */
export type KeptView = "bytes" | "raw" | "changes";

export const keptView = signal<KeptView>("bytes");
