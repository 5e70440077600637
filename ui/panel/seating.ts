/** Who sits where, as it is chosen before a panel begins. */
import type { PanelFormat } from "../../events/catalog/panels.ts";

/** An agent that can sit. */
export interface Sitter {
  readonly agentId: string;
  readonly name: string;
}
export interface Chair {
  readonly role: string;
  readonly agentId: string;
}

/** Agents that are proposed where any number can sit: of more each costs, and somebody should want it. */
const MANY = 5;

/** A first proposal: everybody where many sit, and one after the other where one does, the last first. */
export function proposed({ roles }: Pick<PanelFormat, "roles">, sitters: readonly Sitter[]): Chair[] {
  let next = 0;
  const one = (): string => sitters[next++ % sitters.length]?.agentId ?? "";
  return sitters.length === 0
    ? []
    : roles.flatMap(({ id, many }) =>
      many
        ? sitters.slice(0, MANY).map(({ agentId }) => ({ role: id, agentId }))
        : [{ role: id, agentId: one() }]
    );
}

/** The seats of a role, each with its place among all. */
export const chairsOf = (
  chairs: readonly Chair[],
  role: string,
): { readonly chair: Chair; readonly at: number }[] =>
  chairs.flatMap((chair, at) => chair.role === role ? [{ chair, at }] : []);
