/** Providers, roles, personalities, agents and agencies: five resources, one shape. */
import { z } from "zod";
import {
  Agency,
  AgencyFields,
  Agent,
  AgentFields,
  Personality,
  PersonalityFields,
  Provider,
  ProviderFields,
  Role,
  RoleFields,
} from "../../events/catalog/workspace.ts";
import { PROVIDER_LIMITS } from "../../events/catalog/limits.ts";
import { originOf } from "../../actors/providers/provider_calls.ts";
import type { Kept } from "../../projections/workspace.ts";
import { param, problemOf } from "../http/commands.ts";
import { type FieldError, Problem } from "../http/problem.ts";
import { type Call, json, type Route, route } from "../http/route.ts";
import { resource } from "./resource.ts";

/** The optional keys of a schema as PATCH sends them: null takes a value away. */
function patchOf({ shape }: z.ZodObject<Readonly<Record<string, z.ZodType>>>) {
  const fields = Object.entries(shape).map(([key, schema]) =>
    [key, schema instanceof z.ZodOptional ? schema.nullable() : schema.optional()] as const
  );
  return z.strictObject(Object.fromEntries(fields));
}

/** What a header can carry: a key that was pasted with something else in it is told so here, not by a failed call. */
const ApiKey = z.string().trim().max(2_000).regex(/^[\x21-\x7e]*$/, {
  message: "must have no spaces and only plain letters, digits and signs",
}).nullable().optional();

function exists(record: Readonly<Record<string, Kept<object>>>, id: string): boolean {
  return record[id]?.archived === false;
}

function missing(path: string, what: string): FieldError {
  return { path, message: `there is no such ${what}` };
}

const providers = resource({
  named: "providers",
  event: "Provider",
  create: z.strictObject({
    ...ProviderFields.shape,
    maxConcurrent: ProviderFields.shape.maxConcurrent.default(PROVIDER_LIMITS.maxConcurrent),
    requestsPerMinute: ProviderFields.shape.requestsPerMinute.default(PROVIDER_LIMITS.requestsPerMinute),
    timeoutSeconds: ProviderFields.shape.timeoutSeconds.default(PROVIDER_LIMITS.timeoutSeconds),
    apiKey: ApiKey,
  }),
  change: patchOf(ProviderFields).extend({ apiKey: ApiKey }),
  whole: Provider.strip(),
  /** Stores or clears the key a body brings, or drops one that is bound to another origin. */
  async stored({ body: { apiKey }, services, by }, after, before) {
    const origin = originOf(after);
    if (apiKey === undefined && (!before || originOf(before) === origin)) return;
    const key = typeof apiKey === "string" && apiKey !== "" ? apiKey : null;
    const outcome = await services.system.setKey(after.id, origin, key, by);
    if (!outcome.ok) throw problemOf(outcome);
  },
  async show(call, fields, { keys }) {
    // A key that cannot be read is none, whatever the settings say of it.
    const keyHint = keys[fields.id] === true ? await call.services.system.keyHint(fields.id) : null;
    return { ...fields, hasKey: keyHint !== null, keyHint };
  },
});

const roles = resource({
  named: "roles",
  event: "Role",
  create: z.strictObject({
    ...RoleFields.shape,
    description: RoleFields.shape.description.default(""),
    prompt: RoleFields.shape.prompt.default(""),
  }),
  change: patchOf(RoleFields),
  whole: Role.strip(),
});

const personalities = resource({
  named: "personalities",
  event: "Personality",
  create: z.strictObject({
    ...PersonalityFields.shape,
    instructions: PersonalityFields.shape.instructions.default(""),
  }),
  change: patchOf(PersonalityFields),
  whole: Personality.strip(),
});

const agents = resource({
  named: "agents",
  event: "Agent",
  create: z.strictObject({
    ...AgentFields.shape,
    color: AgentFields.shape.color.optional(),
    model: AgentFields.shape.model.default(""),
    systemPrompt: AgentFields.shape.systemPrompt.default(""),
    params: AgentFields.shape.params.default({}),
    tools: AgentFields.shape.tools.default([]),
  }),
  change: patchOf(AgentFields),
  whole: Agent.strip(),
  first: ({ nextAgentNumber }) => ({
    number: nextAgentNumber,
    version: 1,
    color: (nextAgentNumber - 1) % 8 + 1,
  }),
  next: ({ version }) => ({ version: version + 1 }),
  check(state, { providerId, roleId, personalityId, tools }, { before, knowsTool }) {
    if (!exists(state.providers, providerId)) return missing("providerId", "provider");
    if (roleId !== undefined && !exists(state.roles, roleId)) return missing("roleId", "role");
    if (personalityId !== undefined && !exists(state.personalities, personalityId)) {
      return missing("personalityId", "personality");
    }
    // A tool that was stored before this release lost it keeps nobody from changing the name.
    const kept = before?.tools ?? [];
    const unknown = tools.findIndex((name) => !knowsTool(name) && !kept.includes(name));
    return unknown === -1 ? null : missing(`tools.${unknown}`, "tool");
  },
});

const agencies = resource({
  named: "agencies",
  event: "Agency",
  create: z.strictObject({
    ...AgencyFields.shape,
    principles: AgencyFields.shape.principles.default(""),
  }),
  change: patchOf(AgencyFields),
  whole: Agency.strip(),
  check(state, { managerAgentId, agentIds }) {
    if (!exists(state.agents, managerAgentId)) return missing("managerAgentId", "agent");
    const unknown = agentIds.findIndex((id) => !exists(state.agents, id));
    return unknown === -1 ? null : missing(`agentIds.${unknown}`, "agent");
  },
});

async function providerOr404(call: Call<unknown>): Promise<string> {
  const id = param(call, "id");
  const state = await call.services.system.workspace();
  if (!state.providers[id]) throw new Problem("not_found", "There is no such provider.");
  return id;
}

export const settings: Route[] = [
  ...providers,
  ...roles,
  ...personalities,
  ...agents,
  ...agencies,
  route({
    method: "GET",
    path: "/api/providers/:id/models",
    access: "api",
    summary: "Models the provider's server offers",
    status: 200,
    answers: { 502: "The provider failed" },
    async handle(call) {
      const result = await call.services.system.models(await providerOr404(call));
      if (!result.ok) throw new Problem("upstream", result.error);
      return json({ items: result.models, next: null });
    },
  }),
  route({
    method: "POST",
    path: "/api/providers/:id/test",
    access: "api",
    summary: "Test the connection",
    body: z.strictObject({}),
    optionalBody: true,
    status: 200,
    handle: async (call) => json(await call.services.system.test(await providerOr404(call))),
  }),
  route({
    method: "GET",
    path: "/api/workspace",
    access: "api",
    summary: "The settings as the fold of their events",
    status: 200,
    async handle(call) {
      const { system } = call.services;
      const position = await system.log.order.end();
      const fold = await system.workspace();
      return json({ seq: fold.seq, position, fold, unreadableKeys: await system.unreadableKeys() });
    },
  }),
];
