/** The APIs for programs: OpenAI's words for agents and agencies, and the agency's own completions (S1). */
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
import type { Target } from "../openai_api/begin.ts";
import { param } from "../http/commands.ts";
import { agencyOf, joining } from "./joining_agents.ts";
import { Problem } from "../http/problem.ts";
import { PROGRAM_BODY_BYTES, type Route, route } from "../http/route.ts";

const slug = (name: string): string =>
  name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "agent";

interface Model {
  readonly id: string;
  readonly kind: "agent" | "agency";
  readonly of: string;
  readonly name: string;
  readonly description: string;
}

/** Agents and agencies by slug; of two with one name the later has its id in it. */
function models(workspace: WorkspaceState): Model[] {
  const taken = new Set<string>();
  const { roles } = workspace;
  const list = (
    kind: Model["kind"],
    all: Record<string, { id: string; name: string; archived: boolean; roleId?: string | undefined }>,
  ) =>
    Object.values(all).filter((one) => !one.archived).map((one): Model => {
      const short = `${kind}/${slug(one.name)}`;
      const id = taken.has(short) ? `${kind}/${one.id}` : short;
      taken.add(id);
      const description = roles[one.roleId ?? ""]?.description ?? "";
      return { id, kind, of: one.id, name: one.name, description };
    });
  return [...list("agent", workspace.agents), ...list("agency", workspace.agencies)];
}

const shown = ({ id, name, description }: Model): OneModel => ({
  id,
  object: "model",
  created: 0,
  owned_by: "fishbowl",
  name,
  description,
});

function modelOf(workspace: WorkspaceState, id: string | undefined): Model {
  const known = models(workspace);
  // Some clients read what stands before a slash as the name of a maker: the same with a hyphen, or the name alone.
  const found = known.find((model) => model.id === id) ??
    known.find((model) => model.id.replace("/", "-") === id) ??
    known.find((model) => model.id.replace(/^.*?\//, "") === id);
  if (found) return found;
  const errors = [{ path: "model", message: "there is no such model" }];
  throw new Problem("model_not_found", "There is no such model.", errors);
}

/** What may be answered to a completion, beside what any route may. */
const answers = {
  400: "It cannot be read or honoured, or the model declined to answer it",
  404: "There is no such model or conversation",
  424: "The provider will not answer this agent: its key, its account or its model",
  502: "The provider failed",
  503: "The provider is overloaded",
};

export const programs: Route[] = [
  route("GET", "/v1/models", {
    access: "program",
    summary: "Agents and agencies as models",
    answer: ModelList,
    handle: async ({ services }) => ({
      object: "list" as const,
      data: models(await services.system.workspace()).map(shown),
    }),
  }),
  route("GET", "/v1/models/:id{.+}", {
    access: "program",
    summary: "One model",
    answer: OneModel,
    handle: async ({ services, params }) => shown(modelOf(await services.system.workspace(), params["id"])),
  }),
  route("POST", "/v1/chat/completions", {
    access: "program",
    summary: "Talk with an agent or an agency, as the OpenAI SDKs do",
    body: Completion,
    bodyBytes: PROGRAM_BODY_BYTES,
    answers,
    answer: ChatCompletion,
    media: { "text/event-stream": ChunkData },
    async handle(call) {
      const workspace = await call.services.system.workspace();
      const { id: model, kind, of } = modelOf(workspace, call.body.model);
      const target: Target = kind === "agency"
        ? { model, ...agencyOf(workspace, of) }
        : { model, agents: [joining(workspace, of, "model")] };
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
    answers,
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
