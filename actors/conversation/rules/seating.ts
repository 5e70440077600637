/** A message is put to a panel: who sits where, by which format. */
import { factsOf } from "../../../events/catalog/modes.ts";
import { PANEL_SEATS, PANEL_TURNS } from "../../../events/catalog/limits.ts";
import type { PanelFormat, Seat } from "../../../events/catalog/panels.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { formatParts, turnsOf } from "../../../projections/panels/formats.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Asking, Refusal } from "../commands.ts";

/** Why these seats do not fit a format, a sentence for people; null: they do. */
export function seatsProblem(
  format: PanelFormat,
  seats: readonly { readonly role: string }[],
): string | null {
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

/** Why a message cannot be put to this panel here; null when it can. */
export function cannotSit(
  { mode, participants }: Pick<ConversationState, "mode" | "participants">,
  { format, seats }: Asking,
): Refusal | null {
  if (factsOf(mode).addressed) {
    return refuse(
      "validation",
      "In this mode one agent speaks for all; choose another for a panel.",
      "panel",
    );
  }
  const wrong = seatsProblem(format, seats);
  if (wrong) return refuse("validation", wrong, "panel.seats");
  const there = new Set(participants.filter(({ enabled }) => enabled).map(({ agentId }) => agentId));
  return seats.every(({ agentId }) => there.has(agentId)) ? null : refuse(
    "validation",
    "An agent of the panel is not enabled in this conversation.",
    "panel.seats",
  );
}

/** Notes the panel that a message was put to; its first stage begins when the message is answered. */
export function addPanel(now: Decision, messageId: string, asking: Asking): void {
  const { format, formatId, seats, limits } = asking;
  const { shape, texts } = formatParts(format);
  const seated = seats.flatMap(({ role, agentId }): Seat[] => {
    const participant = now.state.participants.find((one) => one.agentId === agentId);
    return participant ? [{ seat: now.mint("seat"), role, participantId: participant.id }] : [];
  });
  now.add("PanelStarted", {
    panelId: now.mint("panel"),
    messageId,
    ...(formatId === undefined ? {} : { formatId }),
    shape,
    texts,
    seats: seated,
    ...(limits ? { limits } : {}),
  }, messageId);
}
