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

/** Whether an event of the settings tells that words of others are gone. */
export const isErasure = (type: string): boolean => Object.values(ERASABLE).some((one) => one.type === type);
