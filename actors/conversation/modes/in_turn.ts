/** In turn: one after the other, each seeing the answers before its own, for as many rounds as a person chose. */
import { roomPrompt } from "../../../projections/prompt/room_prompt.ts";
import type { Mode } from "./mode.ts";

const MAY_PASS = "When you have nothing to add to what was said, answer with the single word SKIP.";

export const inTurn: Mode = {
  mayPass: true,
  prompt: (...asked) => [roomPrompt(...asked), MAY_PASS].filter((part) => part !== "").join("\n\n"),
};
