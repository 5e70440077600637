/** What a project may say. */
import assert from "node:assert/strict";
import { PROMPT_CODE_POINTS } from "../../../events/catalog/limits.ts";
import { ProjectFields } from "../../../events/catalog/projects.ts";

Deno.test("instructions may have as many characters as an agent's, however many units each takes", () => {
  const takes = (characters: number) =>
    ProjectFields.safeParse({
      name: "Bread",
      instructions: "😀".repeat(characters),
      files: [],
      agentIds: [],
    }).success;
  assert.deepEqual([takes(PROMPT_CODE_POINTS), takes(PROMPT_CODE_POINTS + 1)], [true, false]);
});
