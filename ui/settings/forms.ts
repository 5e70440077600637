/** The fields of each kind of resource, and what a good value is. */
import { ANSWER_MINUTES, BOUNDS, PROVIDER_LIMITS } from "../../events/catalog/limits.ts";
import { PROVIDER_KINDS } from "../../events/catalog/provider_kinds.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { OpenedWorkspace } from "../../server/contract/resources.ts";
import { words as pictures } from "../words/pictures.ts";
import { wordsOfKind } from "../words/providers.ts";
import { words as all } from "../words/settings.ts";
import { labelOf } from "../words/tools.ts";
import { tellProvider } from "./known_providers.ts";
import { PICTURE_HINT } from "./square_picture.ts";

const words = all.fields;

export type Values = Record<string, unknown>;
export type Named = "providers" | "roles" | "personalities" | "agents" | "agencies";

export interface Field {
  /** Or part of an object: `params.temperature`. */
  readonly key: string;
  readonly label: string;
  readonly kind:
    | "text"
    | "long"
    | "number"
    | "secret"
    | "choice"
    | "color"
    | "many"
    | "tools"
    | "traits"
    | "model"
    | "shape"
    | "motif"
    | "picture"
    | "lines"
    | "json"
    | "headers";
  readonly required?: boolean;
  /** Empty is a value like any other; elsewhere it takes the value away. */
  readonly blank?: true;
  /** Most people never need it: it is folded away. */
  readonly advanced?: true;
  readonly hint?: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  options?(state: WorkspaceState, tools: Readonly<OpenedWorkspace["tools"]>): readonly Choice[];
}
export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Form {
  readonly named: Named;
  readonly fields: readonly Field[];
  readonly initial: Values;
  summary(resource: Values, state: WorkspaceState): string;
  /** Where a program reaches it. */
  address?(resource: Values): string;
}

const named = <One extends { id: string; name: string; archived: boolean }>(
  record: Record<string, One>,
  labelOf = ({ name }: One) => name,
): Choice[] =>
  Object.values(record).filter((one) => !one.archived).map((one) => ({ value: one.id, label: labelOf(one) }));
/** `#143 (programmer)`: as agents of an agency know one another (S1-13). */
const withNumber = ({ number, name }: { number: number; name: string }) => `#${number} (${name})`;
const numbered = (state: WorkspaceState) => named(state.agents, withNumber);
/** Whether its number alone says which of two is meant. */
const hasNamesake = ({ id, name }: Values, { agents }: WorkspaceState): boolean =>
  Object.values(agents).some((other) => !other.archived && other.name === name && other.id !== id);
const none: Choice = { value: "", label: words.none };

type More = Partial<Omit<Field, "key" | "label" | "kind">>;
const ofKind =
  (kind: Field["kind"], common: More = {}) => (key: string, label: string, more: More = {}): Field => ({
    key,
    label,
    kind,
    ...common,
    ...more,
  });
const text = ofKind("text");
const long = ofKind("long", { blank: true });
const choice = ofKind("choice");
const many = ofKind("many");
const model = ofKind("model");
const number = (key: keyof typeof BOUNDS, label: string, more: More = {}) =>
  ofKind("number", { ...BOUNDS[key], advanced: true })(key, label, more);
const param = (field: Field): Field => ({ ...field, key: `params.${field.key}` });
const NAME = text("name", words.name, { required: true });

const VERBOSITIES = ["low", "medium", "high"] as const;
/** How an agent answers, as far as its maker has words for it: the adapter leaves out what a kind does not know. */
const DRAWN: readonly Field[] = [
  number("topP", words.topP, { step: 0.05, hint: words.topPHint }),
  ofKind("lines")("stop", words.stop, { advanced: true, hint: words.stopHint }),
  number("seed", words.seed, { hint: words.seedHint }),
  choice("verbosity", words.verbosity, {
    advanced: true,
    hint: words.verbosityHint,
    options: () => [
      { value: "", label: words.byModel },
      ...VERBOSITIES.map((value) => ({ value, label: words.efforts[value] })),
    ],
  }),
  text("serviceTier", words.serviceTier, { advanced: true, hint: words.serviceTierHint }),
  choice("cacheHour", words.cacheHour, {
    advanced: true,
    hint: words.cacheHourHint,
    options: () => [
      { value: "", label: words.cacheHours.minutes },
      { value: "true", label: words.cacheHours.hour },
    ],
  }),
].map(param);

/** The headers that may carry a key, as they are written. */
const KEY_HEADERS: readonly Choice[] = [
  { value: "", label: words.keyHeaderUsual },
  { value: "authorization", label: "Authorization: Bearer" },
  { value: "x-api-key", label: "x-api-key" },
];
const limit = (key: keyof typeof PROVIDER_LIMITS, label: string, more: More = {}) =>
  number(key, label, { required: true, ...more });

export const FORMS: Record<Named, Form> = {
  providers: {
    named: "providers",
    initial: { name: "", kind: "openai", baseUrl: "", defaultModel: "", apiKey: "", ...PROVIDER_LIMITS },
    summary: (values, state) =>
      // A resource of this kind has the fields of one.
      [tellProvider(values as unknown as Provider), state.keys[String(values["id"])] ? all.withKey : ""]
        .filter(Boolean).join(" · "),
    fields: [
      NAME,
      ofKind("secret")("apiKey", words.apiKey, { hint: words.apiKeyHint }),
      model("defaultModel", words.defaultModel, { hint: words.defaultModelHint }),
      choice("kind", words.kind, {
        advanced: true,
        options: () => PROVIDER_KINDS.map((value) => ({ value, label: wordsOfKind(value).speaks })),
      }),
      text("baseUrl", words.baseUrl, { advanced: true, hint: words.baseUrlHint }),
      choice("keyHeader", words.keyHeader, {
        advanced: true,
        options: () => KEY_HEADERS,
        hint: words.keyHeaderHint,
      }),
      ofKind("headers")("headers", words.headers, { advanced: true, hint: words.headersHint }),
      ofKind("json")("extraBody", words.extraBody, { advanced: true, hint: words.extraBodyHint }),
      limit("maxConcurrent", words.maxConcurrent),
      limit("requestsPerMinute", words.requestsPerMinute),
      limit("timeoutSeconds", words.timeoutSeconds, { hint: words.timeoutHint }),
    ],
  },
  agents: {
    named: "agents",
    initial: { name: "", color: 1, providerId: "", model: "", systemPrompt: "", tools: [], params: {} },
    summary: (a, state) =>
      [
        hasNamesake(a, state) ? `#${String(a["number"])}` : "",
        state.providers[String(a["providerId"])]?.name ?? "?",
        String(a["model"]) || all.defaultOfProvider,
      ].filter(Boolean).join(" · "),
    fields: [
      NAME,
      ofKind("color")("color", words.color),
      ofKind("shape")("mark.shape", words.shape),
      ofKind("motif")("mark.motif", words.motif),
      ofKind("picture")("picture", pictures.own, { hint: PICTURE_HINT }),
      choice("providerId", words.provider, { required: true, options: (state) => named(state.providers) }),
      model("model", words.model, { blank: true, hint: words.modelHint }),
      choice("roleId", words.role, { options: (state) => [none, ...named(state.roles)] }),
      choice("personalityId", words.personality, {
        options: (state) => [none, ...named(state.personalities)],
      }),
      long("systemPrompt", words.systemPrompt, { hint: words.systemPromptHint }),
      ofKind("tools")("tools", words.tools, {
        options: (_, tools) => tools.map((tool) => ({ value: tool.name, label: labelOf(tool) })),
      }),
      ofKind("json")("answerForm", words.answerForm, { advanced: true, hint: words.answerFormHint }),
      param(number("temperature", words.temperature, { step: 0.1 })),
      param(number("maxTokens", words.maxTokens)),
      // Which there are depends on the model.
      param(choice("effort", words.effort, { advanced: true })),
      ...DRAWN,
      param(number("contextWindow", words.contextWindow, { hint: words.contextWindowHint })),
      param(number("windowMessages", words.windowMessages, { hint: words.windowMessagesHint })),
      param(number("maxMinutes", words.maxMinutes, { hint: words.maxMinutesHint(ANSWER_MINUTES) })),
    ],
  },
  roles: {
    named: "roles",
    initial: { name: "", description: "", prompt: "" },
    summary: (role) => String(role["description"] ?? ""),
    fields: [NAME, text("description", words.description, { blank: true }), long("prompt", words.prompt)],
  },
  personalities: {
    named: "personalities",
    initial: {
      name: "",
      instructions: "",
      traits: { openness: 50, conscientiousness: 50, extraversion: 50, agreeableness: 50, neuroticism: 50 },
    },
    summary: (one) => String(one["instructions"] ?? ""),
    fields: [NAME, ofKind("traits")("traits", words.traits), long("instructions", words.instructions)],
  },
  agencies: {
    named: "agencies",
    initial: { name: "", managerAgentId: "", agentIds: [], principles: "" },
    summary: (agency, state) => {
      const manager = state.agents[String(agency["managerAgentId"])];
      return all.managedBy(manager ? withNumber(manager) : "?");
    },
    address: (agency) => `POST /api/agency/${String(agency["id"])}/chat/completions`,
    fields: [
      NAME,
      choice("managerAgentId", words.manager, { required: true, options: numbered }),
      many("agentIds", words.members, { required: true, options: numbered }),
      long("principles", words.principles, { hint: words.principlesHint }),
    ],
  },
};
