/** Tools by what they are called for people. */
import { labelOf } from "../words/tools.ts";
import { tools } from "./server_state.ts";

/** What a tool is called where it is used or asked for; null where it is nobody's here, as a program's own. */
export function toolCalled(name: string): string | null {
  const tool = tools.value.find((tool) => tool.name === name);
  // What stands in brackets is for whoever chooses tools.
  return tool ? labelOf(tool).replace(/ \([^()]*\)$/, "") : null;
}
