/** Who is asked by a conversation that has not begun: chosen in this browser, and there again the next time. */
import { computed, signal } from "@preact/signals";
import type { Settings } from "../../events/catalog/conversation.ts";
import { factsOf, type Mode } from "../../events/catalog/modes.ts";
import type { Uploaded } from "../../server/contract/process.ts";
import type { CreateConversation } from "../../server/contract/conversation_requests.ts";
import { kept } from "../state/ui_state.ts";

export interface Choice {
  /** Null until somebody chose: then the first few. */
  readonly agentIds: readonly string[] | null;
  /** They are asked by way of an agency, which has its own agents. */
  readonly agencyId: string | null;
  readonly mode: Mode;
  /** What else holds for the conversation; of these only what differs from what is usual. */
  readonly settings: Settings;
}

export const USUAL: Choice = { agentIds: null, agencyId: null, mode: "parallel", settings: {} };

const home = kept<Choice>("home", USUAL);
/** Of the page of a project, while that is open: kept nowhere, for the project says who begins with it. */
export const inProject = signal<Choice | null>(null);

export const choice = computed(() => inProject.value ?? home.value);
export function choose(change: Partial<Choice>): void {
  const into = inProject.value ? inProject : home;
  into.value = { ...choice.value, ...change };
}

/** Agents that are asked while nobody has chosen any. */
const FIRST = 3;
/** Agents that have a chip whether or not they are chosen; the others are behind “Add”. */
export const CHIPS = 6;

interface Known {
  readonly id: string;
  readonly archived: boolean;
}

/** Those there are, in their order. */
export const present = <A extends Known>(all: Readonly<Record<string, A>> | undefined): A[] =>
  Object.values(all ?? {}).filter(({ archived }) => !archived);

/** Whether nothing but practice is set up; false while nothing is known. */
export const practises = (
  providers: Readonly<Record<string, Known & { readonly kind: string }>> | undefined,
): boolean => providers !== undefined && present(providers).every(({ kind }) => kind === "mock");

/** Ids of the chosen, in the order of `agents`, whatever order they were chosen in. */
export function chosenIds(agents: readonly Known[], { agentIds }: Pick<Choice, "agentIds">): string[] {
  const ids = agents.map(({ id }) => id);
  return agentIds === null ? ids.slice(0, FIRST) : ids.filter((id) => agentIds.includes(id));
}

/** Ids of the chosen after one of them was put in or out. */
export function toggled(agents: readonly Known[], from: Pick<Choice, "agentIds">, id: string): string[] {
  const chosen = new Set(chosenIds(agents, from));
  if (!chosen.delete(id)) chosen.add(id);
  return chosenIds(agents, { agentIds: [...chosen] });
}

/** Which agents have a chip and which do not: the first few and all that are chosen do. */
export function withChips<A extends Known>(
  agents: readonly A[],
  chosen: readonly string[],
): { readonly chips: readonly A[]; readonly others: readonly A[] } {
  // One more chip takes no more room than the word that others are behind “Add”.
  const room = agents.length <= CHIPS + 1 ? agents.length : CHIPS;
  const groups = Map.groupBy(agents, ({ id }, at) => at < room || chosen.includes(id));
  return { chips: groups.get(true) ?? [], others: groups.get(false) ?? [] };
}

/** Why a message cannot begin a conversation with this choice. */
export type Obstacle = "nobody to ask" | null;
/** Where nobody answers by themselves somebody has to be there to be asked, and to lead somebody to lead. */
export function obstacleOf({ mode, agencyId }: Choice, chosen: readonly string[]): Obstacle {
  const { onRequest, addressed } = factsOf(mode);
  return agencyId === null && chosen.length === 0 && (onRequest || addressed) ? "nobody to ask" : null;
}

/** The request that begins it. */
export function bodyOf(
  { agencyId, mode, settings }: Choice,
  chosen: readonly string[],
  text: string,
  files: readonly Uploaded[],
  projectId?: string,
): CreateConversation {
  const { rounds, ...others } = settings;
  const who = agencyId === null
    ? { agentIds: [...chosen], mode, ...(factsOf(mode).rounds && rounds !== undefined ? { rounds } : {}) }
    : { agencyId };
  const attachments = files.map(({ sha256, name }) => ({ sha256, name }));
  return {
    ...who,
    ...others,
    ...(projectId === undefined ? {} : { projectId }),
    ...(text.trim() === "" ? {} : { message: text }),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}
