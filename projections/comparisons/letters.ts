/** What seats are called as long as nobody knows whose they are, and what fixes whose they are from the start. */
import type { HeldSeat, Seated } from "../../events/catalog/comparisons.ts";

/** `A` for 0, `B` for 1. */
export const letterOf = (seat: number): string => String.fromCharCode("A".charCodeAt(0) + seat);

const inOrder = ({ agentId, agentVersion, model }: Omit<Seated, "panel">) => ({
  agentId,
  agentVersion,
  model,
});

/**
 * What the digest of a comparison goes over, behind its salt: compact JSON, its fields in this order. SHA-256 of both
 * together as UTF-8, base64url, is the digest.
 */
export const sealedText = (salt: string, seated: readonly HeldSeat[]): string =>
  salt + JSON.stringify(seated.map(({ panel, ...one }) => ({
    ...inOrder(one),
    ...(panel ? { panel: panel.map(({ role, ...one }) => ({ role, ...inOrder(one) })) } : {}),
  })));

/** Ids of rooms begin so, and no others: it is told by the id alone that nothing of a stream may be shown yet. */
const ROOM = "sealed_";
export const roomId = (hex: string): string => `${ROOM}${hex}`;
export const isRoomId = (id: string): boolean => id.startsWith(ROOM);
