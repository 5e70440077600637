/** Gives the conversation a title. It changes what people see, so it asks them first. */
import { z } from "zod";
import { GivenTitle } from "../../events/catalog/conversation.ts";
import { TITLE_CODE_POINTS } from "../../events/catalog/limits.ts";
import type { Tool } from "./toolbox.ts";

const Args = z.object({ title: GivenTitle });

export const renameConversation: Tool = {
  // The title is set in the commit that records the result: either both stand in the log or neither does.
  idempotent: true,
  changes: true,
  label: "Rename the conversation (asks first)",
  schema: {
    name: "rename_conversation",
    description: "Gives this conversation a new title. The person is asked first.",
    parameters: {
      type: "object",
      properties: { title: { type: "string", description: "A few words that say what it is about" } },
      required: ["title"],
      additionalProperties: false,
    },
  },
  run(args) {
    const title = Args.safeParse(args).data?.title;
    return Promise.resolve(
      title === undefined
        ? {
          status: "error",
          result: `A title has 1 to ${TITLE_CODE_POINTS} characters that can be seen, on one line.`,
        }
        : { status: "ok", result: `The conversation is now called: ${title}`, title },
    );
  },
};
