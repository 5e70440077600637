/** What a conversation is, as the fold of its events: the types of what the catalog shapes. */
export type * from "../../events/catalog/folds.ts";
