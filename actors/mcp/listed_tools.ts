/**
 * A server's list of tools, as far as it is taken: each within bounds, named as the protocol allows. What a server says
 * of a tool goes to a model and is shown to people; it is text from outside and binds nobody.
 */
import { z } from "zod";
import { McpToolName } from "../../events/catalog/workspace.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import { tooMuchIn } from "../../events/catalog/json_depth.ts";
import { SERVER_TOOLS } from "../../events/catalog/limits.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import { jsonOf } from "../runtime/json.ts";
import { beginning, type Clean } from "./beginning.ts";

/** UTF-16 units of a description; what is behind is cut. The longest of the reference servers has 1,900. */
const DESCRIPTION_UNITS = 4_000;
const TITLE_UNITS = 100;
/** UTF-16 units of a schema as JSON, levels and values in it. A tool with a larger one is left out: cut, it would be none. */
export const SCHEMA_UNITS = 12_000;
/** UTF-16 units of a whole list as JSON: what its rows have room for. Tools behind that are left out. */
const LIST_UNITS = 800_000;
const SCHEMA_LEVELS = 24;
const SCHEMA_VALUES = 1_000;

const Parameters = z.record(z.string(), z.unknown());

export const ListedTool = z.object({
  name: McpToolName,
  title: z.string().exactOptional(),
  description: z.string(),
  /** JSON Schema of its arguments. */
  parameters: z.record(z.string(), z.unknown()),
  /** Its server says that it changes nothing: a claim. */
  readOnly: z.boolean(),
  /** SHA-256 of all of that. */
  definition: z.string(),
});
export type ListedTool = Readonly<z.infer<typeof ListedTool>>;

/** As servers send it; what else stands there is not looked at. */
const Sent = z.object({
  name: McpToolName,
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.looseObject({ type: z.literal("object") }),
  annotations: z.object({
    title: z.string().optional().catch(undefined),
    readOnlyHint: z.boolean().optional().catch(undefined),
  }).optional().catch(undefined),
  execution: z.object({ taskSupport: z.unknown() }).optional().catch(undefined),
});

/** What is known of a server's list, for the settings. */
export interface ServerList {
  readonly tools: readonly (ListedTool & { readonly trusted: boolean })[];
  /** Null: it was never had. */
  readonly readAt: string | null;
  /** Why it could not be had since, a sentence; null: it could. */
  readonly failed: string | null;
  readonly cut: number;
  /** It lets in who signed in alone, and nobody is. */
  readonly wantsSignIn: boolean;
}

export interface TakenTools {
  readonly tools: readonly ListedTool[];
  /** How many of the list were left out: beyond the bound, or of a form that is not taken. */
  readonly cut: number;
  /** SHA-256 of the tools that were taken. */
  readonly list: string;
}

const digest = (value: unknown): string => sha256(JSON.stringify(value));

/** One line of what a server says, shown as what it is. */
const cleared = (text: string, units: number): string => clearText(text.slice(0, units).toWellFormed(), "");

/** A tool as it is taken. `clean` takes out of a text what its server is not to say again. */
function taken(sent: unknown, clean: Clean): ListedTool | null {
  const { data } = Sent.safeParse(sent);
  if (!data || clean(data.name) !== data.name) return null;
  // It answers no call but one that begins a task, and those are not begun here: offered, each use of it would fail.
  if (data.execution?.taskSupport === "required") return null;
  const { $schema: _, ...schema } = data.inputSchema;
  const written = JSON.stringify(schema);
  if (written.length > SCHEMA_UNITS || tooMuchIn(written, SCHEMA_LEVELS, SCHEMA_VALUES)) return null;
  const parameters = Parameters.safeParse(jsonOf(clean(written))).data;
  if (!parameters) return null;
  const title = cleared(clean(data.title ?? data.annotations?.title ?? ""), TITLE_UNITS);
  const said = {
    name: data.name,
    ...(title === "" ? {} : { title }),
    description: beginning(data.description ?? "", DESCRIPTION_UNITS, clean),
    parameters,
    readOnly: data.annotations?.readOnlyHint === true,
  };
  return { ...said, definition: digest(said) };
}

/**
 * What is taken of a list, by name; of two tools of one name the first.
 * @param clean takes secrets out of a text
 * @outside
 */
export function takeTools(sent: readonly unknown[], clean: Clean = (text) => text): TakenTools {
  const tools = new Map<string, ListedTool>();
  let units = 0;
  for (const one of sent) {
    if (tools.size === SERVER_TOOLS || units > LIST_UNITS) break;
    const tool = taken(one, clean);
    if (!tool || tools.has(tool.name)) continue;
    units += JSON.stringify(tool).length;
    if (units <= LIST_UNITS) tools.set(tool.name, tool);
  }
  const kept = [...tools.values()].sort((a, b) => a.name < b.name ? -1 : 1);
  return {
    tools: kept,
    cut: sent.length - kept.length,
    list: digest(kept.map(({ definition }) => definition)),
  };
}
