/** Projects: instructions, files and agents that conversations have in common. */
import { z } from "zod";
import { sizeOfProject } from "../../actors/turn/overfull.ts";
import { PROJECTS } from "../../events/catalog/limits.ts";
import { Project, ProjectFields } from "../../events/catalog/projects.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { ChangeProject, CreateProject, ProjectView } from "../contract/resources.ts";
import { Nothing } from "../contract/values.ts";
import { carried, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Route, route } from "../http/route.ts";
import { resource } from "./resource.ts";
import { resolveAttachments } from "./uploads.ts";

const FilesIn = z.object({ files: ProjectFields.shape.files });

/** Why no more projects can be made; null: there is room. */
function fullOfProjects({ projects }: Pick<WorkspaceState, "projects">): string | null {
  const there = Object.values(projects).filter(({ archived }) => !archived).length;
  return there < PROJECTS ? null : `there are ${PROJECTS} projects already: remove one first`;
}

const projects = resource({
  named: "projects",
  event: "Project",
  create: CreateProject,
  change: ChangeProject,
  // One whose words are gone is read, too.
  whole: Project.extend({ name: z.string() }).strip(),
  answer: ProjectView,
  first: () => ({ version: 1 }),
  next: ({ version }) => ({ version: version + 1 }),
  /** Files by their hashes are completed: what is not here cannot be given to anybody. */
  async sought({ body, services }) {
    const { files } = FilesIn.safeParse(body).data ?? {};
    if (!files) return undefined;
    return { files: await resolveAttachments(services.system, files, "files") ?? [] };
  },
  check(state, { agentIds, files }, { before }) {
    const known = before?.agentIds ?? [];
    const unknown = agentIds.findIndex((id) => state.agents[id]?.archived !== false && !known.includes(id));
    if (unknown !== -1) return { path: `agentIds.${unknown}`, message: "there is no such agent" };
    if (new Set(agentIds).size < agentIds.length) {
      return { path: "agentIds", message: "must name each agent once" };
    }
    const names = new Set(files.map(({ sha256, name }) => `${sha256} ${name}`));
    if (names.size < files.length) return { path: "files", message: "must name each file once" };
    const full = before ? null : fullOfProjects(state);
    return full === null ? null : { path: "name", message: full };
  },
  show(_, { id }, workspace) {
    const found = workspace.projects[id];
    if (!found) throw new Problem("not_found", "There is no such project.");
    const { seqs: __, seq: ___, ...project } = found;
    return { ...project, ...sizeOfProject(workspace, found) };
  },
});

export const projectRoutes: Route[] = [
  ...projects,
  route("DELETE", "/api/projects/:id/content", {
    summary: "Erase the words and files of a project, in all its versions; nobody can have them back",
    status: 204,
    answer: Nothing,
    async handle(call) {
      carried(await call.services.system.eraseWords({ kind: "project", id: param(call, "id") }, call.by));
    },
  }),
];
