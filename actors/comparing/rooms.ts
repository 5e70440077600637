/** The rows beside the log that say which rooms are sealed, and what they belong to. */
import { z } from "zod";
import { Id } from "../../events/catalog/envelope.ts";
import type { EventLog } from "../../events/store/types.ts";
import { roomId } from "../../projections/comparisons/letters.ts";

const Row = z.object({
  /** The conversation that asked, and for which of its comparisons. */
  of: Id,
  comparisonId: Id,
  /** Who is asked in it: of these nothing is told that would say who failed. */
  providers: z.array(Id),
});
export type RoomRow = z.infer<typeof Row>;

/** Rooms that are known of at the start: comparisons that wait for people, in all conversations. */
const ROOMS = 10_000;

export const rowOf = (value: unknown): RoomRow | undefined => Row.safeParse(value).data;

/** Ids and rows of the rooms that are sealed. */
export const sealedRooms = (log: Pick<EventLog, "side">) =>
  log.side("sealed").between(roomId(""), roomId("z"), ROOMS);
