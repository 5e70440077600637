/** The APIs for programs: OpenAI's words for agents and agencies, and the agency's own completions (S1). */
import type { z } from "zod";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { answer } from "../openai_api/completion_answers.ts";
import {
  AgencyCompletion,
  ChatCompletion,
  ChunkData,
  Completion,
  ModelList,
  OneModel,
} from "../contract/completion_shapes.ts";
import type { Target } from "../openai_api/completions.ts";
import { param } from "../http/commands.ts";
import { agencyOf, joining } from "./joining_agents.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";

const slug = (name: string): string =>
  name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "agent";

interface Model {
  readonly id: string;
  readonly kind: "agent" | "agency";
  readonly of: string;
}

/** Agents and agencies by slug; of two with one name the later has its id in it. */
function models(workspace: WorkspaceState): Model[] {
  const taken = new Set<string>();
  const list = (kind: Model["kind"], all: Record<string, { id: string; name: string; archived: boolean }>) =>
    Object.values(all).filter((one) => !one.archived).map((one): Model => {
      const short = `${kind}/${slug(one.name)}`;
      const id = taken.has(short) ? `${kind}/${one.id}` : short;
      taken.add(id);
      return { id, kind, of: one.id };
    });
  return [...list("agent", workspace.agents), ...list("agency", workspace.agencies)];
}

const shown = ({ id }: Model): OneModel => ({ id, object: "model", created: 0, owned_by: "fishbowl" });

function unknownModel(): Problem {
  return new Problem("not_found", "There is no such model.", [{
    path: "model",
    message: "there is no such model",
  }]);
}

async function completions(call: Call<Completion>): Promise<ChatCompletion | Response> {
  const workspace = await call.services.system.workspace();
  const model = models(workspace).find(({ id }) => id === call.body.model);
  if (!model) throw unknownModel();
  const target: Target = model.kind === "agency"
    ? { model: model.id, ...agencyOf(workspace, model.of) }
    : { model: model.id, agents: [joining(workspace, model.of, "model")] };
  return await answer(call, target, ({ conversationId }) => ({ conversation_id: conversationId }));
}

async function agency(call: Call<z.infer<typeof AgencyCompletion>>): Promise<ChatCompletion | Response> {
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
}

export const programs: Route[] = [
  route({
    method: "GET",
    path: "/v1/models",
    access: "program",
    summary: "Agents and agencies as models",
    answer: ModelList,
    handle: async (call) => ({
      object: "list" as const,
      data: models(await call.services.system.workspace()).map(shown),
    }),
  }),
  route({
    method: "GET",
    path: "/v1/models/:id{.+}",
    access: "program",
    summary: "One model",
    answer: OneModel,
    async handle(call) {
      const found = models(await call.services.system.workspace()).find(({ id }) => id === call.params["id"]);
      if (!found) throw unknownModel();
      return shown(found);
    },
  }),
  route({
    method: "POST",
    path: "/v1/chat/completions",
    access: "program",
    summary: "Talk with an agent or an agency, as the OpenAI SDKs do",
    body: Completion,
    answers: {
      404: "There is no such model or conversation",
      502: "The provider failed",
      503: "The provider is overloaded",
    },
    answer: ChatCompletion,
    media: { "text/event-stream": ChunkData },
    handle: completions,
  }),
  route({
    method: "POST",
    path: "/api/agency/:agencyId/chat/completions",
    access: "program",
    summary: "Talk with an agency's manager",
    body: AgencyCompletion,
    answers: {
      404: "There is no such model or conversation",
      502: "The provider failed",
      503: "The provider is overloaded",
    },
    answer: ChatCompletion,
    media: { "text/event-stream": ChunkData },
    handle: agency,
  }),
];
