/** Keeps a note for later conversations. It changes what agents are told from then on, so it asks a person first. */
import { z } from "zod";
import { NOTE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { NoteText } from "../../events/catalog/memory.ts";
import type { Tool } from "./toolbox.ts";

const Args = z.object({ note: NoteText, for: z.enum(["everybody", "me"]).optional() });

export const remember: Tool = {
  // It is kept under the name of the call: the same call keeps one note, however often it is made.
  idempotent: true,
  changes: true,
  label: "Keep a note for later conversations (asks first)",
  schema: {
    name: "remember",
    description:
      "Keeps a short note that you or all agents are given in later conversations. The person is asked first.",
    parameters: {
      type: "object",
      properties: {
        note: {
          type: "string",
          description: "One fact, in words that can be understood without this conversation",
        },
        for: {
          type: "string",
          enum: ["everybody", "me"],
          description: "Who is given it; everybody if left out",
        },
      },
      required: ["note"],
      additionalProperties: false,
    },
  },
  run(args) {
    const given = Args.safeParse(args).data;
    return Promise.resolve(
      given === undefined
        ? { status: "error", result: `A note has 1 to ${NOTE_CODE_POINTS} characters.` }
        : { status: "ok", result: "Kept.", note: { text: given.note, own: given.for === "me" } },
    );
  },
};
