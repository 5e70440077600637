/**
 * What a call asks for beside its words: what can be honoured becomes settings of its message, what cannot is refused by
 * name. Nothing that was sent is left out in silence.
 */
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import { modelOfAgent } from "../../projections/told_models.ts";
import type { WorkspaceState } from "../../projections/shapes/settings_fold.ts";
import { cannotTake, notTaken, spokenTo } from "../../actors/providers/call_settings.ts";
import { Completion } from "../contract/completion_shapes.ts";
import { given } from "../http/commands.ts";
import { toolSettings } from "./caller_tools.ts";
import { unsupported } from "./unsupported.ts";

export const none = (value: unknown) => value === false || value === 0;
export const empty = (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;
export const oneOf = (...values: readonly unknown[]) => (value: unknown) => values.includes(value);

/** Parameters of OpenAI's that nobody here can honour, each with the values that ask for nothing. */
export type Refused = Readonly<Record<string, (value: unknown) => boolean>>;
const REFUSED: Refused = {
  audio: () => false,
  function_call: oneOf("none"),
  functions: empty,
  logit_bias: empty,
  logprobs: none,
  modalities: (value) => Array.isArray(value) && value.length === 1 && value[0] === "text",
  moderation: () => false,
  n: oneOf(1),
  prediction: () => false,
  prompt_cache_options: empty,
  prompt_cache_retention: () => false,
  service_tier: oneOf("auto", "default"),
  top_logprobs: none,
  web_search_options: () => false,
};

/** Every parameter that is known, for the test that sends them all. */
export const knownParameters = (): string[] =>
  [
    ...Object.keys(Completion.unwrap().shape),
    ...Object.keys(REFUSED),
  ].sort();

/** A name that was sent may be told where it is a name, and no text that somebody put in its place. */
const NAME = /^\w{1,64}$/;
const named = (name: string) => NAME.test(name) ? `“${name}”` : "a field";

/** Refuses what nobody can do: of what stands under `at` in the body, all that is neither honoured nor asks for nothing. */
export function refuseStrange(
  body: Readonly<Record<string, unknown>>,
  honoured: Readonly<Record<string, unknown>>,
  refused: Refused,
  at = "",
): void {
  for (const [param, value] of Object.entries(body)) {
    if (Object.hasOwn(honoured, param) || value === null || value === undefined) continue;
    const asksNothing = Object.hasOwn(refused, param) ? refused[param] : undefined;
    if (asksNothing?.(value)) continue;
    throw unsupported(
      NAME.test(param) ? `${at}${param}` : at.slice(0, -1),
      asksNothing !== undefined
        ? `${named(param)} cannot be honoured here, or not with this value.`
        : `${named(param)} is not a parameter that is known here.`,
    );
  }
}

/** What OpenAI calls each setting. */
const NAMES: Readonly<Record<keyof CallSettings, string>> = {
  maxTokens: "max_tokens",
  temperature: "temperature",
  topP: "top_p",
  topK: "top_k",
  frequencyPenalty: "frequency_penalty",
  presencePenalty: "presence_penalty",
  stop: "stop",
  seed: "seed",
  effort: "reasoning_effort",
  verbosity: "verbosity",
  format: "response_format",
  tools: "tools",
  toolChoice: "tool_choice",
  parallelTools: "parallel_tool_calls",
  user: "user",
  metadata: "metadata",
  store: "store",
  safetyId: "safety_identifier",
  cacheKey: "prompt_cache_key",
};
const nameOf = (setting: keyof CallSettings, body: Completion) =>
  setting === "maxTokens" && body.max_tokens === undefined ? "max_completion_tokens" : NAMES[setting];

/** What changes an answer's form, in which agents of an agency would no longer understand one another. */
const FORMS = ["maxTokens", "stop", "format", "tools"] as const;

/** Notes of one call, as many as OpenAI keeps. */
const NOTES = 16;

/** The value, unless it is what happens without it. */
const unless = <T>(usual: T, value: T | null | undefined): T | undefined =>
  value === usual ? undefined : value ?? undefined;

/** The settings of a call, undefined where it has none. Throws for the first thing that cannot be honoured. */
export function settingsOf(body: Completion): CallSettings | undefined {
  refuseStrange(body, Completion.unwrap().shape, REFUSED);
  const { max_tokens, max_completion_tokens, stop, response_format: form } = body;
  if (max_tokens && max_completion_tokens && max_tokens !== max_completion_tokens) {
    throw unsupported("max_tokens", "max_tokens and max_completion_tokens are two names of one limit.");
  }
  if (body.store === false && body.conversation_id) {
    throw unsupported("store", "One call of a conversation that is kept cannot go alone.");
  }
  if (Object.keys(body.metadata ?? {}).length > NOTES) {
    throw unsupported("metadata", `At most ${NOTES} notes can be kept with a call.`);
  }
  const call: CallSettings = given({
    maxTokens: max_completion_tokens ?? max_tokens ?? undefined,
    temperature: body.temperature ?? undefined,
    topP: unless(1, body.top_p),
    topK: body.top_k ?? undefined,
    frequencyPenalty: unless(0, body.frequency_penalty),
    presencePenalty: unless(0, body.presence_penalty),
    stop: typeof stop === "string" ? [stop] : stop?.length ? stop : undefined,
    seed: body.seed ?? undefined,
    effort: body.reasoning_effort ?? undefined,
    verbosity: body.verbosity ?? undefined,
    format: form && form.type !== "text" ? JSON.stringify(form) : undefined,
    ...toolSettings(body),
    user: body.user ?? undefined,
    safetyId: body.safety_identifier ?? undefined,
    cacheKey: body.prompt_cache_key ?? undefined,
    store: body.store === false ? body.store : undefined,
    metadata: body.metadata && !empty(body.metadata) ? body.metadata : undefined,
  });
  return empty(call) ? undefined : call;
}

/**
 * Refuses what these agents cannot be asked for. In an agency a setting holds for everybody who is asked: the manager
 * and the members.
 */
export function checkSettings(
  body: Completion,
  call: CallSettings,
  workspace: WorkspaceState,
  agentIds: readonly string[],
  agency: boolean,
): void {
  const form = agency && FORMS.find((one) => call[one] !== undefined);
  if (form) {
    const name = nameOf(form, body);
    throw unsupported(name, `“${name}” would break the form in which an agency’s agents talk; ask an agent.`);
  }
  for (const id of agentIds) {
    const agent = workspace.agents[id];
    const provider = workspace.providers[agent?.providerId ?? ""];
    if (!agent || !provider) continue;
    const { model, told } = modelOfAgent(workspace, id);
    const strange = cannotTake(spokenTo(provider, model, call, told).kind, model, call, [], told);
    if (strange) throw unsupported(nameOf(strange, body), notTaken(strange));
  }
}
