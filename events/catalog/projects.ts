/**
 * Projects: what conversations have in common. Each change of one is recorded whole, so that a turn can name the event
 * that holds what it was given: its words and files stand there and nowhere else.
 */
import { z } from "zod";
import { Attachment } from "./attachment.ts";
import { event, GivenName, Id, Name, Seq } from "./envelope.ts";
import { ERASED_EVENTS, PARTICIPANTS, PROJECT_FILES, PROMPT_CODE_POINTS } from "./limits.ts";
import { words } from "./words_mark.ts";

const Instructions = words(
  z.string().refine((text) => [...text].length <= PROMPT_CODE_POINTS, {
    message: `must be at most ${PROMPT_CODE_POINTS} characters`,
  }),
);

const projectFields = {
  name: Name,
  /** What every agent of its conversations is told, behind its own instructions. */
  instructions: Instructions,
  /** What every agent of its conversations has, before what is said there. */
  files: words(z.array(Attachment).max(PROJECT_FILES)),
  /** Who is in a conversation that begins in it; others may come and go. */
  agentIds: z.array(Id).max(PARTICIPANTS),
};
/** As somebody gives it; a file by its hash, once it is uploaded. */
export const ProjectFields = z.strictObject({
  ...projectFields,
  name: GivenName,
  files: z.array(Attachment.pick({ sha256: true, name: true })).max(PROJECT_FILES),
});
export const Project = z.strictObject({
  id: Id,
  /** Grows with every change. */
  version: z.int().min(1),
  ...projectFields,
});
export type Project = z.infer<typeof Project>;

/** What a project said is gone, in all its versions, with its files: the events that lost their words. */
export const ProjectErased = event("ProjectErased", 1, () => ({
  id: Id,
  seqs: z.array(Seq.min(1)).min(1).max(ERASED_EVENTS),
}));
