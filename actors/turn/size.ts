/** How large a request is beside what its model takes in. */
import type { Agent } from "../../events/catalog/workspace.ts";
import { capabilitiesOf } from "../providers/models.ts";

/** How large the request is, estimated, and what the model can take in; in tokens. */
export interface Size {
  readonly estimated: number;
  /** Null where nobody knows. */
  readonly window: number | null;
  /** Of what is pinned, and of what the project gives; in tokens. */
  readonly pinned: number;
  readonly project: number;
  /**
   * It is larger than the window a person set for the agent. It is not sent: servers on one's own machine cut such a
   * request silently. Of a window that is only known the maker decides, our estimate being only one. `project`, `pinned`:
   * what the project gives is larger by itself, or with what is pinned, so that no window that slides makes room.
   */
  readonly refused: "large" | "pinned" | "project" | null;
}

/** Tokens an agent's model can take in: as a person set it, else as its server or the table says; null: nobody knows. */
export function windowOf(
  { params }: Pick<Agent, "params">,
  model: string,
  told: Parameters<typeof capabilitiesOf>[1],
): number | null {
  const { contextWindow: known } = capabilitiesOf(model, told);
  return params.contextWindow ?? (known === "unknown" ? null : known);
}

export function sizeOf({ params }: Agent, size: Omit<Size, "refused">): Size {
  const { estimated, window, pinned, project } = size;
  const isSet = params.contextWindow !== undefined;
  const refused = window === null || estimated <= window
    ? null
    : project > window
    ? "project"
    : pinned + project > window
    ? "pinned"
    : isSet
    ? "large"
    : null;
  return { ...size, refused };
}
