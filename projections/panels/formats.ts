/** A format in its two parts, and whole again; and whether a table of seats fits it. */
import type { PanelFormat, PanelShape, PanelTexts } from "../../events/catalog/panels.ts";
import { PANEL_SEATS, PANEL_TURNS } from "../../events/catalog/limits.ts";

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

/** Why these seats do not fit a format, a sentence for people; null: they do. */
export function seatsProblem(format: PanelFormat, seats: readonly Seated[]): string | null {
  const { roles } = format;
  if (seats.some(({ role }) => !roles.some(({ id }) => id === role))) {
    return "A seat has a role that is not in the format.";
  }
  if (seats.length > PANEL_SEATS) return `A panel has at most ${PANEL_SEATS} seats.`;
  for (const { id, name, many } of roles) {
    const count = seats.filter(({ role }) => role === id).length;
    if (count === 0) return `Nobody sits as ${name}.`;
    if (count > 1 && !many) return `Only one agent can sit as ${name}.`;
  }
  const turns = turnsOf(format, seats);
  return turns > PANEL_TURNS
    ? `This panel would come to ${turns} answers; at most ${PANEL_TURNS} are allowed.`
    : null;
}
