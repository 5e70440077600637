/** What an agent is told of the form of its answers. */
import type { Schema } from "../../events/catalog/answer_form.ts";

export const formInstructions = (schema: Schema): string =>
  `Answer with nothing but JSON that fits this JSON schema, without words or a code fence around it:\n${
    JSON.stringify(schema)
  }`;
