/** What a request holds besides its messages: instructions, parameters, tools, and how its provider is spoken to. */
import type { Schema } from "../../events/catalog/answer_form.ts";
import { PDF_TYPE } from "../../events/catalog/limits.ts";
import type { Agent, Provider } from "../../events/catalog/workspace.ts";
import type { SentContext } from "../../projections/context/context.ts";
import { formInstructions } from "../../projections/prompt/form_instructions.ts";
import { systemPrompt } from "../../projections/prompt/system_prompt.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { adaptShell, filesTakenBy, seesPictures } from "../providers/models.ts";
import type { Shell } from "../providers/types.ts";
import { FALLBACK_NUDGE } from "../providers/valid_messages.ts";
import { handParams } from "./hand.ts";
import type { Means } from "./means.ts";
import type { Answering } from "./who_answers.ts";

/** How what may hurt on its way is sent. */
const SAFE = { fence: "1", whole: true } as const;

/** @param group what it is told of the others and of its task */
export const systemOf = (
  { roles, personalities }: WorkspaceState,
  agent: Agent,
  form: Schema | null,
  group: string,
): string =>
  systemPrompt({
    agent,
    role: roles[agent.roleId ?? ""],
    personality: personalities[agent.personalityId ?? ""],
    form: form ? formInstructions(form) : "",
    group,
  });

const hasPdf = ({ messages }: Pick<SentContext, "messages">): boolean =>
  messages.some(({ attachments }) => attachments?.some(({ type }) => type === PDF_TYPE));

export function shellOf(
  { agent: { params }, model, told }: Answering,
  { provider, known, learned, own, theirs, search, wanted }: Means,
  { system, hand, format }: {
    readonly system: string;
    /** It is asked for no answer but whether it has one. */
    readonly hand: boolean;
    readonly format: string | undefined;
  },
  sent: Pick<SentContext, "messages">,
): Shell {
  const { kind } = provider;
  return adaptShell(kind, {
    model,
    system,
    params: hand ? handParams(params, kind, known) : params,
    tools: [...own, ...theirs],
    nudge: FALLBACK_NUDGE,
    after: [],
    ...SAFE,
    ...(Object.keys(wanted).length > 0 ? { call: wanted } : {}),
    downgrades: learned,
    ...ofProvider(provider),
    ...(search ? { search: true } : {}),
    ...(filesTakenBy(kind, model, told).documents && hasPdf(sent) ? { documents: true } : {}),
    ...(own.length > 0 && seesPictures(kind, model, told) ? { pictures: true } : {}),
    ...(format === undefined ? {} : { form: format }),
  }, told);
}

/** What the provider adds to every request. Whose cache goes by a key is known of OpenAI alone. */
function ofProvider({ kind, baseUrl, extraBody, headerNames }: Provider): Partial<Shell> {
  if (kind === "mock") return {};
  return {
    ...(extraBody ? { extra: extraBody } : {}),
    ...(headerNames ? { headers: headerNames } : {}),
    ...(kind !== "anthropic" && baseUrl === undefined ? { cacheKey: true } : {}),
  };
}
