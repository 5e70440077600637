/** By which means an agent answers: how its provider is spoken to, which tools it has, and what its model does not take. */
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import { kindFacts } from "../../events/catalog/provider_kinds.ts";
import type { Agent, Provider } from "../../events/catalog/workspace.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { cannotTake, notTaken, spokenTo } from "../providers/call_settings.ts";
import { MAKERS_SEARCH } from "../providers/makers_search.ts";
import { type Capabilities, capabilitiesOf } from "../providers/models.ts";
import { clientTools, type Shell } from "../providers/types.ts";
import { refuserOf, type TurnPorts } from "./ports.ts";
import type { Answering, Unprepared } from "./who_answers.ts";

/** The tool that a conversation with web access gives to every agent in it (S4-44). */
const WEB_TOOL = "fetch_url";

/** What an agent has by this name its model's maker does, where it can. */
const SEARCH = MAKERS_SEARCH.name;

const SAME_NAME = "The agent has a tool of its own that is called like one of the program’s.";

export interface Means {
  readonly ok: true;
  /** As it is spoken to for the model. */
  readonly provider: Provider;
  readonly known: Capabilities;
  /** What the model was found not to take. */
  readonly learned: string[];
  readonly own: Shell["tools"];
  /** Tools whose calls are the calling program's to run. */
  readonly theirs: Shell["tools"];
  /** The model's maker searches the web. */
  readonly search: boolean;
  /** What a calling program wants of the answer besides; its tools are among the tools. */
  readonly wanted: Omit<CallSettings, "tools">;
}

/** Names of the tools that an agent has in a conversation, whoever asks. */
export const ownTools = (
  { tools }: Pick<Agent, "tools">,
  { settings }: Pick<ConversationState, "settings">,
): string[] => [...new Set([...tools, ...(settings.webAccess ? [WEB_TOOL] : [])])];

/** Whether an agent searches the web: not where the program has a tool of that name. */
const searchesFor = (names: readonly string[], theirs: readonly { readonly name: string }[]): boolean =>
  names.includes(SEARCH) && !theirs.some(({ name }) => name === SEARCH);

/** Whose maker does not search, or was found not to, has the search service of the settings. */
const ownNames = (
  names: readonly string[],
  { searches, makers }: { readonly searches: boolean; readonly makers: boolean },
): string[] => names.filter((name) => name !== SEARCH || (searches && !makers));

const withoutTools = (call: CallSettings | undefined): CallSettings | undefined => {
  if (!call) return call;
  const { tools: _, toolChoice: __, parallelTools: ___, ...rest } = call;
  return rest;
};

/**
 * @param owned names of the tools that the agent has; null: nothing is done but answering
 * @param call what a calling program wants of the answer
 */
export function meansOf(
  { downgrades, tools }: Pick<TurnPorts, "downgrades" | "tools">,
  { agent, kept, model, told }: Answering,
  owned: readonly string[] | null,
  call: CallSettings | undefined,
): Means | Unprepared {
  const { tools: brought, ...wanted } = (owned ? call : withoutTools(call)) ?? {};
  const theirs = clientTools(brought);
  const searches = searchesFor(owned ?? [], theirs);
  const provider = spokenTo(kept, model, call, told, searches);
  const learned = [...downgrades.get(refuserOf(provider, model)) ?? []];
  const search = searches && kindFacts(provider.kind).searches === true && !learned.includes("no_search");
  const own = tools.schemas(ownNames(owned ?? [], { searches, makers: search }));
  if (theirs.some(({ name }) => own.some((tool) => tool.name === name))) {
    return { ok: false, why: SAME_NAME, agentVersion: agent.version };
  }
  const strange = call && cannotTake(provider.kind, model, call, learned, told);
  if (strange) return { ok: false, why: notTaken(strange), agentVersion: agent.version };
  return { ok: true, provider, known: capabilitiesOf(model, told), learned, own, theirs, search, wanted };
}
