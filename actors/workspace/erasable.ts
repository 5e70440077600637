/** Things of the settings whose words can be had gone for good. */

/** By kind: where they are in the fold, and what tells that their words are gone. */
export const ERASABLE = {
  note: { among: "notes", type: "NoteErased" },
  project: { among: "projects", type: "ProjectErased" },
} as const;

/** Which thing. */
export interface Erasable {
  readonly kind: keyof typeof ERASABLE;
  readonly id: string;
}

const TYPES = Object.values(ERASABLE).map(({ type }) => type);
/** What tells that words of others are gone. */
const TELLING: ReadonlySet<string> = new Set([...TYPES, "JudgementErased"]);
/** Whether an event of the settings does. */
export const isErasure = (type: string): boolean => TELLING.has(type);
