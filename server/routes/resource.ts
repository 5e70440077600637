/** One kind of settings as six routes: list, create, read, change, archive, restore. What differs is given, field by field. */
import type { z } from "zod";
import type {
  Agency,
  Agent,
  McpServer,
  OwnPanel,
  Personality,
  Provider,
  Role,
} from "../../events/catalog/workspace.ts";
import type { Note } from "../../events/catalog/memory.ts";
import type { Project } from "../../events/catalog/projects.ts";
import type { WorkspaceChange } from "../../actors/system.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { FieldError } from "../contract/problem_document.ts";
import { ResourceQuery } from "../contract/resources.ts";
import { listOf, NoFields, Nothing, type Sent } from "../contract/values.ts";
import { changeSettings, metaOf, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { mint } from "../http/services.ts";

type Fields = Provider | Role | Personality | Agent | Agency | McpServer | OwnPanel | Note | Project;

/** What a check needs besides the settings: how the resource was before, and what the process offers. */
interface Facts<T> {
  readonly before: T | undefined;
  knowsTool(name: string): boolean;
}

interface Resource<T extends Fields, New extends object, Patch extends object, View> {
  readonly named:
    | "providers"
    | "roles"
    | "personalities"
    | "agents"
    | "agencies"
    | "mcpServers"
    | "notes"
    | "panelFormats"
    | "projects";
  readonly event:
    | "Provider"
    | "Role"
    | "Personality"
    | "Agent"
    | "Agency"
    | "McpServer"
    | "Note"
    | "PanelFormat"
    | "Project";
  /** What its path and people call it, where that is not `named` and `event` in small letters. */
  readonly called?: { readonly path: string; readonly kind: string };
  /** Body of POST; what is missing gets its default. */
  readonly create: z.ZodType<New>;
  /** Body of PATCH; null takes an optional value away. */
  readonly change: z.ZodType<Patch>;
  /** Reads the fields out of what is stored or was merged, and leaves the rest. */
  readonly whole: z.ZodType<T>;
  /** What the workspace gives a new one; the body comes before it. */
  first?(state: WorkspaceState, body: New): Partial<T>;
  /** What changes with every change. */
  next?(before: T): Partial<T>;
  /** What of it follows from the rest of a body, and from how it was. */
  follows?(after: T, body: New | Patch, before: T | undefined): Partial<T>;
  /** What only the workspace knows: references that must exist. */
  check?(state: WorkspaceState, fields: T, facts: Facts<T>): FieldError | null;
  /** Looked up before it is decided, in place of what the body says; throws the problem with what that brings. */
  sought?(call: Call<New | Patch>): Promise<Partial<T> | undefined>;
  /**
   * Done once a change is stored, with what the body holds for another place than the log, and again where the request comes
   * again: `before` is as `after` then.
   */
  stored?(call: Call<New | Patch>, after: T, before: T | undefined): Promise<void>;
  readonly answer: z.ZodType<View>;
  /** The answer: the fields, and what else is told. */
  show(call: Call, fields: T, state: WorkspaceState): Sent<View> | Promise<Sent<View>>;
}

/** The routes of a resource. Long because what each of them does speaks of the types of that one resource. */
export function resource<T extends Fields, New extends object, Patch extends object, View>(
  { named, event, whole, answer, ...of }: Resource<T, New, Patch, View>,
): Route[] {
  const { path, kind } = of.called ?? { path: named, kind: event.toLowerCase() };
  const [all, one] = [`/api/${path}`, `/api/${path}/:id`];
  const none = { code: "not_found", detail: `There is no such ${kind}.` } as const;
  const many = listOf(answer);
  type List = z.output<typeof many>;

  async function show(call: Call, id: string): Promise<Sent<View>> {
    const state = await call.services.system.workspace();
    const found = state[named][id];
    if (!found) throw new Problem(none.code, none.detail);
    return await of.show(call, whole.parse(found), state);
  }

  async function list(call: Call<unknown, z.infer<typeof ResourceQuery>>): Promise<Sent<List>> {
    const state = await call.services.system.workspace();
    const { archived = false } = call.query;
    const items: Sent<View>[] = [];
    for (const found of Object.values(state[named])) {
      if (found.archived === archived) items.push(await of.show(call, whole.parse(found), state));
    }
    return { items, next: null };
  }

  /** Carries out a change and what is to be done beside it, once; answers the id of what it was about. */
  async function store(
    call: Call<New | Patch>,
    decide: (
      state: WorkspaceState,
      found: Partial<T>,
    ) => ReturnType<WorkspaceChange<{ before: T | undefined; after: T }>>,
  ): Promise<string> {
    const found = await of.sought?.(call) ?? {};
    const { system } = call.services;
    const { decided, answer } = await changeSettings(system, metaOf(call), (state) => {
      const decided = decide(state, found);
      if (!decided.ok || !decided.aside) return decided;
      const { before, after } = decided.aside;
      const knowsTool = (name: string) =>
        system.tools.some((tool) => tool.name === name) || system.knowsMcpTool(state, name);
      const wrong = of.check?.(state, after, { before, knowsTool });
      return wrong ? { ok: false, code: "validation", detail: wrong.message, path: wrong.path } : decided;
    });
    if (decided?.aside) await of.stored?.(call, decided.aside.after, decided.aside.before);
    else if (!decided) await finish(call, answer.id);
    return answer.id;
  }

  /** A request that comes again may have been stored by a process that died before it did the rest. */
  async function finish(call: Call<New | Patch>, id: string): Promise<void> {
    const found = (await call.services.system.workspace())[named][id];
    if (!found || found.archived) return;
    const fields = whole.parse(found);
    await of.stored?.(call, fields, fields);
  }

  async function create(call: Call<New>): Promise<Sent<View>> {
    const id = mint(call.services, event.toLowerCase());
    const made = await store(call, (state, looked) => {
      const made = whole.parse({ id, ...of.first?.(state, call.body), ...call.body, ...looked });
      const after = { ...made, ...of.follows?.(made, call.body, undefined) };
      const events = [{ type: `${event}Created` as const, data: after }];
      return { ok: true, events, answer: { id }, aside: { before: undefined, after } };
    });
    return await show(call, made);
  }

  async function change(call: Call<Patch>): Promise<Sent<View>> {
    const id = param(call, "id");
    await store(call, (state, looked) => {
      const found = state[named][id];
      if (!found || found.archived) return { ok: false, ...none };
      const before = whole.parse(found);
      const entries = Object.entries({ ...before, ...call.body, ...looked }).filter(([, value]) =>
        value !== null
      );
      const given = whole.parse(Object.fromEntries(entries));
      const fields = whole.parse({ ...given, ...of.follows?.(given, call.body, before) });
      const same = JSON.stringify(fields) === JSON.stringify(before);
      const after = same ? before : { ...fields, ...of.next?.(before) };
      const events = same ? [] : [{ type: `${event}Changed` as const, data: after }];
      return { ok: true, events, answer: { id }, aside: { before, after } };
    });
    return await show(call, id);
  }

  async function archive(call: Call): Promise<void> {
    const id = param(call, "id");
    await changeSettings(call.services.system, metaOf(call), (state) => {
      const found = state[named][id];
      if (!found) return { ok: false, ...none };
      const events = found.archived ? [] : [{ type: `${event}Archived` as const, data: { id } }];
      return { ok: true, events, answer: { id } };
    });
  }

  async function restore(call: Call): Promise<Sent<View>> {
    const id = param(call, "id");
    await changeSettings(call.services.system, metaOf(call), (state) => {
      const found = state[named][id];
      if (!found) return { ok: false, ...none };
      const events = found.archived ? [{ type: `${event}Restored` as const, data: { id } }] : [];
      return { ok: true, events, answer: { id } };
    });
    return await show(call, id);
  }

  return [
    route("GET", all, { summary: `All of kind ${kind}`, query: ResourceQuery, answer: many, handle: list }),
    route("POST", all, { summary: `Create: ${kind}`, body: of.create, status: 201, answer, handle: create }),
    route("GET", one, {
      summary: `Read: ${kind}`,
      answer,
      handle: async (call) => await show(call, param(call, "id")),
    }),
    route("PATCH", one, {
      summary: `Change: ${kind}; null takes an optional value away`,
      body: of.change,
      answer,
      handle: change,
    }),
    route("DELETE", one, {
      summary: `Archive: ${kind}; what a conversation used keeps working`,
      status: 204,
      answer: Nothing,
      handle: archive,
    }),
    route("POST", `${one}/restore`, {
      whenFull: true,
      summary: `Restore: ${kind}; what was archived is there again`,
      body: NoFields,
      optionalBody: true,
      answer,
      handle: restore,
    }),
  ];
}
