/** Agents and agencies as models: the names by which programs ask for them. */
import type { WorkspaceState } from "../../projections/workspace.ts";
import { Problem } from "../http/problem.ts";
import { agencyOf, joining } from "../routes/joining_agents.ts";
import type { Target } from "./begin.ts";

export const slug = (name: string): string =>
  name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "agent";

export interface Model {
  readonly id: string;
  readonly kind: "agent" | "agency" | "panel";
  readonly of: string;
  readonly name: string;
  readonly description: string;
}

/** Panels that have their seats, and one who says what comes of them. */
function askable({ panelFormats, agents }: WorkspaceState) {
  const isThere = (agentId: string) => agents[agentId]?.archived === false;
  return Object.fromEntries(
    Object.values(panelFormats).flatMap(({ id, format: { name, description, stages }, seats, archived }) => {
      const last = stages.at(-1)?.who ?? [];
      const speakers = seats?.filter(({ role }) => last.includes(role)) ?? [];
      const whole = speakers.length === 1 && seats?.every(({ agentId }) => isThere(agentId));
      return whole ? [[id, { id, name, description, archived }]] : [];
    }),
  );
}

/** Agents, agencies and panels by slug; of two with one name the later has its id in it. */
export function models(workspace: WorkspaceState): Model[] {
  const taken = new Set<string>();
  const { roles } = workspace;
  const list = (
    kind: Model["kind"],
    all: Record<
      string,
      { id: string; name: string; archived: boolean; roleId?: string | undefined; description?: string }
    >,
  ) =>
    Object.values(all).filter((one) => !one.archived).map((one): Model => {
      const short = `${kind}/${slug(one.name)}`;
      const id = taken.has(short) ? `${kind}/${one.id}` : short;
      taken.add(id);
      const description = one.description ?? roles[one.roleId ?? ""]?.description ?? "";
      return { id, kind, of: one.id, name: one.name, description };
    });
  return [
    ...list("agent", workspace.agents),
    ...list("agency", workspace.agencies),
    ...list("panel", askable(workspace)),
  ];
}

/** The name alone, as some clients have it, who take what stands before a slash for the name of a maker. */
const slugOf = ({ id }: Model): string => id.replace(/^.*?\//, "");

/** @throws 404 in OpenAI's words */
export function modelOf(workspace: WorkspaceState, id: string | undefined): Model {
  const known = models(workspace);
  // Some clients read what stands before a slash as the name of a maker: the same with a hyphen, or the name alone.
  const found = known.find((model) => model.id === id) ??
    known.find((model) => model.id.replace("/", "-") === id) ??
    known.find((model) => slugOf(model) === id);
  if (found) return found;
  const errors = [{ path: "model", message: "there is no such model" }];
  throw new Problem("model_not_found", "There is no such model.", errors);
}

/** Names that a refusal tells. */
const NAMES_TOLD = 50;

/** The agent or agency that people know by this name, or programs by its id; capitals are as good as small letters. */
export function modelNamed(workspace: WorkspaceState, kind: Model["kind"], name: string): Model {
  const wanted = name.trim().toLowerCase();
  const known = models(workspace).filter((model) => model.kind === kind);
  const found = known.find((model) => model.name.toLowerCase() === wanted) ??
    known.find((model) => [model.id, slugOf(model), model.of].includes(wanted));
  if (found) return found;
  const names = known.slice(0, NAMES_TOLD).map((one) => one.name).join(", ");
  throw new Problem("not_found", `There is no such ${kind}. There are: ${names || "none"}.`);
}

/** Who answers for a model. */
export function targetOf(workspace: WorkspaceState, { id, kind, of }: Model): Target {
  if (kind === "panel") return { model: id, ...panelTarget(workspace, of) };
  return kind === "agency"
    ? { model: id, ...agencyOf(workspace, of) }
    : { model: id, agents: [joining(workspace, of, "model")] };
}

/** Who sits in a panel: first who says what comes of it, whose answer is the panel's. */
function panelTarget(workspace: WorkspaceState, id: string): Pick<Target, "agents" | "panel"> {
  const { format, seats = [] } = workspace.panelFormats[id] ?? {};
  const last = format?.stages.at(-1)?.who ?? [];
  const speaker = seats.find(({ role }) => last.includes(role));
  const ids = [...new Set([speaker, ...seats].flatMap((seat) => seat?.agentId ?? []))];
  const agents = ids.map((agentId) => joining(workspace, agentId, "model"));
  return format ? { agents, panel: { format, formatId: id, seats } } : { agents };
}

/** Who answers for the model of that name. @throws 404 in OpenAI's words */
export const targetNamed = (workspace: WorkspaceState, name: string | undefined): Target =>
  targetOf(workspace, modelOf(workspace, name));

/** What whoever answers in a conversation is called; also where it is no model any more. */
export function modelIn(workspace: WorkspaceState, kind: Model["kind"], of: string): string {
  return models(workspace).find((model) => model.kind === kind && model.of === of)?.id ?? `${kind}/${of}`;
}
