/**
 * What a workspace remembers: notes that people and agents keep, each with where it came from. A turn records which of
 * them it was given, by the events that hold them: their words stand there and nowhere else.
 */
import { z } from "zod";
import { Id, Seq } from "./envelope.ts";
import { NOTE_CODE_POINTS, NOTES_GIVEN } from "./limits.ts";
import { words } from "./words_mark.ts";

/** What a note says. */
export const NoteText = words(
  z.string().trim().min(1).refine((text) => [...text].length <= NOTE_CODE_POINTS, {
    message: `must be at most ${NOTE_CODE_POINTS} characters`,
  }),
);

/** Where it was said. */
export const NoteSource = z.strictObject({ conversationId: Id, messageId: Id.optional() });

const noteFields = {
  text: NoteText,
  /** For the conversations of this project alone. */
  projectId: Id.optional(),
  /** For this agent alone. Without either it is for all agents of the workspace. */
  agentId: Id.optional(),
};
/** As somebody gives it. */
export const NoteFields = z.strictObject(noteFields);
/** A note, as its event holds it whole. */
export const Note = z.strictObject({
  id: Id,
  /** Grows with every change. */
  version: z.int().min(1),
  ...noteFields,
  source: NoteSource.optional(),
});
export type Note = Readonly<z.infer<typeof Note>>;

/** One thing of the workspace, as it was: its version, and the event of the settings that holds it. */
export const GivenThing = z.strictObject({ id: Id, version: z.int().min(1), seq: Seq.min(1) });

/** What of the workspace's memory a turn was given, in the order in which it was. */
export const Memory = z.strictObject({
  notes: z.array(GivenThing).max(NOTES_GIVEN),
  /** The project the conversation belonged to. */
  project: GivenThing.optional(),
});
export type Memory = Readonly<z.infer<typeof Memory>>;
