/** On request: nobody answers until a person asks. */
import { roomPrompt } from "../../../projections/prompt/room_prompt.ts";
import type { Mode } from "./mode.ts";

export const onRequest: Mode = { prompt: roomPrompt };
