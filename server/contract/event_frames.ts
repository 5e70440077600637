/** Events as they are told, and the frames of the event streams. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { ConversationEvent } from "../../events/catalog/conversation.ts";
import { type AnyEvent, eventShape, Id, Seq } from "../../events/catalog/envelope.ts";
import { LOOKED_AT, PAGE_MOST } from "../../events/catalog/limits.ts";
import { Draft, Progress, ReadMark, Wait } from "../../projections/shapes/views.ts";
import { WorkspaceEvent } from "../../events/catalog/workspace.ts";
import { DiskState } from "./process.ts";
import { whole, type Wire } from "./values.ts";

/** Any event of the catalog, as its definition there says. */
type Defined = z.ZodObject<
  Omit<typeof eventShape, "v"> & { type: z.ZodLiteral<string>; v: z.ZodLiteral<number>; data: z.ZodType },
  z.core.$strict
>;

/** An event as it is told: its salt stays with the store. */
export type ToldEvent = Omit<AnyEvent, "salt"> & { readonly salt?: never };

/** With its place; what it holds is named, since an event is told in two places. */
const told = (event: Defined) =>
  event.omit({ salt: true }).extend({
    seq: Seq.min(1),
    data: event.shape.data.meta({ id: `${event.shape.type.value}Data` }),
  });
const place = {
  /** Its conversation, or `workspace`. */
  stream: Id,
  /** Where it stands among all; a frame has it as its id. */
  position: z.string().exactOptional(),
};
const located = (event: ReturnType<typeof told>) => event.extend(place);
/** One whose words are gone: where its data must have some, they are empty, whatever its type asks of them. */
const Erased = lazy(() =>
  z.strictObject({
    ...eventShape,
    type: z.string(),
    seq: Seq.min(1),
    erased: z.literal(true),
    data: z.record(z.string(), z.unknown()),
  }).omit({ salt: true })
);

const ToldEvents = lazy(() => {
  const [started, ...later] = ConversationEvent.options;
  return z.discriminatedUnion("type", [told(started), ...later.map(told)]);
});

export const Event: z.ZodType<ToldEvent> = lazy(() =>
  z.union([ToldEvents.unwrap(), Erased.meta({ id: "ErasedEvent" })]).meta({ id: "ConversationEvent" })
);
export const LocatedEvent: z.ZodType<
  ToldEvent & { readonly stream: string; readonly position?: string }
> = lazy(() => {
  const [started, ...later] = ToldEvents.unwrap().options;
  return z.union([
    z.discriminatedUnion("type", [
      located(started),
      ...[...later, ...WorkspaceEvent.options.map(told)].map(located),
    ]),
    Erased.unwrap().extend(place).meta({ id: "LocatedErasedEvent" }),
  ]).meta({ id: "LocatedEvent" });
});
export type LocatedEvent = z.infer<typeof LocatedEvent>;

const limit = whole(1, PAGE_MOST.events).default(1_000);
export const EventsQuery = z.object({ after: whole(0).optional(), limit });
/** Conversations whose drafts a stream of all tells, `none` being one that nothing has; without it, of every one. */
const drafts = z.string().regex(
  new RegExp(`^[\\w-]{1,64}(?:,[\\w-]{1,64}){0,${LOOKED_AT - 1}}$`),
  `must be none, or up to ${LOOKED_AT} ids with commas between them`,
);
export const AllEventsQuery = z.object({
  after: z.string().optional(),
  limit,
  drafts: drafts.optional(),
});
export const EventPage = lazy(() =>
  z.strictObject({ events: z.array(Event), next: Seq.nullable() })
    .meta({ id: "EventPage" })
);
export type EventPage = Wire<typeof EventPage>;
export const LocatedEventPage = lazy(() =>
  z.strictObject({
    events: z.array(LocatedEvent),
    next: z.string().nullable(),
  }).meta({ id: "LocatedEventPage" })
);

const update = {
  conversationAgentId: Id,
  /** `cancelled` is this program's own: an answer that was stopped or superseded is neither complete nor an error. */
  status: z.enum(["thinking", "complete", "cancelled", "error"]),
  messageId: Id,
  error: z.string().exactOptional(),
};
const common = {
  reset: z.strictObject({ why: z.string() }),
  draft: Draft,
  wait: Wait,
  progress: Progress,
  read: ReadMark,
  "all:complete": z.strictObject({ conversationId: Id }),
};
/** The data of each frame, in the stream of one conversation … */
const FRAMES = {
  ...common,
  event: Event,
  sync: z.strictObject({ seq: Seq, position: z.string() }),
  "agent:update": z.strictObject(update),
};
/** … and in the stream of all. */
const ALL_FRAMES = {
  ...common,
  event: LocatedEvent,
  sync: z.strictObject({ position: z.string() }),
  disk: z.strictObject({ state: DiskState }),
  "agent:update": z.strictObject({ conversationId: Id, ...update }),
};
type Frames = typeof FRAMES | typeof ALL_FRAMES;
/** By the frame's name, the data it may have. */
export type FrameData =
  & { readonly [N in keyof typeof FRAMES]: Wire<Frames[N]> }
  & { readonly disk: Wire<typeof ALL_FRAMES.disk> };

/** One frame as an object, for the description: `event`, `id` and `data` are its fields. */
const framesOf = (id: string, of: Readonly<Record<string, z.ZodType>>): z.ZodType =>
  lazy(() =>
    z.union(
      Object.entries(of).map(([event, data]) =>
        z.strictObject({ event: z.literal(event), id: z.string().optional(), data })
      ),
    ).meta({ id })
  );
export const Frame = framesOf("Frame", FRAMES);
export const FrameOfAll = framesOf("FrameOfAll", ALL_FRAMES);
