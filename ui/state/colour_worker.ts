/** The worker that colours code: one block in, its tree of scopes out. */
import type { Job } from "./colours.ts";
import { highlight } from "./highlight.ts";
import { helpWith } from "./working.ts";

helpWith(({ text, language }: Job) => highlight(text, language));
