/** The fields of each kind of resource, and what a good value is. */
import { ANSWER_MINUTES, BOUNDS, PROVIDER_LIMITS } from "../../events/catalog/limits.ts";
import { labelOfKind, PROVIDER_KINDS } from "../../events/catalog/provider_kinds.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { OpenedWorkspace } from "../../server/contract/resources.ts";

export type Values = Record<string, unknown>;
export type Named = "providers" | "roles" | "personalities" | "agents" | "agencies";

export interface Field {
  /** Or part of an object: `params.temperature`. */
  readonly key: string;
  readonly label: string;
  readonly kind: "text" | "long" | "number" | "secret" | "choice" | "color" | "many" | "traits" | "model";
  readonly required?: boolean;
  /** Empty is a value like any other; elsewhere it takes the value away. */
  readonly blank?: true;
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
  readonly one: string;
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
const none: Choice = { value: "", label: "None" };

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
  ofKind("number", BOUNDS[key])(key, label, more);
const param = (field: Field): Field => ({ ...field, key: `params.${field.key}` });
const NAME = text("name", "Name", { required: true });

export const FORMS: Record<Named, Form> = {
  providers: {
    named: "providers",
    one: "provider",
    initial: { name: "", kind: "openai", baseUrl: "", defaultModel: "", apiKey: "", ...PROVIDER_LIMITS },
    summary: (p, state) =>
      [p["kind"], p["baseUrl"], state.keys[String(p["id"])] ? "with a key" : ""].filter(Boolean).join(" · "),
    fields: [
      NAME,
      choice("kind", "Kind", {
        options: () => PROVIDER_KINDS.map((value) => ({ value, label: labelOfKind(value) })),
      }),
      text("baseUrl", "Address", {
        hint: "Empty for the maker's own. Ollama: http://localhost:11434/v1. Changing it clears the key.",
      }),
      ofKind("secret")("apiKey", "Key", {
        hint: "Stored encrypted; never shown again. Local servers need none.",
      }),
      choice("keyHeader", "Key is sent as", {
        options: () => [
          { value: "", label: "The maker's own header" },
          { value: "authorization", label: "Authorization: Bearer" },
          { value: "x-api-key", label: "x-api-key" },
        ],
        hint: "For gateways that read only the other one.",
      }),
      model("defaultModel", "Default model"),
      number("maxConcurrent", "Calls at once", { required: true }),
      number("requestsPerMinute", "Requests a minute", { required: true }),
      number("timeoutSeconds", "Seconds of silence", {
        required: true,
        hint: "How long to wait for the first sign of an answer, all tries together, and for each silence " +
          "after it. A wait that the provider asks for comes on top and is shown.",
      }),
    ],
  },
  agents: {
    named: "agents",
    one: "agent",
    initial: { name: "", color: 1, providerId: "", model: "", systemPrompt: "", tools: [], params: {} },
    summary: (a, state) =>
      `#${String(a["number"])} · ${state.providers[String(a["providerId"])]?.name ?? "?"} · ${
        String(a["model"]) || "default model"
      }`,
    fields: [
      NAME,
      ofKind("color")("color", "Colour"),
      choice("providerId", "Provider", { required: true, options: (state) => named(state.providers) }),
      model("model", "Model", { blank: true, hint: "Empty: the provider's default." }),
      choice("roleId", "Role", { options: (state) => [none, ...named(state.roles)] }),
      choice("personalityId", "Personality", { options: (state) => [none, ...named(state.personalities)] }),
      long("systemPrompt", "Own instructions", { hint: "Empty: “You are {name}.”" }),
      param(number("temperature", "Temperature", { step: 0.1 })),
      param(number("maxTokens", "Longest answer, in tokens")),
      param(choice("effort", "Effort", {
        options: () => [none, ...["low", "medium", "high"].map((value) => ({ value, label: value }))],
      })),
      param(number("contextWindow", "Context window, in tokens", {
        hint: "Empty: what is known of the model. You are warned at 80 %; nothing larger is sent.",
      })),
      param(number("windowMessages", "Only the newest messages", {
        hint: "Empty: all of them. What is left out is shown.",
      })),
      param(number("maxMinutes", "Longest answer, in minutes", {
        hint: `Empty: ${ANSWER_MINUTES}. A longer answer is stopped; what it said until then is kept.`,
      })),
      many("tools", "Tools", {
        options: (_, tools) => tools.map(({ name, label }) => ({ value: name, label })),
      }),
    ],
  },
  roles: {
    named: "roles",
    one: "role",
    initial: { name: "", description: "", prompt: "" },
    summary: (role) => String(role["description"] ?? ""),
    fields: [NAME, text("description", "Description", { blank: true }), long("prompt", "Instructions")],
  },
  personalities: {
    named: "personalities",
    one: "personality",
    initial: {
      name: "",
      instructions: "",
      traits: { openness: 50, conscientiousness: 50, extraversion: 50, agreeableness: 50, neuroticism: 50 },
    },
    summary: (one) => String(one["instructions"] ?? ""),
    fields: [NAME, ofKind("traits")("traits", "Traits"), long("instructions", "Instructions")],
  },
  agencies: {
    named: "agencies",
    one: "agency",
    initial: { name: "", managerAgentId: "", agentIds: [], principles: "" },
    summary: (agency, state) => {
      const manager = state.agents[String(agency["managerAgentId"])];
      return `managed by ${manager ? withNumber(manager) : "?"}`;
    },
    address: (agency) => `POST /api/agency/${String(agency["id"])}/chat/completions`,
    fields: [
      NAME,
      choice("managerAgentId", "Manager", { required: true, options: numbered }),
      many("agentIds", "Members", { required: true, options: numbered }),
      long("principles", "Principles", { hint: "Every agent of the agency is told these." }),
    ],
  },
};
