/** A format in its two parts, and how many answers it comes to. */
import type { PanelFormat, PanelShape, PanelTexts } from "../../events/catalog/panels.ts";

/** What stays of a format, and what is words. */
export function formatParts({ name, description, roles, stages }: PanelFormat): {
  readonly shape: PanelShape;
  readonly texts: PanelTexts;
} {
  return {
    shape: {
      roles: roles.map(({ name: _, brief: __, ...shape }) => shape),
      stages: stages.map(({ name: _, gives: __, instruction: ___, schema: ____, ...shape }) => shape),
    },
    texts: {
      name,
      description,
      roles: Object.fromEntries(
        roles.map(({ id, name, brief }) => [id, { name, ...(brief === undefined ? {} : { brief }) }]),
      ),
      stages: Object.fromEntries(
        stages.map(({ id, name, gives, instruction, schema }) => [
          id,
          { name, gives, instruction, ...(schema === undefined ? {} : { schema }) },
        ]),
      ),
    },
  };
}

/** Who is to sit where. */
interface Seated {
  readonly role: string;
}

/** How many turns a panel comes to at most: each stage by its rounds and by the seats that speak in it. */
export function turnsOf(
  { stages }: { readonly stages: readonly Pick<PanelShape["stages"][number], "who" | "rounds">[] },
  seats: readonly Seated[],
): number {
  return stages.reduce(
    (sum, { who, rounds = 1 }) => sum + rounds * seats.filter(({ role }) => who.includes(role)).length,
    0,
  );
}
