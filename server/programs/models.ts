/** Agents and agencies as models: the names by which programs ask for them. */
import type { WorkspaceState } from "../../projections/workspace.ts";
import { Problem } from "../http/problem.ts";
import { agencyOf, joining } from "../routes/joining_agents.ts";
import type { Target } from "./begin.ts";

export const slug = (name: string): string =>
  name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "agent";

export interface Model {
  readonly id: string;
  readonly kind: "agent" | "agency";
  readonly of: string;
  readonly name: string;
  readonly description: string;
}

/** Agents and agencies by slug; of two with one name the later has its id in it. */
export function models(workspace: WorkspaceState): Model[] {
  const taken = new Set<string>();
  const { roles } = workspace;
  const list = (
    kind: Model["kind"],
    all: Record<string, { id: string; name: string; archived: boolean; roleId?: string | undefined }>,
  ) =>
    Object.values(all).filter((one) => !one.archived).map((one): Model => {
      const short = `${kind}/${slug(one.name)}`;
      const id = taken.has(short) ? `${kind}/${one.id}` : short;
      taken.add(id);
      const description = roles[one.roleId ?? ""]?.description ?? "";
      return { id, kind, of: one.id, name: one.name, description };
    });
  return [...list("agent", workspace.agents), ...list("agency", workspace.agencies)];
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
  return kind === "agency"
    ? { model: id, ...agencyOf(workspace, of) }
    : { model: id, agents: [joining(workspace, of, "model")] };
}

/** Who answers for the model of that name. @throws 404 in OpenAI's words */
export const targetNamed = (workspace: WorkspaceState, name: string | undefined): Target =>
  targetOf(workspace, modelOf(workspace, name));

/** What whoever answers in a conversation is called; also where it is no model any more. */
export function modelIn(workspace: WorkspaceState, kind: Model["kind"], of: string): string {
  return models(workspace).find((model) => model.kind === kind && model.of === of)?.id ?? `${kind}/${of}`;
}
