/** Tools by what they are called for people. */
import { labelOf } from "../words/tools.ts";
import { settings, tools } from "./server_state.ts";

/** What a tool is called where it is used or asked for; null where it is nobody's here, as a program's own. */
export function toolCalled(name: string): string | null {
  const tool = tools.value.find((tool) => tool.name === name);
  // What stands in brackets is for whoever chooses tools.
  return tool ? labelOf(tool).replace(/ \([^()]*\)$/, "") : ofServer(name);
}

/** A tool of another server, `slug__tool`, as `server: tool`. */
function ofServer(name: string): string | null {
  const [slug = "", ...rest] = name.split("__");
  const server = serverOf(name);
  return server && rest.length > 0 ? `${server.name}: ${name.slice(slug.length + 2)}` : null;
}

/** The server whose tool a model calls so; undefined where it is none of another server. */
export function serverOf(name: string) {
  const [slug = "", ...rest] = name.split("__");
  if (rest.length === 0) return undefined;
  return Object.values(settings.value?.mcpServers ?? {}).find((one) => one.slug === slug);
}
