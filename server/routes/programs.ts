/** The APIs for programs: OpenAI's words for agents and agencies, and the agency's own completions (S1). */
import { answer } from "../programs/completion_answers.ts";
import {
  AgencyCompletion,
  ChatCompletion,
  ChunkData,
  Completion,
  ModelList,
  OneModel,
} from "../contract/completion_shapes.ts";
import { type Model, modelOf, models, slug, targetNamed } from "../programs/models.ts";
import { z } from "zod";
import { ListedModel, ModelPage } from "../contract/message_shapes.ts";
import { whole } from "../contract/values.ts";
import { param } from "../http/commands.ts";
import { namesVersion } from "../http/cross_origin.ts";
import { listed, modelPage } from "../programs/messages/model_page.ts";
import { agencyOf } from "./joining_agents.ts";
import { Problem } from "../http/problem.ts";
import { PROGRAM_BODY_BYTES, type Route, route } from "../http/route.ts";

const shown = ({ id, name, description }: Model): OneModel => ({
  id,
  object: "model",
  created: 0,
  owned_by: "fishbowl",
  name,
  description,
});

/** What may be answered to a completion, beside what any route may. */
export const FAILURES = {
  400: "It cannot be read or honoured, or the model declined to answer it",
  404: "There is no such model or conversation",
  424: "The provider will not answer this agent: its key, its account or its model",
  502: "The provider failed",
  503: "The provider is overloaded",
};

export const programs: Route[] = [
  route("GET", "/v1/models", {
    access: "program",
    summary: "Agents and agencies as models; a page of Anthropic's where `anthropic-version` is sent",
    query: z.object({
      limit: whole(1, 1_000).optional(),
      after_id: z.string().optional(),
      before_id: z.string().optional(),
    }),
    answers: { 400: "The part of the list that is asked for is none" },
    answer: z.union([ModelList, ModelPage]),
    async handle({ request, services, query }): Promise<ModelPage | ModelList> {
      const all = models(await services.system.workspace());
      return namesVersion(request) ? modelPage(all, query) : { object: "list", data: all.map(shown) };
    },
  }),
  route("GET", "/v1/models/:id{.+}", {
    access: "program",
    summary: "One model",
    answer: z.union([OneModel, ListedModel]),
    async handle({ request, services, params }) {
      const model = modelOf(await services.system.workspace(), params["id"]);
      return namesVersion(request) ? listed(model) : shown(model);
    },
  }),
  route("POST", "/v1/chat/completions", {
    access: "program",
    summary: "Talk with an agent or an agency, as the OpenAI SDKs do",
    body: Completion,
    bodyBytes: PROGRAM_BODY_BYTES,
    list: "messages",
    answers: FAILURES,
    answer: ChatCompletion,
    media: { "text/event-stream": ChunkData },
    async handle(call) {
      const target = targetNamed(await call.services.system.workspace(), call.body.model);
      // Where nothing is kept there is nothing to go on with.
      const kept = call.body.store !== false;
      return await answer(call, target, (begun) => kept ? { conversation_id: begun.conversationId } : {});
    },
  }),
  route("POST", "/api/agency/:agencyId/chat/completions", {
    access: "program",
    summary: "Talk with an agency's manager",
    body: AgencyCompletion,
    bodyBytes: PROGRAM_BODY_BYTES,
    list: "messages",
    answers: FAILURES,
    answer: ChatCompletion,
    media: { "text/event-stream": ChunkData },
    async handle(call) {
      const id = param(call, "agencyId");
      const workspace = await call.services.system.workspace();
      const known = workspace.agencies[id];
      if (!known || known.archived) throw new Problem("not_found", "There is no such agency.");
      const target = { model: `agency/${slug(known.name)}`, ...agencyOf(workspace, id) };
      return await answer(call, target, ({ conversationId }, text) => ({
        conversation_id: conversationId,
        // The caller's own messages, their system message among them (S1-31), and the answer; never ours (S1-30).
        messages: [...call.body.messages, { role: "assistant", content: text }],
      }));
    },
  }),
];
