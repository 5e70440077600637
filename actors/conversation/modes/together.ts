/** Together: every enabled agent answers a message at once. */
import { roomPrompt } from "../../../projections/prompt/room_prompt.ts";
import type { Mode } from "./mode.ts";

export const together: Mode = { prompt: roomPrompt };
