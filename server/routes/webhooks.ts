/** Webhooks: where other programs are told what happens. */
import type { Webhook } from "../../actors/webhooks/rows.ts";
import {
  ChangeWebhook,
  MadeWebhook,
  NewWebhook,
  WebhookList,
  WebhookView,
} from "../contract/webhook_shapes.ts";
import { WEBHOOK_EVENTS, WEBHOOKS } from "../../events/catalog/limits.ts";
import { Done, NoFields, Nothing } from "../contract/values.ts";
import { given, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";

const noWebhook = () => new Problem("not_found", "There is no such webhook.");

function viewOf({ secret: _, position: __, ...row }: Webhook, pending: number): WebhookView {
  return { ...row, pending };
}

async function views({ services: { webhooks: { rows } } }: Call): Promise<WebhookView[]> {
  const pending = Map.groupBy(await rows.pending(), ({ hook }) => hook);
  const all = (await rows.all()).toSorted((a, b) => a.createdAt < b.createdAt ? -1 : 1);
  return all.map((hook) => viewOf(hook, pending.get(hook.id)?.length ?? 0));
}

async function viewOr404(call: Call, id: string): Promise<WebhookView> {
  const found = (await views(call)).find((hook) => hook.id === id);
  if (!found) throw noWebhook();
  return found;
}

export const webhooks: Route[] = [
  route("GET", "/api/webhooks", {
    summary: "Webhooks: where each goes, what it is told, and how its last tries went",
    answer: WebhookList,
    handle: async (call) => ({ items: await views(call), next: null }),
  }),
  route("POST", "/api/webhooks", {
    summary: "Tell another program what happens from now on; its secret is shown this once",
    body: NewWebhook,
    status: 201,
    answer: MadeWebhook,
    async handle(call) {
      const { webhooks } = call.services;
      if ((await webhooks.rows.all()).length >= WEBHOOKS) {
        throw new Problem("conflict", `There are ${WEBHOOKS} webhooks already. Remove one first.`);
      }
      const { url, events = WEBHOOK_EVENTS } = call.body;
      const { id, secret } = await webhooks.create(url, events);
      return { ...await viewOr404(call, id), secret };
    },
  }),
  route("PATCH", "/api/webhooks/:id", {
    summary: "Change where it goes and what it is told; `enabled` lets one that was given up begin again",
    body: ChangeWebhook,
    answer: WebhookView,
    async handle(call) {
      const id = param(call, "id");
      if (!await call.services.webhooks.change(id, given(call.body))) throw noWebhook();
      return await viewOr404(call, id);
    },
  }),
  route("DELETE", "/api/webhooks/:id", {
    summary: "Tell it nothing any more, and forget it with what was not delivered",
    status: 204,
    answer: Nothing,
    handle: async (call) => await call.services.webhooks.remove(param(call, "id")),
  }),
  route("POST", "/api/webhooks/:id/test", {
    summary: "Send it something that nothing happened for: `webhook.test`",
    body: NoFields,
    optionalBody: true,
    answer: Done,
    async handle(call) {
      const { id } = await viewOr404(call, param(call, "id"));
      await call.services.webhooks.test(id);
      return { ok: true };
    },
  }),
];
