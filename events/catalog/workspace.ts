/** Everything that can happen to the settings of a workspace. Secrets are never in an event. */
import { z } from "zod";
import { formProblem } from "./answer_form.ts";
import { EFFORTS } from "./efforts.ts";
import { ComparisonJudged, JudgementErased, PanelJudged } from "./comparisons.ts";
import { event, eventOf, GivenName, Id, Name, type Placed, Seq, Timestamp } from "./envelope.ts";
import { ExtraBody } from "./extra_parts.ts";
import {
  BOUNDS,
  COLORS,
  DAILY_TOKENS,
  DAILY_USD,
  ERASED_EVENTS,
  EXTRA_HEADERS,
  PANEL_SEATS,
  PARTICIPANTS,
  PROMPT_CODE_POINTS,
  RETENTION_DAYS,
  SERVER_TOOLS,
  STOP_CODE_POINTS,
  STOPS,
  TOLD_MODELS,
} from "./limits.ts";
import { Note } from "./memory.ts";
import { PanelFormat } from "./panels.ts";
import { Project, ProjectErased } from "./projects.ts";
import { PROVIDER_KINDS } from "./provider_kinds.ts";
import { words } from "./words_mark.ts";

const Prompt = words(
  z.string().refine((s) => [...s].length <= PROMPT_CODE_POINTS, {
    message: `must be at most ${PROMPT_CODE_POINTS} characters`,
  }),
);
const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
const Percent = whole(BOUNDS.trait);

export const ProviderKind = z.enum(PROVIDER_KINDS);

/** Model names and prices are the provider's words; we only bound their length. */
export const ModelName = z.string().trim().min(1).max(200);

/**
 * A base URL as somebody gives it. It is shown to everybody and recorded in events: a secret in it would be no
 * secret, and what is added to it, the path of a call, would end up in a query.
 */
const BaseUrl = z.url({ protocol: /^https?$/ }).max(500).refine(
  (url) => !/[?#]/.test(url) && !/^\w+:[\\/]*[^\\/]*@/.test(url),
  { message: "must have no user, password, query or fragment; the key has a field of its own" },
);

const providerFields = {
  name: Name,
  kind: ProviderKind,
  /** Where an OpenAI- or Anthropic-compatible server listens; absent: the maker's own. */
  baseUrl: z.url({ protocol: /^https?$/ }).max(500).optional(),
  defaultModel: ModelName.optional(),
  /** Calls in flight at once. */
  maxConcurrent: whole(BOUNDS.maxConcurrent),
  requestsPerMinute: whole(BOUNDS.requestsPerMinute),
  /** Seconds to the first sign of an answer, over all tries of a call, and of each silence after it. */
  timeoutSeconds: whole(BOUNDS.timeoutSeconds),
  /** Where the key goes; absent: a Bearer for Chat Completions, `x-api-key` for Messages. Gateways read one or the other. */
  keyHeader: z.enum(["authorization", "x-api-key"]).optional(),
  /** Fields that only this server knows, put into the body of every request. */
  extraBody: words(z.record(z.string(), z.unknown())).optional(),
};
/** As somebody gives it. */
export const ProviderFields = z.strictObject({
  ...providerFields,
  name: GivenName,
  baseUrl: BaseUrl.optional(),
  extraBody: ExtraBody.optional(),
});
export const Provider = z.strictObject({
  id: Id,
  ...providerFields,
  /** Headers that go with every request, by their names alone: what they say lies sealed beside the log, as keys do. */
  headerNames: z.array(z.string().min(1).max(100)).min(1).max(EXTRA_HEADERS).optional(),
});
export type Provider = z.infer<typeof Provider>;

const roleFields = { name: Name, description: Prompt, prompt: Prompt };
/** As somebody gives it. */
export const RoleFields = z.strictObject({ ...roleFields, name: GivenName });
export const Role = z.strictObject({ id: Id, ...roleFields });
export type Role = z.infer<typeof Role>;

export const Traits = z.strictObject({
  openness: Percent,
  conscientiousness: Percent,
  extraversion: Percent,
  agreeableness: Percent,
  neuroticism: Percent,
});
export type Traits = z.infer<typeof Traits>;
const personalityFields = { name: Name, traits: Traits, instructions: Prompt };
/** As somebody gives it. */
export const PersonalityFields = z.strictObject({ ...personalityFields, name: GivenName });
export const Personality = z.strictObject({ id: Id, ...personalityFields });
export type Personality = z.infer<typeof Personality>;

/** How long a model may think, in all the words that makers have for it; which of them one takes, its list says. */
export const Effort = z.enum(EFFORTS);
export const Params = z.strictObject({
  temperature: z.number().min(BOUNDS.temperature.min).max(BOUNDS.temperature.max).optional(),
  maxTokens: whole(BOUNDS.maxTokens).optional(),
  effort: Effort.optional(),
  /** Of the likeliest next words only those are drawn from that together are this likely. */
  topP: z.number().min(BOUNDS.topP.min).max(BOUNDS.topP.max).optional(),
  /** Texts at which an answer ends, before them. */
  stop: z.array(
    z.string().min(1).refine((text) => [...text].length <= STOP_CODE_POINTS, {
      message: `must be at most ${STOP_CODE_POINTS} characters`,
    }),
  ).min(1).max(STOPS).optional(),
  /** The same request with the same one is drawn alike, as far as its maker can. */
  seed: whole(BOUNDS.seed).optional(),
  verbosity: z.enum(["low", "medium", "high"]).optional(),
  /** How soon and at which price it is answered, in its maker's own word. */
  serviceTier: z.string().regex(/^[a-z][a-z_-]{0,39}$/, "must be a word of small letters").optional(),
  /** Messages: what a cache holds of a request is kept for an hour instead of five minutes, at a higher price. */
  cacheHour: z.literal(true).optional(),
  /** Tokens the model can take in; absent: what the built-in table says, or unknown. */
  contextWindow: whole(BOUNDS.contextWindow).optional(),
  /** Sliding window: the newest messages that are sent; absent: all of them (P19). */
  windowMessages: whole(BOUNDS.windowMessages).optional(),
  /** Minutes all calls of an answer may take together; absent: `ANSWER_MINUTES`. */
  maxMinutes: whole(BOUNDS.maxMinutes).optional(),
});
export type Params = z.infer<typeof Params>;
/** A word of the interface. Any: what it knows to draw may change, and changes no published event. */
const Drawn = z.string().regex(/^[a-z]{1,20}$/, "must be a word of small letters");
const agentFields = {
  name: Name,
  /** How it is drawn, in its colour, where that is not left to its id. */
  mark: z.strictObject({ shape: Drawn.optional(), motif: Drawn.optional() }).optional(),
  /** Its own picture instead: an uploaded image. */
  picture: words(z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex")).optional(),
  /** Index into the eight agent colours. */
  color: z.int().min(1).max(COLORS),
  roleId: Id.optional(),
  personalityId: Id.optional(),
  providerId: Id,
  /** Empty: the provider's default model. */
  model: z.string().trim().max(200),
  systemPrompt: Prompt,
  params: Params,
  tools: z.array(z.string().min(1).max(200)).max(64),
  /** A JSON schema that its answers are held to. */
  answerForm: words(z.record(z.string(), z.unknown())).optional(),
};
const AnswerForm = z.record(z.string(), z.unknown()).superRefine((form, { addIssue }) => {
  const message = formProblem(form);
  if (message !== null) addIssue({ code: "custom", message });
});
/** As somebody gives it. */
export const AgentFields = z.strictObject({
  ...agentFields,
  name: GivenName,
  answerForm: AnswerForm.optional(),
});
export const Agent = z.strictObject({
  id: Id,
  /** Unique in the workspace, never reused; how agents address one another (S1-13). */
  number: z.int().min(1),
  /** Grows with every change. */
  version: z.int().min(1),
  ...agentFields,
});
export type Agent = z.infer<typeof Agent>;

const agencyFields = {
  name: Name,
  managerAgentId: Id,
  agentIds: z.array(Id).min(1).max(PARTICIPANTS),
  principles: Prompt,
};
/** As somebody gives it. */
export const AgencyFields = z.strictObject({ ...agencyFields, name: GivenName });
export const Agency = z.strictObject({ id: Id, ...agencyFields });
export type Agency = z.infer<typeof Agency>;

/** Price in US dollars per million tokens, overriding the dated table. */
export const Price = z.strictObject({
  input: z.number().min(0),
  cacheRead: z.number().min(0).optional(),
  cacheWrite: z.number().min(0).optional(),
  output: z.number().min(0),
});
export type Price = z.infer<typeof Price>;
/** Tokens that a server says; beyond, it does not mean what it says. */
const ToldTokens = z.int().min(1).max(100_000_000);
/** What a provider's server says of a model; what is absent it does not say. */
export const ToldModel = z.strictObject({
  name: ModelName,
  /** Tokens it can take in, and give out in one answer. */
  contextWindow: ToldTokens.exactOptional(),
  maxOutput: ToldTokens.exactOptional(),
  /** It reads images; PDF files. */
  images: z.boolean().exactOptional(),
  pdf: z.boolean().exactOptional(),
  /** It calls tools. */
  tools: z.boolean().exactOptional(),
  /** It thinks before it answers … */
  thinks: z.boolean().exactOptional(),
  /** … for as long as one of these words means, in the order of `EFFORTS`; empty: it takes no word on that. */
  efforts: z.array(Effort).max(EFFORTS.length).readonly().exactOptional(),
  /** It takes `thinking: { type: "adaptive" }` of Messages. */
  adaptiveThinking: z.boolean().exactOptional(),
  /** It keeps to a JSON schema. */
  structured: z.boolean().exactOptional(),
  /** It takes a temperature. */
  temperature: z.boolean().exactOptional(),
  price: Price.exactOptional(),
});
export type ToldModel = Readonly<z.infer<typeof ToldModel>>;

const mcpServerFields = {
  name: Name,
  /** Where it listens: one endpoint of Streamable HTTP, or that of the older transport with server-sent events. */
  url: z.url({ protocol: /^https?$/ }).max(500),
  /** The header that carries its secret; absent: `Authorization`. */
  header: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, "must be the name of a header").optional(),
};
/** As somebody gives it. */
export const McpServerFields = z.strictObject({ ...mcpServerFields, name: GivenName, url: BaseUrl });
/** A server of the Model Context Protocol, whose tools agents may be given. */
export const McpServer = z.strictObject({
  id: Id,
  /** What stands before the names of its tools; unique in the workspace and never changed: agents hold on to it. */
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,19}$/),
  ...mcpServerFields,
});
export type McpServer = z.infer<typeof McpServer>;
/** Who sits as what, by the agent. */
export const PanelChair = z.strictObject({ role: z.string().min(1).max(30), agentId: Id });
/** A format of panels of one's own; with seats it is a whole panel, which programs can ask. */
export const OwnPanel = z.strictObject({
  id: Id,
  format: words(PanelFormat),
  seats: z.array(PanelChair).min(1).max(PANEL_SEATS).optional(),
});
export type OwnPanel = z.infer<typeof OwnPanel>;
/** What the protocol lets a tool be called. */
export const McpToolName = z.string().regex(/^[A-Za-z0-9_./-]{1,128}$/);
/** SHA-256 of all that a server says of a tool, or of its list of them. */
const Digest = z.string().regex(/^[0-9a-f]{64}$/);
/** A tool that runs without asking, as long as its server says of it what it said when a person confirmed that. */
export const TrustedTool = z.strictObject({ tool: McpToolName, definition: Digest });
export type TrustedTool = z.infer<typeof TrustedTool>;

/** Services that search the web for models whose makers do not. */
export const SEARCH_KINDS = ["searxng", "brave", "tavily"] as const;
/** As somebody gives it. */
export const WebSearchFields = z.strictObject({ kind: z.enum(SEARCH_KINDS), url: BaseUrl });
/** Where the web is searched; the key lies sealed beside the log. */
export const WebSearch = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  url: z.url({ protocol: /^https?$/ }).max(500),
});
export type WebSearch = z.infer<typeof WebSearch>;

/** Conversations that nobody has touched for so many days are deleted by themselves. */
export const RetentionSetting = z.strictObject({
  days: whole(RETENTION_DAYS),
  /** No deletion before this: it was told when that was chosen. */
  from: Timestamp,
});
export type RetentionSetting = z.infer<typeof RetentionSetting>;
/** What all that runs without a person may use on a day (UTC), together. */
export const DailyBudget = z.strictObject({
  tokens: whole(DAILY_TOKENS),
  /** US dollars, of the models whose price is known. */
  usd: z.number().min(DAILY_USD.min).max(DAILY_USD.max),
});
export type DailyBudget = z.infer<typeof DailyBudget>;
export const WorkspaceSettings = z.strictObject({
  /** Overrides by model name. */
  prices: z.record(z.string().max(200), Price).optional(),
  /** Absent: nothing is deleted by itself. */
  retention: RetentionSetting.optional(),
  /** Absent: nothing runs without a person. */
  daily: DailyBudget.optional(),
});
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

const byId = { id: Id };
/** What a token may do: `server/access/scopes.ts` says what each scope allows. */
export const TokenScope = z.enum(["all", "chat", "read", "metrics"]);
export type TokenScope = z.infer<typeof TokenScope>;
export const TokenCreated = event("TokenCreated", 1, () => ({
  id: Id,
  name: Name,
  /** Absent: `all`, as of every token from before there were scopes. */
  scope: TokenScope.optional(),
  /** Absent: never. */
  expiresAt: Timestamp.optional(),
}));

/**
 * What a provider's server says of those of its models that agents use: all that costs and requests need of its list,
 * which lies beside the log. It takes the place of what was told before.
 */
export const ModelsTold = event(
  "ModelsTold",
  1,
  () => ({ id: Id, models: z.array(ToldModel).max(TOLD_MODELS) }),
);

/** A person signed in at a server of tools, at the place that calls itself `issuer`. The tokens lie sealed beside the log. */
export const McpLoginSet = event("McpLoginSet", 1, () => ({ id: Id, issuer: z.string().min(1).max(500) }));

/** Which list of its tools is in force: the list itself lies beside the log, under this name. */
export const McpToolsListed = event("McpToolsListed", 1, () => ({
  id: Id,
  list: Digest,
  tools: z.int().min(0).max(SERVER_TOOLS),
}));

/** What a note said is gone, in all its versions: the events that lost their words. It is out of use with that. */
export const NoteErased = event("NoteErased", 1, () => ({
  id: Id,
  seqs: z.array(Seq.min(1)).min(1).max(ERASED_EVENTS),
}));

/**
 * Every event of the workspace, told apart by `type`. A changed resource is recorded whole: a fold needs no merge
 * rules, and history shows what stood there.
 */
export const WorkspaceEvent = z.discriminatedUnion("type", [
  eventOf("ProviderCreated", 3, () => Provider),
  eventOf("ProviderChanged", 3, () => Provider),
  event("ProviderArchived", 1, () => byId),
  event("ProviderRestored", 1, () => byId),
  event("ProviderKeySet", 1, () => byId),
  event("ProviderKeyCleared", 1, () => byId),
  ModelsTold,
  eventOf("RoleCreated", 1, () => Role),
  eventOf("RoleChanged", 1, () => Role),
  event("RoleArchived", 1, () => byId),
  event("RoleRestored", 1, () => byId),
  eventOf("PersonalityCreated", 1, () => Personality),
  eventOf("PersonalityChanged", 1, () => Personality),
  event("PersonalityArchived", 1, () => byId),
  event("PersonalityRestored", 1, () => byId),
  eventOf("AgentCreated", 5, () => Agent),
  eventOf("AgentChanged", 5, () => Agent),
  event("AgentArchived", 1, () => byId),
  event("AgentRestored", 1, () => byId),
  eventOf("AgencyCreated", 1, () => Agency),
  eventOf("AgencyChanged", 1, () => Agency),
  event("AgencyArchived", 1, () => byId),
  event("AgencyRestored", 1, () => byId),
  eventOf("PanelFormatCreated", 1, () => OwnPanel),
  eventOf("PanelFormatChanged", 1, () => OwnPanel),
  event("PanelFormatArchived", 1, () => byId),
  event("PanelFormatRestored", 1, () => byId),
  eventOf("McpServerCreated", 1, () => McpServer),
  eventOf("McpServerChanged", 1, () => McpServer),
  event("McpServerArchived", 1, () => byId),
  event("McpServerRestored", 1, () => byId),
  event("McpSecretSet", 1, () => byId),
  event("McpSecretCleared", 1, () => byId),
  McpLoginSet,
  /** Nobody is signed in there any more: a person ended it, or its server no longer accepts it. */
  event("McpLoginEnded", 1, () => ({ id: Id, why: z.enum(["person", "refused"]) })),
  McpToolsListed,
  /** A person lets a tool run without asking; an empty `definition`: no longer. */
  event(
    "McpToolTrusted",
    1,
    () => ({ id: Id, tool: McpToolName, definition: z.union([Digest, z.literal("")]) }),
  ),
  eventOf("WebSearchSet", 1, () => WebSearch),
  event("WebSearchRemoved", 1, () => ({})),
  eventOf("NoteCreated", 1, () => Note),
  eventOf("NoteChanged", 1, () => Note),
  event("NoteArchived", 1, () => byId),
  event("NoteRestored", 1, () => byId),
  NoteErased,
  eventOf("ProjectCreated", 1, () => Project),
  eventOf("ProjectChanged", 1, () => Project),
  event("ProjectArchived", 1, () => byId),
  event("ProjectRestored", 1, () => byId),
  ProjectErased,
  PanelJudged,
  ComparisonJudged,
  JudgementErased,
  TokenCreated,
  event("TokenRevoked", 1, () => byId),
  eventOf("WorkspaceSettingsChanged", 2, () => WorkspaceSettings),
]);
/** An event about to be appended. */
export type NewWorkspaceEvent = z.infer<typeof WorkspaceEvent>;
/** An event as read back. */
export type WorkspaceEvent = NewWorkspaceEvent & Placed;
