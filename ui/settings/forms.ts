/** The fields of each kind of resource, and what a good value is. */
import { ANSWER_MINUTES, BOUNDS, PROVIDER_LIMITS } from "../../events/catalog/limits.ts";
import { labelOfKind, PROVIDER_KINDS } from "../../events/catalog/provider_kinds.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { OpenedWorkspace } from "../../server/contract/resources.ts";

export type Values = Record<string, unknown>;
export type Named = "providers" | "roles" | "personalities" | "agents" | "agencies";

export interface Field {
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
  /** Part of an object: `params.temperature`. */
  options?(
    state: WorkspaceState,
    tools: Readonly<OpenedWorkspace["tools"]>,
  ): readonly { value: string; label: string }[];
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

const named = (record: Record<string, { id: string; name: string; archived: boolean }>) =>
  Object.values(record).filter((one) => !one.archived).map((one) => ({ value: one.id, label: one.name }));
/** `#143 (programmer)`: as agents of an agency know one another (S1-13). */
const withNumber = ({ number, name }: { number: number; name: string }) => `#${number} (${name})`;
const numbered = (agents: WorkspaceState["agents"]) =>
  Object.values(agents).filter((one) => !one.archived).map((one) => ({
    value: one.id,
    label: withNumber(one),
  }));
const none = { value: "", label: "None" };

export const FORMS: Record<Named, Form> = {
  providers: {
    named: "providers",
    one: "provider",
    initial: { name: "", kind: "openai", baseUrl: "", defaultModel: "", apiKey: "", ...PROVIDER_LIMITS },
    summary: (p, state) =>
      [p["kind"], p["baseUrl"], state.keys[String(p["id"])] ? "with a key" : ""].filter(Boolean).join(" · "),
    fields: [
      { key: "name", label: "Name", kind: "text", required: true },
      {
        key: "kind",
        label: "Kind",
        kind: "choice",
        options: () => PROVIDER_KINDS.map((value) => ({ value, label: labelOfKind(value) })),
      },
      {
        key: "baseUrl",
        label: "Address",
        kind: "text",
        hint: "Empty for the maker's own. Ollama: http://localhost:11434/v1. Changing it clears the key.",
      },
      {
        key: "apiKey",
        label: "Key",
        kind: "secret",
        hint: "Stored encrypted; never shown again. Local servers need none.",
      },
      {
        key: "keyHeader",
        label: "Key is sent as",
        kind: "choice",
        options: () => [
          { value: "", label: "The maker's own header" },
          { value: "authorization", label: "Authorization: Bearer" },
          { value: "x-api-key", label: "x-api-key" },
        ],
        hint: "For gateways that read only the other one.",
      },
      { key: "defaultModel", label: "Default model", kind: "model" },
      {
        key: "maxConcurrent",
        label: "Calls at once",
        kind: "number",
        required: true,
        ...BOUNDS.maxConcurrent,
      },
      {
        key: "requestsPerMinute",
        label: "Requests a minute",
        kind: "number",
        required: true,
        ...BOUNDS.requestsPerMinute,
      },
      {
        key: "timeoutSeconds",
        label: "Seconds of silence",
        kind: "number",
        required: true,
        ...BOUNDS.timeoutSeconds,
        hint: "How long to wait for the first sign of an answer, all tries together, and for each silence " +
          "after it. A wait that the provider asks for comes on top and is shown.",
      },
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
      { key: "name", label: "Name", kind: "text", required: true },
      { key: "color", label: "Colour", kind: "color" },
      {
        key: "providerId",
        label: "Provider",
        kind: "choice",
        required: true,
        options: (state) => named(state.providers),
      },
      { key: "model", label: "Model", kind: "model", blank: true, hint: "Empty: the provider's default." },
      { key: "roleId", label: "Role", kind: "choice", options: (state) => [none, ...named(state.roles)] },
      {
        key: "personalityId",
        label: "Personality",
        kind: "choice",
        options: (state) => [none, ...named(state.personalities)],
      },
      {
        key: "systemPrompt",
        label: "Own instructions",
        kind: "long",
        blank: true,
        hint: "Empty: “You are {name}.”",
      },
      { key: "params.temperature", label: "Temperature", kind: "number", ...BOUNDS.temperature, step: 0.1 },
      { key: "params.maxTokens", label: "Longest answer, in tokens", kind: "number", ...BOUNDS.maxTokens },
      {
        key: "params.effort",
        label: "Effort",
        kind: "choice",
        options: () => [none, ...["low", "medium", "high"].map((value) => ({ value, label: value }))],
      },
      {
        key: "params.contextWindow",
        label: "Context window, in tokens",
        kind: "number",
        ...BOUNDS.contextWindow,
        hint: "Empty: what is known of the model. You are warned at 80 %; nothing larger is sent.",
      },
      {
        key: "params.windowMessages",
        label: "Only the newest messages",
        kind: "number",
        ...BOUNDS.windowMessages,
        hint: "Empty: all of them. What is left out is shown.",
      },
      {
        key: "params.maxMinutes",
        label: "Longest answer, in minutes",
        kind: "number",
        ...BOUNDS.maxMinutes,
        hint: `Empty: ${ANSWER_MINUTES}. A longer answer is stopped; what it said until then is kept.`,
      },
      {
        key: "tools",
        label: "Tools",
        kind: "many",
        options: (_, tools) => tools.map(({ name, label }) => ({ value: name, label })),
      },
    ],
  },
  roles: {
    named: "roles",
    one: "role",
    initial: { name: "", description: "", prompt: "" },
    summary: (role) => String(role["description"] ?? ""),
    fields: [
      { key: "name", label: "Name", kind: "text", required: true },
      { key: "description", label: "Description", kind: "text", blank: true },
      { key: "prompt", label: "Instructions", kind: "long", blank: true },
    ],
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
    fields: [
      { key: "name", label: "Name", kind: "text", required: true },
      { key: "traits", label: "Traits", kind: "traits" },
      { key: "instructions", label: "Instructions", kind: "long", blank: true },
    ],
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
      { key: "name", label: "Name", kind: "text", required: true },
      {
        key: "managerAgentId",
        label: "Manager",
        kind: "choice",
        required: true,
        options: (state) => numbered(state.agents),
      },
      {
        key: "agentIds",
        label: "Members",
        kind: "many",
        required: true,
        options: (state) => numbered(state.agents),
      },
      {
        key: "principles",
        label: "Principles",
        kind: "long",
        blank: true,
        hint: "Every agent of the agency is told these.",
      },
    ],
  },
};
