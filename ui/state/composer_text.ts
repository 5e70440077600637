/** Text that another part of the interface puts into the composer, e.g. a mention. */
import { signal } from "@preact/signals";

export const insert = signal("");
