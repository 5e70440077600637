/** Projects that are in use. */
import type { Kept, ProjectHere } from "../../projections/shapes/settings_fold.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { language } from "../words/language.ts";

export type Project = Kept<ProjectHere>;

/** By the alphabet of the page's language. */
export function projectsOf(state: Pick<WorkspaceState, "projects"> | null): Project[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return Object.values(state?.projects ?? {}).filter(({ archived }) => !archived)
    .sort((a, b) => compare(a.name, b.name));
}
