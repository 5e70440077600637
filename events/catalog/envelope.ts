/** What every event carries, whatever happened: where it stands, who caused it, what it follows. */
import { z } from "zod";
import { isClear, NOT_CLEAR } from "./clear_text.ts";
import { NAME_CODE_POINTS } from "./limits.ts";
import { words } from "./words_mark.ts";

/** An id as it may appear in a path: 1 to 64 word characters or hyphens. */
export const Id = z.string().regex(/^[\w-]{1,64}$/, "must be 1 to 64 letters, digits, _ or -")
  // Folds are plain records: an id that every object has (`constructor`, `__proto__`) would be found in all.
  .refine((id) => !(id in Object.prototype), { message: "must not be a reserved word" })
  .meta({ id: "Id" });
/** A human-readable name, as it is stored: what was stored before is read whatever it holds. */
export const Name = words(
  z.string().trim().min(1).refine((s) => [...s].length <= NAME_CODE_POINTS, {
    message: `must be at most ${NAME_CODE_POINTS} characters`,
  }),
);
/** A name as somebody gives it. */
export const GivenName = Name.refine(isClear, { message: NOT_CLEAR });
/** ISO 8601, UTC. Shown to people; never used for order (D-8). */
export const Timestamp = z.iso.datetime().meta({ id: "Timestamp" });
export const Seq = z.int().min(0);

export const Actor = z.strictObject({
  kind: z.enum(["user", "agent", "system"]),
  id: Id,
  name: z.string().max(400),
}).meta({ id: "Actor" });
export type Actor = z.infer<typeof Actor>;

/** What an appender provides. The log adds `seq`; the catalog knows the current `v`. */
export const eventShape = {
  /** `<commandId>/<index>`, so that an append that landed unacknowledged is recognised. */
  id: z.string().min(1).max(200),
  v: z.int().min(1),
  at: Timestamp,
  by: Actor,
  /** Id of the event or command that led here. */
  cause: z.string().max(200).optional(),
  /** Id of the user message (or of the asked turn) that started the whole exchange. */
  exchange: Id.optional(),
  /** 16 random bytes, base64url: what the hash of its words begins with. The log mints one where there is none. */
  salt: z.string().length(22).optional(),
};

/** What the log adds when it stores an event. */
export interface Placed {
  /** Position in its stream, from 1, contiguous. */
  seq: number;
  /** Its words are gone: what stands in their place is empty. */
  erased?: true;
}

/** Any event, for code that must let unknown types pass untouched. */
export interface AnyEvent extends Placed, z.infer<z.ZodObject<typeof eventShape>> {
  type: string;
  data: unknown;
}

/** The stream of settings; every other stream is a conversation, named by its id. */
export const WORKSPACE = "workspace";

/** The actor behind everything the program does by itself. */
export const SYSTEM: Actor = { kind: "system", id: "system", name: "Fishbowl" };

/** The same, where it deletes what nobody touched: a person has said so for all of them. */
export const RETENTION: Actor = { kind: "system", id: "retention", name: "Retention" };

/** The type of each event that is defined, for who may not ask for what is in it yet. */
export const EVENT_TYPES = z.registry<{ readonly type: string }>();

/**
 * Defines one event type: its name, current version and data. What is in it is made when it is first asked for: there are
 * thousands of schemas in all of them, and a server that has just started needs those of none.
 */
export function eventOf<T extends string, D extends z.ZodType>(type: T, v: number, data: () => D) {
  const made = z.strictObject({
    ...eventShape,
    get type() {
      return z.literal(type);
    },
    get v() {
      return z.literal(v);
    },
    get data() {
      return data();
    },
  });
  EVENT_TYPES.add(made, { type });
  return made;
}

/** The same by the fields of its data. */
export const event = <T extends string, F extends z.ZodRawShape>(type: T, v: number, fields: () => F) =>
  eventOf(type, v, () => z.strictObject(fields()));
