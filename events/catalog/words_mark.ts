/** The mark that a field holds words: see words.ts. */
import { z } from "zod";

export const WORDS = z.registry<{ readonly words: true }>();

/** Marks a schema; to be done last, since a schema that is changed is another. */
export const words = <T extends z.ZodType>(schema: T): T => {
  WORDS.add(schema, { words: true });
  return schema;
};
