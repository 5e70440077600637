/** The settings: providers, roles, personalities, agents, agencies, prices, tokens. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { ErrorCode } from "../../events/catalog/conversation.ts";
import { GivenName, Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { HeaderName, HeaderValue } from "../../events/catalog/extra_parts.ts";
import { EXTRA_HEADERS, PROVIDER_LIMITS, RESOURCE_URI_UNITS } from "../../events/catalog/limits.ts";
import { NoteFields, NoteSource } from "../../events/catalog/memory.ts";
import { ProjectFields } from "../../events/catalog/projects.ts";
import {
  Agency,
  AgencyFields,
  Agent,
  AgentFields,
  McpServer,
  McpServerFields,
  McpToolName,
  ModelName,
  Personality,
  PersonalityFields,
  Price,
  Provider,
  ProviderFields,
  Role,
  RoleFields,
  TokenScope,
} from "../../events/catalog/workspace.ts";
import {
  Listed,
  LocalServer,
  OfferedModel,
  OfferedTool,
  ProjectSize,
} from "../../projections/shapes/views.ts";
import { NoteHere, ProjectHere, WorkspaceState } from "../../projections/shapes/settings_fold.ts";
import { Count, flag, type Given, Hash, listOf, type Wire } from "./values.ts";

/** What a header can carry: a key that was pasted with something else in it is told so here, not by a failed call. */
const ApiKey = z.string().trim().max(2_000).regex(/^[\x21-\x7e]*$/, {
  message: "must have no spaces and only plain letters, digits and signs",
}).nullable().optional();

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** Body of POST: what is missing gets its default. */
function createOf({ shape }: Fields, defaults: Readonly<Record<string, unknown>>) {
  const fields = Object.entries(shape).map(([key, schema]) =>
    [key, key in defaults ? schema.default(defaults[key]) : schema] as const
  );
  return z.strictObject(Object.fromEntries(fields));
}

/** Body of PATCH: null takes an optional value away. */
function patchOf({ shape }: Fields) {
  const fields = Object.entries(shape).map(([key, schema]) =>
    [key, schema instanceof z.ZodOptional ? schema.nullable() : schema.optional()] as const
  );
  return z.strictObject(Object.fromEntries(fields));
}

/** By name; null takes one away, and of one that is not named nothing changes. */
const ExtraHeaders = lazy(() =>
  z.record(HeaderName, HeaderValue.nullable()).refine(
    (headers) => Object.keys(headers).length <= EXTRA_HEADERS,
    { message: `must be at most ${EXTRA_HEADERS} headers` },
  ).optional()
);
const key = { apiKey: ApiKey, headers: ExtraHeaders };
export const CreateProvider = lazy(() =>
  createOf(ProviderFields, PROVIDER_LIMITS).extend(key)
    .meta({ id: "CreateProvider" })
);
export const ChangeProvider = lazy(() => patchOf(ProviderFields).extend(key).meta({ id: "ChangeProvider" }));
export const CreateRole = lazy(() =>
  createOf(RoleFields, { description: "", prompt: "" }).meta({ id: "CreateRole" })
);
export const ChangeRole = lazy(() => patchOf(RoleFields).meta({ id: "ChangeRole" }));
export const CreatePersonality = lazy(() =>
  createOf(PersonalityFields, { instructions: "" })
    .meta({ id: "CreatePersonality" })
);
export const ChangePersonality = lazy(() => patchOf(PersonalityFields).meta({ id: "ChangePersonality" }));
/** Without a colour it gets the next one. */
export const CreateAgent = lazy(() =>
  createOf(AgentFields, { model: "", systemPrompt: "", params: {}, tools: [] })
    .extend({ color: AgentFields.shape.color.optional() }).meta({ id: "CreateAgent" })
);
export const ChangeAgent = lazy(() => patchOf(AgentFields).meta({ id: "ChangeAgent" }));
export const CreateAgency = lazy(() =>
  createOf(AgencyFields, { principles: "" }).meta({ id: "CreateAgency" })
);
export const CreateNote = lazy(() =>
  createOf(NoteFields, {}).extend({ source: NoteSource.optional() })
    .meta({ id: "CreateNote" })
);
export const ChangeNote = lazy(() => patchOf(NoteFields).meta({ id: "ChangeNote" }));
export const CreateProject = lazy(() =>
  createOf(ProjectFields, { instructions: "", files: [], agentIds: [] })
    .meta({ id: "CreateProject" })
);
export const ChangeProject = lazy(() => patchOf(ProjectFields).meta({ id: "ChangeProject" }));
export const ChangeAgency = lazy(() => patchOf(AgencyFields).meta({ id: "ChangeAgency" }));

const secret = {
  /** What the header carries; a bare key in `Authorization` is sent as a Bearer. */
  secret: z.string().trim().max(4_000).regex(/^[\x20-\x7e]*$/, {
    message: "must have only plain letters, digits and signs",
  }).nullable().optional(),
};
export const CreateMcpServer = lazy(() =>
  createOf(McpServerFields, {}).extend(secret).meta({ id: "CreateMcpServer" })
);
export const ChangeMcpServer = lazy(() =>
  patchOf(McpServerFields).extend(secret).meta({ id: "ChangeMcpServer" })
);

/** Each as it is answered. */
export const ProviderView = lazy(() =>
  Provider.extend({
    hasKey: z.boolean(),
    /** The last characters of the key; null without one. */
    keyHint: z.string().nullable(),
  }).meta({ id: "Provider" })
);
export const RoleView = lazy(() => Role.meta({ id: "Role" }));
export const PersonalityView = lazy(() => Personality.meta({ id: "Personality" }));
export const AgentView = lazy(() => Agent.meta({ id: "Agent" }));
export const McpServerView = lazy(() =>
  McpServer.extend({
    hasSecret: z.boolean(),
    /** The last characters of the secret; null without one. */
    secretHint: z.string().nullable(),
    /** Where somebody signed in for it, and when; null: nobody did. */
    login: z.strictObject({ issuer: z.string(), at: Timestamp }).nullable(),
    /** Why the last sign-in came to nothing, or is over, for people; null: it is not. */
    signInFailed: z.string().nullable(),
    /** Scopes that the server wants beyond those of its sign-in, "" where it did not say which; null: it wants none. */
    wantedScope: z.string().nullable(),
    /** What this program is called where one signs in, as a person entered it; null: it makes itself known. */
    clientId: z.string().nullable(),
  }).meta({ id: "McpServer" })
);
export type McpServerView = Wire<typeof McpServerView>;
/** What signing in needs that only the place knows; absent: as it was entered before. */
export const ConnectMcpServer = lazy(() =>
  z.strictObject({
    /** What this program is called there; null: it makes itself known. */
    clientId: z.string().trim().min(1).max(500).regex(/^[\x20-\x7e]*$/, {
      message: "must have only plain letters, digits and signs",
    }).nullable().optional(),
    /** Sealed, and never told again. */
    clientSecret: z.string().trim().max(2_000).regex(/^[\x20-\x7e]*$/, {
      message: "must have only plain letters, digits and signs",
    }).optional(),
  }).meta({ id: "ConnectMcpServer" })
);
export type ConnectMcpServer = Wire<typeof ConnectMcpServer>;
export const McpConnecting = lazy(() =>
  z.discriminatedUnion("next", [
    /** A person signs in at `url`, of `host`, and comes back. Once, within ten minutes. */
    z.strictObject({ next: z.literal("sign_in"), url: z.string(), host: z.string() }),
    /** `host` takes in nobody by itself: it has to be told of `redirect`, and gives a client id to enter. */
    z.strictObject({ next: z.literal("client"), redirect: z.string(), host: z.string() }),
    /** Why, for people. */
    z.strictObject({ next: z.literal("failed"), error: z.string() }),
  ]).meta({ id: "McpConnecting" })
);
export type McpConnecting = Wire<typeof McpConnecting>;
/** Whether the place was told that the tokens are given up; null: it takes no such word, or there were none. */
export const McpDisconnected = lazy(() =>
  z.strictObject({ revoked: z.boolean().nullable() }).meta({
    id: "McpDisconnected",
  })
);
export type McpDisconnected = Wire<typeof McpDisconnected>;
/** The tools of a server, as it described them when its list was last had. */
export const McpTools = lazy(() =>
  listOf(
    z.strictObject({
      name: McpToolName,
      title: z.string().optional(),
      description: z.string(),
      /** Its server says that it changes nothing. Nobody has looked. */
      readOnly: z.boolean(),
      /** It runs without asking: a person has confirmed it, as it is described here. */
      trusted: z.boolean(),
      /** SHA-256 of all that its server says of it. */
      definition: Hash,
    }).meta({ id: "McpTool" }),
  ).extend({
    /** When the list was had; null: never. */
    readAt: Timestamp.nullable(),
    /** Why it could not be had since, for people; null: it could. */
    failed: z.string().nullable(),
    /** Tools that were left out: too many, too large, or named as no tool may be. */
    cut: Count,
    /** It lets in who signed in alone, and nobody is. */
    wantsSignIn: z.boolean(),
  }).meta({ id: "McpTools" })
);
export type McpTools = Wire<typeof McpTools>;
/** Why nothing was given, for people. */
const refused = lazy(() => z.strictObject({ ok: z.literal(false), error: z.string() }));
/** What a server offers beside tools, in its own words. */
export const McpOffers = lazy(() =>
  z.discriminatedUnion("ok", [
    z.strictObject({
      ok: z.literal(true),
      prompts: z.array(z.strictObject({
        name: z.string(),
        title: z.string(),
        description: z.string(),
        arguments: z.array(
          z.strictObject({ name: z.string(), description: z.string(), required: z.boolean() }),
        ),
      })),
      resources: z.array(z.strictObject({ uri: z.string(), title: z.string(), description: z.string() })),
      /** How many were left out: too many, or of a form that is not taken. */
      cut: Count,
    }),
    refused,
  ]).meta({ id: "McpOffers" })
);
export type McpOffers = Wire<typeof McpOffers>;
export const AskMcpPrompt = lazy(() =>
  z.strictObject({
    name: z.string().min(1).max(200),
    args: z.record(z.string().max(200), z.string().max(50_000)).optional(),
  }).meta({ id: "AskMcpPrompt" })
);
export type AskMcpPrompt = Wire<typeof AskMcpPrompt>;
export const McpPrompt = lazy(() =>
  z.discriminatedUnion("ok", [
    z.strictObject({ ok: z.literal(true), text: z.string() }),
    refused,
  ]).meta({ id: "McpPrompt" })
);
export type McpPrompt = Wire<typeof McpPrompt>;
export const AskMcpResource = lazy(() =>
  z.strictObject({ uri: z.string().min(1).max(RESOURCE_URI_UNITS) }).meta({
    id: "AskMcpResource",
  })
);
export const McpResource = lazy(() =>
  z.discriminatedUnion("ok", [
    z.strictObject({
      ok: z.literal(true),
      /** Text stands in a fence that says whose it is; `bytes` are base64. */
      files: z.array(z.strictObject({
        name: z.string(),
        type: z.string(),
        text: z.string().optional(),
        bytes: z.string().optional(),
      })),
    }),
    refused,
  ]).meta({ id: "McpResource" })
);
export type McpResource = Wire<typeof McpResource>;
/** Lets a tool run without asking, as it was seen; without a `definition`: no longer. */
export const TrustMcpTool = lazy(() =>
  z.strictObject({ tool: McpToolName, definition: Hash.nullable() })
    .meta({ id: "TrustMcpTool" })
);
export type TrustMcpTool = Wire<typeof TrustMcpTool>;
/** A note, with what is known of it: `by` kept it, an agent that was allowed to, or a person. */
export const NoteView = lazy(() =>
  NoteHere.unwrap().omit({ seqs: true }).extend({ archived: z.boolean() }).meta({ id: "Note" })
);
export type NoteView = Wire<typeof NoteView>;
/** A project, with how large what it gives is. */
export const ProjectView = lazy(() =>
  ProjectHere.unwrap().omit({ seqs: true, seq: true }).extend({
    archived: z.boolean(),
    ...ProjectSize.unwrap().shape,
  }).meta({ id: "Project" })
);
export type ProjectView = Wire<typeof ProjectView>;
export const AgencyView = lazy(() => Agency.meta({ id: "Agency" }));

export const ResourceQuery = z.object({ archived: flag.optional() });
export const ModelNames = lazy(() =>
  listOf(z.string()).extend({
    /** The same, with what is known of each. */
    models: z.array(OfferedModel),
    /** When the server gave the list. */
    readAt: Timestamp,
    /** Models that the server lists beside these, and for which there is no room. */
    cut: z.int().min(0),
    /** Why it could not be asked since, for people, and its code; absent where it could. */
    failed: z.strictObject({ error: z.string(), code: ErrorCode }).exactOptional(),
  })
);
export type ModelNames = Wire<typeof ModelNames>;
const tested = {
  ok: z.boolean(),
  latencyMs: z.number(),
  /** What happened, for people, and its code; absent where it went well. */
  error: z.string().exactOptional(),
  code: ErrorCode.exactOptional(),
};
export const ProviderTest = lazy(() => z.strictObject(tested).meta({ id: "ProviderTest" }));
export type ProviderTest = Wire<typeof ProviderTest>;
/** A provider that is asked before it is kept: nothing of this is stored. */
export const TryProvider = lazy(() =>
  z.strictObject({
    kind: ProviderFields.shape.kind,
    baseUrl: ProviderFields.shape.baseUrl,
    keyHeader: ProviderFields.shape.keyHeader,
    ...key,
  }).meta({ id: "TryProvider" })
);
export type TryProvider = Given<typeof TryProvider>;
export const ProviderTrial = lazy(() =>
  z.strictObject({
    ...tested,
    /** What it offers; none where it failed. */
    models: z.array(OfferedModel),
  }).meta({ id: "ProviderTrial" })
);
export type ProviderTrial = Wire<typeof ProviderTrial>;
export const LocalServers = lazy(() => listOf(LocalServer));
export type LocalServers = Wire<typeof LocalServers>;

export const WorkspaceAnswer = lazy(() =>
  z.strictObject({
    seq: Seq,
    position: z.string(),
    fold: WorkspaceState,
    /** Providers whose stored key cannot be read: it has to be entered again. */
    unreadableKeys: z.array(Id),
    /** What an agent may be given, and what a form calls it. */
    tools: z.array(OfferedTool),
  }).meta({ id: "WorkspaceAnswer" })
);
/** As it is received: the fold goes on in place. */
export type OpenedWorkspace = z.output<typeof WorkspaceAnswer>;

/** null gives the model back to the table. */
export const ChangePrices = lazy(() => z.strictObject({ prices: z.record(ModelName, Price.nullable()) }));
export const Prices = lazy(() =>
  z.strictObject({
    asOf: z.iso.date(),
    listed: z.record(z.string(), Listed),
    /** What the providers' servers say of the models that agents use; it comes before the table. */
    told: z.record(z.string(), Price),
    own: z.record(z.string(), Price),
    /** What makers ask for a thousand searches that they run themselves, by how names of their models begin. */
    searches: z.array(z.strictObject({ maker: z.string(), models: z.array(z.string()), usd: z.number() })),
  }).meta({ id: "Prices" })
);
export type Prices = Wire<typeof Prices>;

/** What a token is made with. Without a scope it may do everything, without an expiry it lives until revoked. */
export const NewToken = lazy(() =>
  z.strictObject({
    name: GivenName,
    scope: TokenScope.optional(),
    expiresAt: z.iso.datetime({ message: "must be a time in UTC, such as 2027-01-31T00:00:00Z" }).nullish(),
  }).meta({ id: "NewToken" })
);
export type NewToken = Wire<typeof NewToken>;
const token = { id: Id, name: z.string(), scope: TokenScope, expiresAt: z.string().nullable() };
export const MadeToken = lazy(() =>
  z.strictObject({
    ...token,
    /** Told this once. */
    token: z.string(),
  }).meta({ id: "MadeToken" })
);
export type MadeToken = Wire<typeof MadeToken>;
export const TokenList = lazy(() =>
  listOf(
    z.strictObject({ ...token, createdAt: Timestamp, lastUsedAt: Timestamp.nullable() }).meta({
      id: "Token",
    }),
  )
);
export type TokenList = Wire<typeof TokenList>;
