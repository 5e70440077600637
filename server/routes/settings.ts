/** Providers, roles, personalities, agents and agencies: five resources, one shape. */
import { z } from "zod";
import {
  Agency,
  AgencyFields,
  Agent,
  AgentFields,
  type NewWorkspaceEvent,
  Personality,
  PersonalityFields,
  Provider,
  type Provider as StoredProvider,
  ProviderFields,
  Role,
  RoleFields,
} from "../../events/catalog/workspace.ts";
import { PROVIDER_LIMITS } from "../../events/catalog/limits.ts";
import { originOf } from "../../actors/providers/provider_calls.ts";
import type { Kept, WorkspaceState } from "../../projections/workspace.ts";
import { metaOf, param, problemOf } from "../http/commands.ts";
import { type FieldError, Problem } from "../http/problem.ts";
import { validate } from "../http/read_body.ts";
import { type Call, json, type Route, route } from "../http/route.ts";
import { mint } from "../http/services.ts";

type Body = Record<string, unknown>;
type Change = Pick<NewWorkspaceEvent, "type" | "data">;
type Named = "providers" | "roles" | "personalities" | "agents" | "agencies";
interface Stored {
  readonly id: string;
  readonly archived: boolean;
}

/** What a check needs besides the settings: how the resource was before, and what the process offers. */
interface Facts {
  readonly before: Body | undefined;
  knowsTool(name: string): boolean;
}

/** What is particular to one kind of resource. */
interface Resource {
  readonly named: Named;
  readonly kind: string;
  readonly event: "Provider" | "Role" | "Personality" | "Agent" | "Agency";
  /** Body of POST; what is missing gets its default. */
  readonly create: z.ZodType<Body>;
  /** Body of PATCH. */
  readonly change: z.ZodType<Body>;
  readonly whole: z.ZodType;
  /** What only the workspace knows: references that must exist, numbers, versions. */
  check?(state: WorkspaceState, resource: Body, facts: Facts): FieldError | null;
  complete?(state: WorkspaceState, resource: Body, before: Body | undefined): Body;
  show?(call: Call<unknown>, resource: Body, state: WorkspaceState): Promise<Body>;
}

/** The optional keys of a schema as PATCH sends them: null takes a value away. */
function patchOf(shape: z.ZodObject): z.ZodType<Body> {
  const fields = Object.entries(shape.shape).map(([key, schema]) =>
    [key, schema instanceof z.ZodOptional ? schema.nullable() : schema.optional()] as const
  );
  return z.strictObject(Object.fromEntries(fields)) as z.ZodType<Body>;
}

/** What a header can carry: a key that was pasted with something else in it is told so here, not by a failed call. */
const ApiKey = z.string().trim().max(2_000).regex(/^[\x21-\x7e]*$/, {
  message: "must have no spaces and only plain letters, digits and signs",
}).nullable().optional();

function exists(record: Record<string, Kept<{ id: string }>>, id: unknown): boolean {
  return typeof id === "string" && record[id] !== undefined && !record[id].archived;
}

const resources: readonly Resource[] = [
  {
    named: "providers",
    kind: "provider",
    event: "Provider",
    create: z.strictObject({
      ...ProviderFields.shape,
      maxConcurrent: ProviderFields.shape.maxConcurrent.default(PROVIDER_LIMITS.maxConcurrent),
      requestsPerMinute: ProviderFields.shape.requestsPerMinute.default(PROVIDER_LIMITS.requestsPerMinute),
      timeoutSeconds: ProviderFields.shape.timeoutSeconds.default(PROVIDER_LIMITS.timeoutSeconds),
      apiKey: ApiKey,
    }) as unknown as z.ZodType<Body>,
    change: (patchOf(ProviderFields) as z.ZodObject).extend({ apiKey: ApiKey }) as unknown as z.ZodType<Body>,
    whole: Provider,
    async show(call, resource, state) {
      const id = String(resource["id"]);
      // A key that cannot be read is none, whatever the settings say of it.
      const keyHint = state.keys[id] === true ? await call.services.system.keyHint(id) : null;
      return { ...resource, hasKey: keyHint !== null, keyHint };
    },
  },
  {
    named: "roles",
    kind: "role",
    event: "Role",
    create: z.strictObject({
      ...RoleFields.shape,
      description: RoleFields.shape.description.default(""),
      prompt: RoleFields.shape.prompt.default(""),
    }) as unknown as z.ZodType<Body>,
    change: patchOf(RoleFields),
    whole: Role,
  },
  {
    named: "personalities",
    kind: "personality",
    event: "Personality",
    create: z.strictObject({
      ...PersonalityFields.shape,
      instructions: PersonalityFields.shape.instructions.default(""),
    }) as unknown as z.ZodType<Body>,
    change: patchOf(PersonalityFields),
    whole: Personality,
  },
  {
    named: "agents",
    kind: "agent",
    event: "Agent",
    create: z.strictObject({
      ...AgentFields.shape,
      color: AgentFields.shape.color.optional(),
      model: AgentFields.shape.model.default(""),
      systemPrompt: AgentFields.shape.systemPrompt.default(""),
      params: AgentFields.shape.params.default({}),
      tools: AgentFields.shape.tools.default([]),
    }) as unknown as z.ZodType<Body>,
    change: patchOf(AgentFields),
    whole: Agent,
    check(state, { providerId, roleId, personalityId, tools }, { before, knowsTool }) {
      if (!exists(state.providers, providerId)) return missing("providerId", "provider");
      if (roleId !== undefined && !exists(state.roles, roleId)) return missing("roleId", "role");
      if (personalityId !== undefined && !exists(state.personalities, personalityId)) {
        return missing("personalityId", "personality");
      }
      // A tool that was stored before this release lost it keeps nobody from changing the name.
      const kept = (before?.["tools"] ?? []) as string[];
      const unknown = (tools as string[]).findIndex((name) => !knowsTool(name) && !kept.includes(name));
      return unknown === -1 ? null : missing(`tools.${unknown}`, "tool");
    },
    complete(state, resource, before) {
      const number = before?.["number"] ?? state.nextAgentNumber;
      const version = typeof before?.["version"] === "number" ? before["version"] + 1 : 1;
      const color = resource["color"] ?? (Number(number) - 1) % 8 + 1;
      return { ...resource, number, version, color };
    },
  },
  {
    named: "agencies",
    kind: "agency",
    event: "Agency",
    create: z.strictObject({
      ...AgencyFields.shape,
      principles: AgencyFields.shape.principles.default(""),
    }) as unknown as z.ZodType<Body>,
    change: patchOf(AgencyFields),
    whole: Agency,
    check(state, { managerAgentId, agentIds }) {
      if (!exists(state.agents, managerAgentId)) return missing("managerAgentId", "agent");
      const unknown = (agentIds as string[]).findIndex((id) => !exists(state.agents, id));
      return unknown === -1 ? null : missing(`agentIds.${unknown}`, "agent");
    },
  },
];

function missing(path: string, what: string): FieldError {
  return { path, message: `there is no such ${what}` };
}

function stored(state: WorkspaceState, resource: Resource, id: string): (Body & Stored) | undefined {
  return state[resource.named][id] as (Body & Stored) | undefined;
}

async function show(call: Call<unknown>, resource: Resource, id: string): Promise<Body> {
  const state = await call.services.system.workspace();
  const found = stored(state, resource, id);
  if (!found) throw new Problem("not_found", `There is no such ${resource.kind}.`);
  const { archived: _, ...fields } = found;
  return resource.show ? await resource.show(call, fields, state) : fields;
}

function without(body: Body, ...keys: string[]): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([key, v]) => !keys.includes(key) && v !== undefined),
  );
}

/** Stores or clears the key a body brings, or drops one that is bound to another origin. */
async function applyKey(
  call: Call<unknown>,
  id: string,
  apiKey: unknown,
  before: Body | undefined,
  after: Body,
): Promise<void> {
  const { system } = call.services;
  const moved = before !== undefined &&
    originOf(before as unknown as StoredProvider) !== originOf(after as unknown as StoredProvider);
  if (apiKey === undefined && !moved) return;
  const key = typeof apiKey === "string" && apiKey !== "" ? apiKey : null;
  const outcome = await system.setKey(id, originOf(after as unknown as StoredProvider), key, call.by);
  if (!outcome.ok) throw problemOf(outcome);
}

function routesOf(resource: Resource): Route[] {
  const path = `/api/${resource.named}`;

  async function list(call: Call<unknown>): Promise<Response> {
    const state = await call.services.system.workspace();
    const all = Object.values(state[resource.named]) as (Body & Stored)[];
    const archived = call.query.get("archived") === "true";
    const items = [];
    for (const { archived: gone, ...fields } of all) {
      if (gone !== archived) continue;
      items.push(resource.show ? await resource.show(call, fields, state) : fields);
    }
    return json({ items, next: null });
  }

  async function create(call: Call<Body>): Promise<Response> {
    const id = mint(call.services, resource.kind);
    const { apiKey } = call.body;
    const { knowsTool } = call.services.system;
    let whole: Body = {};
    const outcome = await call.services.system.changeWorkspace((state) => {
      const fields = { id, ...without(call.body, "apiKey") };
      whole = resource.complete ? resource.complete(state, fields, undefined) : fields;
      const wrong = resource.check?.(state, whole, { before: undefined, knowsTool });
      if (wrong) return { ok: false, code: "validation", detail: wrong.message, path: wrong.path };
      const data = validate(resource.whole, whole);
      return { ok: true, events: [{ type: `${resource.event}Created`, data } as Change], answer: { id } };
    }, metaOf(call));
    if (!outcome.ok) throw problemOf(outcome);
    const made = outcome.id ?? id;
    if (resource.named === "providers" && !outcome.repeated) {
      await applyKey(call, made, apiKey, undefined, whole);
    }
    return json(await show(call, resource, made), 201);
  }

  async function change(call: Call<Body>): Promise<Response> {
    const id = param(call, "id");
    const { apiKey } = call.body;
    const { knowsTool } = call.services.system;
    let before: Body = {};
    let after: Body = {};
    const outcome = await call.services.system.changeWorkspace((state) => {
      const found = stored(state, resource, id);
      if (!found || found.archived) {
        return { ok: false, code: "not_found", detail: `There is no such ${resource.kind}.` };
      }
      before = without(found, "archived");
      const fields = { ...before, ...without(call.body, "apiKey") };
      const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      const same = JSON.stringify(kept) === JSON.stringify(before);
      after = same ? before : resource.complete ? resource.complete(state, kept, before) : kept;
      const wrong = resource.check?.(state, after, { before, knowsTool });
      if (wrong) return { ok: false, code: "validation", detail: wrong.message, path: wrong.path };
      const data = validate(resource.whole, after);
      const events = same ? [] : [{ type: `${resource.event}Changed`, data } as Change];
      return { ok: true, events, answer: { id } };
    }, metaOf(call));
    if (!outcome.ok) throw problemOf(outcome);
    if (resource.named === "providers" && !outcome.repeated) await applyKey(call, id, apiKey, before, after);
    return json(await show(call, resource, id));
  }

  async function archive(call: Call<unknown>): Promise<Response> {
    const id = param(call, "id");
    const outcome = await call.services.system.changeWorkspace((state) => {
      const found = stored(state, resource, id);
      if (!found) return { ok: false, code: "not_found", detail: `There is no such ${resource.kind}.` };
      const events = found.archived ? [] : [{ type: `${resource.event}Archived`, data: { id } } as Change];
      return { ok: true, events, answer: { id } };
    }, metaOf(call));
    if (!outcome.ok) throw problemOf(outcome);
    return new Response(null, { status: 204 });
  }

  const kind = resource.kind;
  return [
    route({ method: "GET", path, access: "api", summary: `All of kind ${kind}`, status: 200, handle: list }),
    route({
      method: "POST",
      path,
      access: "api",
      summary: `Create: ${kind}`,
      body: resource.create,
      status: 201,
      handle: create,
    }),
    route({
      method: "GET",
      path: `${path}/:id`,
      access: "api",
      summary: `Read: ${kind}`,
      status: 200,
      handle: async (call) => json(await show(call, resource, param(call, "id"))),
    }),
    route({
      method: "PATCH",
      path: `${path}/:id`,
      access: "api",
      summary: `Change: ${kind}; null takes an optional value away`,
      body: resource.change,
      status: 200,
      handle: change,
    }),
    route({
      method: "DELETE",
      path: `${path}/:id`,
      access: "api",
      summary: `Archive: ${kind}; what a conversation used keeps working`,
      status: 204,
      handle: archive,
    }),
  ];
}

async function providerOr404(call: Call<unknown>): Promise<string> {
  const id = param(call, "id");
  const state = await call.services.system.workspace();
  if (!state.providers[id]) throw new Problem("not_found", "There is no such provider.");
  return id;
}

export const settings: Route[] = [
  ...resources.flatMap(routesOf),
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
