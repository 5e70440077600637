/** Providers, roles, personalities, agents and agencies: five resources, one shape. */
import { z } from "zod";
import { Agency, Agent, Personality, Provider, Role } from "../../events/catalog/workspace.ts";
import { COLORS, PROVIDER_LIMITS } from "../../events/catalog/limits.ts";
import { originOf } from "../../actors/providers/provider_calls.ts";
import type { Listing } from "../../actors/system.ts";
import type { Kept } from "../../projections/workspace.ts";
import type { FieldError } from "../contract/problem_document.ts";
import {
  AgencyView,
  AgentView,
  ChangeAgency,
  ChangeAgent,
  ChangePersonality,
  ChangeProvider,
  ChangeRole,
  CreateAgency,
  CreateAgent,
  CreatePersonality,
  CreateProvider,
  CreateRole,
  LocalServers,
  ModelNames,
  PersonalityView,
  ProviderTest,
  ProviderTrial,
  ProviderView,
  RoleView,
  TryProvider,
  WorkspaceAnswer,
} from "../contract/resources.ts";
import { NoFields, type Sent } from "../contract/values.ts";
import { carried, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { resource } from "./resource.ts";
import { checkPicture } from "./uploads.ts";

function exists(record: Readonly<Record<string, Kept<object>>>, id: string): boolean {
  return record[id]?.archived === false;
}

function missing(path: string, what: string): FieldError {
  return { path, message: `there is no such ${what}` };
}

const HeadersIn = z.object({ headers: z.record(z.string(), z.string().nullable()) });

/** What a body, which was checked, says of headers. */
const headersIn = (body: object): Record<string, string | null> | undefined =>
  HeadersIn.safeParse(body).data?.headers;

const providers = resource({
  named: "providers",
  event: "Provider",
  create: CreateProvider,
  change: ChangeProvider,
  whole: Provider.strip(),
  answer: ProviderView,
  /** Which headers it has: of another origin none but those the body brings. */
  follows(after, body, before) {
    const stays = before && originOf(before) === originOf(after) ? before.headerNames ?? [] : [];
    const names = new Set(stays);
    for (const [name, value] of Object.entries(headersIn(body) ?? {})) {
      if (value === null || value === "") names.delete(name);
      else names.add(name);
    }
    return { headerNames: names.size > 0 ? [...names].sort() : undefined };
  },
  /** Stores or clears the key a body brings, or drops one that is bound to another origin. */
  async stored({ body, services, by }, after, before) {
    const { apiKey } = body;
    const headers = headersIn(body);
    const origin = originOf(after);
    if (headers !== undefined || (before && originOf(before) !== origin)) {
      await services.system.setHeaders(after, headers ?? {});
    }
    if (apiKey !== undefined || (before && originOf(before) !== origin)) {
      const key = typeof apiKey === "string" && apiKey !== "" ? apiKey : null;
      carried(await services.system.setKey(after.id, origin, key, by));
      await services.system.adoptModels(after, key);
    } else if (!before) await services.system.adoptModels(after, null);
    if (before && after.defaultModel !== before.defaultModel) await services.system.tellModels(after.id);
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
  create: CreateRole,
  change: ChangeRole,
  whole: Role.strip(),
  answer: RoleView,
  show: (_, fields) => fields,
});

const personalities = resource({
  named: "personalities",
  event: "Personality",
  create: CreatePersonality,
  change: ChangePersonality,
  whole: Personality.strip(),
  answer: PersonalityView,
  show: (_, fields) => fields,
});

const agents = resource({
  named: "agents",
  event: "Agent",
  create: CreateAgent,
  change: ChangeAgent,
  whole: Agent.strip(),
  answer: AgentView,
  show: (_, fields) => fields,
  first: ({ nextAgentNumber }) => ({
    number: nextAgentNumber,
    version: 1,
    color: (nextAgentNumber - 1) % COLORS + 1,
  }),
  next: ({ version }) => ({ version: version + 1 }),
  /** Of the model that it uses from now on the log has to know what its server says. */
  async stored({ services }, after, before) {
    const same = before?.model === after.model && before.providerId === after.providerId;
    if (!same) await services.system.tellModels(after.providerId);
  },
  async sought({ body: { picture, tools }, services }) {
    // Tools of other servers are known by the lists that are in force now.
    if (tools) await services.system.workspace();
    if (typeof picture === "string") await checkPicture(services.system.log, picture);
    return undefined;
  },
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
  create: CreateAgency,
  change: ChangeAgency,
  whole: Agency.strip(),
  answer: AgencyView,
  show: (_, fields) => fields,
  check(state, { managerAgentId, agentIds }) {
    if (!exists(state.agents, managerAgentId)) return missing("managerAgentId", "agent");
    const unknown = agentIds.findIndex((id) => !exists(state.agents, id));
    return unknown === -1 ? null : missing(`agentIds.${unknown}`, "agent");
  },
});

async function providerOr404(call: Call): Promise<string> {
  const id = param(call, "id");
  const state = await call.services.system.workspace();
  if (!state.providers[id]) throw new Problem("not_found", "There is no such provider.");
  return id;
}

/** Headers that say something. */
const said = (headers: Readonly<Record<string, string | null>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => value ? [[name, value]] : []));

/** What a test says of what came of asking. */
function tested(listing: Listing): ProviderTest {
  const { ok, latencyMs } = listing;
  return { ok, latencyMs, ...(listing.ok ? {} : { error: listing.error, code: listing.code }) };
}

function listOfModels(listing: Listing): Sent<ModelNames> {
  if (!listing.ok) throw new Problem("upstream", listing.error);
  const { models, readAt, cut, failed } = listing;
  return {
    items: models.map(({ name }) => name),
    next: null,
    models,
    readAt,
    cut,
    ...(failed ? { failed } : {}),
  };
}

export const settings: Route[] = [
  ...providers,
  ...roles,
  ...personalities,
  ...agents,
  ...agencies,
  route("GET", "/api/providers/:id/models", {
    summary: "Models the provider's server offers: its list of today, else it is asked",
    answers: { 502: "The provider failed, and no list is kept" },
    answer: ModelNames,
    handle: async (call) => listOfModels(await call.services.system.models(await providerOr404(call))),
  }),
  route("POST", "/api/providers/:id/models", {
    whenFull: true,
    summary: "Ask the provider's server for its models now, and keep the list",
    body: NoFields,
    optionalBody: true,
    answers: { 502: "The provider failed; the list there is stays" },
    answer: ModelNames,
    handle: async (call) => listOfModels(await call.services.system.askModels(await providerOr404(call))),
  }),
  route("POST", "/api/providers/:id/test", {
    whenFull: true,
    summary: "Test the connection",
    body: NoFields,
    optionalBody: true,
    answer: ProviderTest,
    handle: async (call) => tested(await call.services.system.askModels(await providerOr404(call))),
  }),
  route("POST", "/api/providers/try", {
    whenFull: true,
    summary: "Ask a provider for its models before it is kept; nothing of it is stored",
    body: TryProvider,
    answer: ProviderTrial,
    async handle({ body: { apiKey, headers, ...fields }, services: { system } }) {
      // It has no id of its own, and no limits: it is asked once.
      const provider = Provider.parse({ id: "trial", name: "Trial", ...PROVIDER_LIMITS, ...fields });
      const result = await system.modelsAt(provider, apiKey || null, said(headers));
      return { ...tested(result), models: result.ok ? result.models : [] };
    },
  }),
  route("POST", "/api/local-servers", {
    whenFull: true,
    summary: "Look for model servers on this machine, at their usual addresses and nowhere else",
    body: NoFields,
    optionalBody: true,
    answer: LocalServers,
    handle: async ({ services }) => ({ items: await services.system.localServers(), next: null }),
  }),
  route("GET", "/api/workspace", {
    summary: "The settings as the fold of their events",
    answer: WorkspaceAnswer,
    async handle(call) {
      const { system } = call.services;
      const position = await system.log.order.end();
      const fold = await system.workspace();
      const unreadableKeys = await system.unreadableKeys();
      return { seq: fold.seq, position, fold, unreadableKeys, tools: system.tools };
    },
  }),
];
