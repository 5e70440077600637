/** Webhooks: where other programs are told what happens, and how that goes. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id, Timestamp } from "../../events/catalog/envelope.ts";
import { WEBHOOK_EVENTS } from "../../events/catalog/limits.ts";
import { type Given, listOf, type Wire } from "./values.ts";

const URL_CHARACTERS = 2_000;
const Url = z.url({ protocol: /^https?$/, error: "must be an address that begins with https:// or http://" })
  .max(URL_CHARACTERS)
  .refine((text) => {
    const url = URL.parse(text);
    return url?.username === "" && url.password === "";
  }, "must have no user and no password in it");
export const WebhookEvent = z.enum(WEBHOOK_EVENTS).meta({ id: "WebhookEventName" });
const events = lazy(() => z.array(WebhookEvent).min(1).max(WEBHOOK_EVENTS.length));

/** Without `events`: of all. */
export const NewWebhook = lazy(() =>
  z.strictObject({ url: Url, events: events.optional() }).meta({ id: "NewWebhook" })
);
export type NewWebhook = Given<typeof NewWebhook>;
export const ChangeWebhook = lazy(() =>
  z.strictObject({
    url: Url.optional(),
    events: events.optional(),
    enabled: z.boolean().optional(),
  }).meta({ id: "ChangeWebhook" })
);

export const WebhookView = lazy(() =>
  z.strictObject({
    id: Id,
    url: z.string(),
    events,
    createdAt: Timestamp,
    /** Why it is told nothing any more: `failing` for days, `gone` (410), or a `person`; null: it is told. */
    disabled: z.strictObject({ at: Timestamp, why: z.enum(["failing", "gone", "person"]) }).nullable(),
    failingSince: Timestamp.nullable(),
    /** Deliveries that no receiver has taken yet. */
    pending: z.int().min(0),
    /** The newest first; `status` is null where no answer came. */
    tries: z.array(z.strictObject({
      id: z.string(),
      type: z.string(),
      at: Timestamp,
      status: z.number().nullable(),
      ok: z.boolean(),
    })),
  }).meta({ id: "Webhook" })
);
export type WebhookView = Wire<typeof WebhookView>;
export const WebhookList = lazy(() => listOf(WebhookView));
export type WebhookListAnswer = Wire<typeof WebhookList>;
export const MadeWebhook = lazy(() =>
  WebhookView.unwrap().extend({
    /** `whsec_…`, told this once: what comes is signed with it (Standard Webhooks). */
    secret: z.string(),
  }).meta({ id: "MadeWebhook" })
);
export type MadeWebhook = Wire<typeof MadeWebhook>;
