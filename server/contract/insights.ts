/** Looking across conversations: search, usage, and who said what to whom in an agency. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Usage } from "../../events/catalog/conversation.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { PAGE_MOST, QUERY_CHARACTERS } from "../../events/catalog/limits.ts";
import { AgencyMessage, SearchHit, UsageTotal } from "../../projections/shapes/views.ts";
import { leftOut } from "./conversation_shapes.ts";
import { listOf, whole, type Wire } from "./values.ts";

const conversationId = z.string().optional();
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}/, { error: "must be a date", abort: true })
  .refine((text) => !Number.isNaN(Date.parse(text.slice(0, 10))), "must be a date").optional();
/** No place on Earth is further from UTC. */
const ZONE_MINUTES = 14 * 60;
/** Characters of the name of a time zone. */
const ZONE_NAME = 64;
export const SearchQuery = z.object({
  q: z.string().max(QUERY_CHARACTERS, `at most ${QUERY_CHARACTERS} characters`).default(""),
  conversationId,
  limit: whole(1, PAGE_MOST.hits).default(50),
  sort: z.enum(["best", "newest"]).default("best"),
  /** Minutes that the clock of who asks is ahead of UTC: days in `q` are theirs. */
  zone: z.coerce.number<string>().int().min(-ZONE_MINUTES).max(ZONE_MINUTES).default(0),
  /** Their IANA zone, whose rules hold for each day that is named; one that is not known here is as none. */
  place: z.string().max(ZONE_NAME).optional(),
});
export const UsageQuery = z.object({ conversationId, from: Day, to: Day });
export const AgencyQuery = z.object({ agentId: z.string().optional() });

export const SearchHits = lazy(() =>
  listOf(SearchHit).extend({
    ...leftOut,
    /** Not all messages are in the index yet: there may be more hits. */
    indexing: z.literal(true).exactOptional(),
    /** There is no index, so that only the newest conversations were read through: there may be more hits. */
    partial: z.literal(true).exactOptional(),
    /** Nothing has what was asked for, but something has this, which is a slip or a few beside it. */
    didYouMean: z.string().exactOptional(),
  }).meta({ id: "SearchHits" })
);
export type SearchHits = Wire<typeof SearchHits>;

/** US dollars, or the word that it is not known (never 0 for that). */
const cost = {
  usd: z.number().nullable(),
  cost: z.union([z.number(), z.literal("unknown")]),
};
const Total = lazy(() => UsageTotal.unwrap().extend(cost).meta({ id: "UsageTotal" }));
const By = lazy(() => z.array(Total.unwrap().extend({ key: z.string() }).meta({ id: "UsageBy" })));
export const UsageAnswer = lazy(() =>
  z.strictObject({
    total: Total,
    byAgent: By,
    byModel: By,
    byDay: By,
    byConversation: By,
    /** Of the one conversation that was asked for. */
    turns: z.array(
      z.strictObject({
        conversationId: Id,
        turnId: Id,
        messageId: Id,
        agentId: Id,
        agentName: z.string(),
        model: z.string(),
        day: z.string(),
        usage: Usage.nullable(),
        ...cost,
      }).meta({ id: "TurnUsage" }),
    ).exactOptional(),
    pricesAsOf: z.iso.date(),
    ...leftOut,
  }).meta({ id: "UsageAnswer" })
);
export type UsageAnswer = Wire<typeof UsageAnswer>;
export type UsageRow = UsageAnswer["byAgent"][number];

export const AgencyMessages = lazy(() => listOf(AgencyMessage));
