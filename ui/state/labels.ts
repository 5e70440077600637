/** The labels that conversations of the list have, and the one that it is narrowed to. */
import { computed, signal } from "@preact/signals";
import { labelsOf } from "../sidebar/list_groups.ts";
import { language } from "../words/language.ts";
import { list } from "./server_state.ts";

/** Every label that is in use, by the alphabet of the page's language. */
export const labels = computed(() => labelsOf(list.value, language));

const wanted = signal<string | null>(null);

/** The label that the list is narrowed to; null: it is whole. It is whole again when nothing has the label any more. */
export const label = computed(() =>
  wanted.value !== null && labels.value.includes(wanted.value) ? wanted.value : null
);

/** Narrows the list to a label, or makes it whole again. */
export const narrowTo = (chosen: string | null): void => void (wanted.value = chosen);
