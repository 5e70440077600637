/** What a turn needs before it may call anybody: who answers, through which provider, with what to read. */
import type { Schema } from "../../events/catalog/answer_form.ts";
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import type { Memory } from "../../events/catalog/memory.ts";
import { ANSWER_MINUTES, HAND_MINUTES, PDF_TYPE } from "../../events/catalog/limits.ts";
import type { PanelPlace } from "../../events/catalog/panels.ts";
import type { Agent, Provider, ToldModel } from "../../events/catalog/workspace.ts";
import { AgentContext, type SentContext } from "../../projections/context/context.ts";
import { windowStart } from "../../projections/context/selection.ts";
import { RULES, type Spec } from "../../projections/context/spec.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { VERDICT_FORM } from "../../projections/checks/verdict.ts";
import { BETTER_FORM } from "../../projections/comparisons/better.ts";
import { toldToJudge } from "../../projections/context/judged_context.ts";
import type { CheckRun } from "../../projections/shapes/check_folds.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { systemPrompt } from "../../projections/prompt/system_prompt.ts";
import { toldOf } from "../../projections/told_models.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { contextTokens } from "../../projections/context/tokens.ts";
import { modeOfTurn } from "../conversation/modes/modes.ts";
import { panelPrompt } from "../conversation/modes/panel.ts";
import { answersOfBrief } from "../../projections/panels/brief.ts";
import { BRIEF_SCHEMA } from "../../projections/panels/brief_form.ts";
import { stageOf } from "../../projections/panels/panels.ts";
import { cannotTake, notTaken, spokenTo } from "../providers/call_settings.ts";
import { adaptShell, capabilitiesOf, filesTakenBy, seesPictures } from "../providers/models.ts";
import { kindFacts } from "../../events/catalog/provider_kinds.ts";
import { MAKERS_SEARCH } from "../providers/makers_search.ts";
import { clientTools, type Shell } from "../providers/types.ts";
import { formInstructions } from "../../projections/prompt/form_instructions.ts";
import { handParams } from "./hand.ts";
import { formsFor, ownForm } from "./wanted_form.ts";
import { FALLBACK_NUDGE } from "../providers/valid_messages.ts";
import { memoryFor, NO_MEMORY, withMemory } from "./memory.ts";
import { refuserOf, type TurnPorts } from "./ports.ts";
import { type TurnMessages, turnMessages } from "./request.ts";

/** The tool that a conversation with web access gives to every agent in it (S4-44). */
const WEB_TOOL = "fetch_url";

/** What an agent has by this name its model's maker does, where it can. */
const SEARCH = MAKERS_SEARCH.name;

const NOTHING_TO_JUDGE = "The words of what was to be judged were erased.";
const SAME_NAME = "The agent has a tool of its own that is called like one of the program’s.";

/** Names of the tools that an agent has in a conversation, whoever asks. */
export const ownTools = (
  { tools }: Pick<Agent, "tools">,
  { settings }: Pick<ConversationState, "settings">,
): string[] => [...new Set([...tools, ...(settings.webAccess ? [WEB_TOOL] : [])])];

/** Whether an agent searches the web: not where the program has a tool of that name. */
const searchesFor = (names: readonly string[], theirs: readonly { readonly name: string }[]): boolean =>
  names.includes(SEARCH) && !theirs.some(({ name }) => name === SEARCH);

/** Whose maker does not search, or was found not to, has the search service of the settings. */
const ownNames = (
  names: readonly string[],
  { searches, makers }: { readonly searches: boolean; readonly makers: boolean },
): string[] => names.filter((name) => name !== SEARCH || (searches && !makers));

/** How large the request is, estimated, and what the model can take in; in tokens. */
interface Size {
  readonly estimated: number;
  /** Null where nobody knows. */
  readonly window: number | null;
  /** Of what is pinned, and of what the project gives; in tokens. */
  readonly pinned: number;
  readonly project: number;
  /**
   * It is larger than the window a person set for the agent. It is not sent: servers on one's own machine cut such a
   * request silently. Of a window that is only known the maker decides, our estimate being only one. `project`, `pinned`:
   * what the project gives is larger by itself, or with what is pinned, so that no window that slides makes room.
   */
  readonly refused: "large" | "pinned" | "project" | null;
}

export interface Prepared {
  readonly participantId: string;
  readonly agent: Agent;
  readonly provider: Provider;
  readonly model: string;
  readonly spec: Spec;
  /** The last event it was prepared on. */
  readonly seq: number;
  readonly shell: Shell;
  /** The schema that the answer is held to; null: none. */
  readonly form: Schema | null;
  /** The answer is a brief, and what the answers it is made of are called in it; null: it is none. */
  readonly brief: readonly string[] | null;
  /** The most that the answer may take. */
  readonly minutes: number;
  /** Tools whose calls are the calling program's to run. */
  readonly clients: ReadonlySet<string>;
  readonly tokens: Size;
  /** What it is given of the workspace's memory; absent: nothing. */
  readonly memory: Memory | undefined;
  /** Reads the attached files; may be asked again when the store broke. */
  messages(): Promise<TurnMessages>;
}
export type Preparation = ({ readonly ok: true } & Prepared) | {
  readonly ok: false;
  /** A sentence for people. */
  readonly why: string;
  readonly agentVersion: number;
};

/** Who answers, through which provider as it is kept, with which model. */
function whoAnswers(
  state: ConversationState,
  workspace: WorkspaceState,
  participantId: string,
  judges: Spec["judges"],
):
  | { readonly ok: true; readonly agent: Agent; readonly kept: Provider; readonly model: string }
  | (Preparation & { readonly ok: false }) {
  const participant = participantOf(state, participantId);
  const kept = workspace.agents[participant?.agentId ?? ""];
  if (!participant || !kept) {
    return {
      ok: false,
      why: "The agent is not in the settings.",
      agentVersion: participant?.agentVersion ?? 1,
    };
  }
  const agent = castAs(kept, state.run?.cast[participant.id]);
  const provider = workspace.providers[agent.providerId];
  const model = agent.model || provider?.defaultModel || "";
  if (!provider) {
    return { ok: false, why: "The agent’s provider is not in the settings.", agentVersion: agent.version };
  }
  if (!model) return { ok: false, why: "The agent has no model.", agentVersion: agent.version };
  if (judges && !toldToJudge(state, judges)) {
    return { ok: false, why: NOTHING_TO_JUDGE, agentVersion: agent.version };
  }
  return { ok: true, agent, kept: provider, model };
}

/** The agent as it takes part in a run of a check: what is said of it there instead of what the settings say. */
export function castAs<T extends Pick<Agent, "providerId" | "model" | "systemPrompt">>(
  agent: T,
  cast: CheckRun["cast"][string] | undefined,
): T {
  if (!cast) return agent;
  const { providerId = agent.providerId, systemPrompt = agent.systemPrompt } = cast;
  // Of another provider it is its default model, unless one is named.
  const model = cast.model ?? (providerId === agent.providerId ? agent.model : "");
  return { ...agent, providerId, model, systemPrompt };
}

const systemOf = (
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

/** What decides a context, but for what the settings say of it. */
type Given = Omit<Spec, "window" | "rules"> & {
  /** Where it begins; absent: as the agent's settings have it. */
  readonly window?: number | null | undefined;
  /** Nothing is done but answering: it has no tools. */
  readonly aside?: true;
};

const withoutTools = (call: CallSettings | undefined): CallSettings | undefined => {
  if (!call) return call;
  const { tools: _, toolChoice: __, parallelTools: ___, ...rest } = call;
  return rest;
};

/** How what may hurt on its way is sent. */
const SAFE = { fence: "1", whole: true } as const;

/**
 * Reads the folds at once; only attached files are read later.
 * @param call what a calling program wants of the answer
 */
export function prepare(
  { log, downgrades, tools }: Pick<TurnPorts, "log" | "downgrades" | "tools">,
  state: ConversationState,
  workspace: WorkspaceState,
  participantId: string,
  { aside, window, ...given }: Given,
  call?: CallSettings,
): Preparation {
  const who = whoAnswers(state, workspace, participantId, given.judges);
  if (!who.ok) return who;
  const { agent, kept, model } = who;
  const rules = { ...given, rules: RULES };
  const spec: Spec = {
    ...rules,
    window: window === undefined
      ? windowStart(state, participantId, rules, agent.params.windowMessages)
      : window,
  };
  const context = new AgentContext(state, participantId, spec);
  const sent = context.sent();
  // What calls from elsewhere get to know is theirs: nothing that was kept here.
  const now = call || spec.judges ? NO_MEMORY : memoryFor(workspace, state, agent.id, spec.through);
  const led = now.lead ? { ...sent, messages: [now.lead, ...sent.messages] } : sent;
  const { tools: brought, ...wanted } = (aside ? withoutTools(call) : call) ?? {};
  const theirs = clientTools(brought);
  const told = toldOf(workspace, kept.id, model);
  const owned = aside ? [] : ownTools(agent, state);
  const searches = searchesFor(owned, theirs);
  const provider = spokenTo(kept, model, call, told, searches);
  const learned = [...downgrades.get(refuserOf(provider, model)) ?? []];
  const makers = searches && kindFacts(provider.kind).searches === true && !learned.includes("no_search");
  const own = tools.schemas(ownNames(owned, { searches, makers }));
  if (theirs.some(({ name }) => own.some((tool) => tool.name === name))) {
    return { ok: false, why: SAME_NAME, agentVersion: agent.version };
  }
  const known = capabilitiesOf(model, told);
  const asked = { kind: provider.kind, known, search: makers };
  const { form, format } = formsFor(formOf(state, agent, spec), spec, asked, call);
  const shell = adaptShell(provider.kind, {
    model,
    system: systemOf(workspace, agent, form, groupPrompt(state, participantId, spec)),
    params: spec.asks ? handParams(agent.params, provider.kind, known) : agent.params,
    tools: [...own, ...theirs],
    nudge: FALLBACK_NUDGE,
    after: [],
    ...SAFE,
    // Its tools are among the tools.
    ...(Object.keys(wanted).length > 0 ? { call: wanted } : {}),
    downgrades: learned,
    ...ofProvider(provider),
    ...(makers ? { search: true } : {}),
    ...(takesDocuments(led, { ...provider, model, told }) ? { documents: true } : {}),
    ...(own.length > 0 && seesPictures(provider.kind, model, told) ? { pictures: true } : {}),
    ...(format === undefined ? {} : { form: format }),
  }, told);
  const strange = call && cannotTake(provider.kind, model, call, shell.downgrades, told);
  if (strange) return { ok: false, why: notTaken(strange), agentVersion: agent.version };
  const taken = { documents: shell.documents === true, kind: provider.kind };
  const tokens = sizeOf(agent, {
    estimated: contextTokens(led, withMemory(shell, now.text).system, taken),
    pinned: contextTokens({ messages: context.pinned() }, "", taken),
    project: contextTokens({ messages: now.lead ? [now.lead] : [] }, now.projectText, taken),
    window: windowOf(agent, model, told),
  });
  const messages = turnMessages(log, state, participantId, sent, now.memory);
  const clients = new Set(wanted.toolChoice === "none" ? [] : theirs.map(({ name }) => name));
  const asking = { seq: state.seq, participantId, agent, provider, model, spec, shell };
  const ofPanel = { brief: briefLabels(state, spec), minutes: minutesOf(state, agent, spec) };
  return { ok: true, ...asking, form, ...ofPanel, clients, tokens, memory: now.memory, messages };
}

/** Whether there is a PDF that this model takes as it is. */
const takesDocuments = (
  { messages }: Pick<SentContext, "messages">,
  { kind, model, told }: Pick<Provider, "kind"> & { model: string; told: ToldModel | undefined },
): boolean =>
  filesTakenBy(kind, model, told).documents &&
  messages.some(({ attachments }) => attachments?.some(({ type }) => type === PDF_TYPE));

/** The schema that an answer is held to; null: none. A stage of a panel has its own, or none. */
function formOf(state: ConversationState, agent: Agent, spec: Spec): Schema | null {
  if (spec.judges) return "answers" in spec.judges ? BETTER_FORM : VERDICT_FORM;
  if (!spec.panel) return ownForm(agent, spec);
  const stage = stageFor(state, spec.panel);
  return stage?.brief ? BRIEF_SCHEMA : stage?.texts?.schema ?? null;
}

const stageFor = (state: ConversationState, place: PanelPlace | undefined) => {
  const panel = state.panels?.[place?.panelId ?? ""];
  return place && panel ? stageOf(panel, place.stage) : null;
};

const briefLabels = (state: ConversationState, { panel }: Spec): readonly string[] | null =>
  panel && stageFor(state, panel)?.brief ? answersOfBrief(state, { panel }).map(({ label }) => label) : null;

const minutesOf = (state: ConversationState, { params }: Agent, { panel, asks }: Spec): number =>
  Math.min(
    stageFor(state, panel)?.minutes ?? Infinity,
    asks ? HAND_MINUTES : Infinity,
    params.maxMinutes ?? ANSWER_MINUTES,
  );

/** What an agent is told of the others and of its task. */
function groupPrompt(
  state: ConversationState,
  participantId: string,
  { mode, panel, judges, through }: Spec,
): string {
  return panel
    ? panelPrompt(state, participantId, through, state.panels?.[panel.panelId], panel.stage)
    : modeOfTurn({ mode, judges }).prompt(state, participantId, through);
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

/** Tokens an agent's model can take in: as a person set it, else as its server or the table says; null: nobody knows. */
export function windowOf(
  { params }: Pick<Agent, "params">,
  model: string,
  told: Parameters<typeof capabilitiesOf>[1],
): number | null {
  const { contextWindow: known } = capabilitiesOf(model, told);
  return params.contextWindow ?? (known === "unknown" ? null : known);
}

function sizeOf({ params }: Agent, size: Omit<Size, "refused">): Size {
  const { estimated, window, pinned, project } = size;
  const isSet = params.contextWindow !== undefined;
  const refused = window === null || estimated <= window
    ? null
    : project > window
    ? "project"
    : pinned + project > window
    ? "pinned"
    : isSet
    ? "large"
    : null;
  return { ...size, refused };
}
