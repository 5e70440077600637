/** What a turn needs before it may call anybody: who answers, through which provider, with what to read. */
import type { Schema } from "../../events/catalog/answer_form.ts";
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import type { Memory } from "../../events/catalog/memory.ts";
import type { Agent, Provider } from "../../events/catalog/workspace.ts";
import { AgentContext } from "../../projections/context/context.ts";
import { windowStart } from "../../projections/context/selection.ts";
import { RULES, type Spec } from "../../projections/context/spec.ts";
import { contextTokens } from "../../projections/context/tokens.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Shell } from "../providers/types.ts";
import { meansOf, ownTools } from "./means.ts";
import { memoryFor, NO_MEMORY, withMemory } from "./memory.ts";
import type { TurnPorts } from "./ports.ts";
import { type TurnMessages, turnMessages } from "./request.ts";
import { shellOf, systemOf } from "./shell.ts";
import { type Size, sizeOf, windowOf } from "./size.ts";
import { taskOf } from "./task.ts";
import { formsFor } from "./wanted_form.ts";
import { type Unprepared, whoAnswers } from "./who_answers.ts";

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
export type Preparation = ({ readonly ok: true } & Prepared) | Unprepared;

/** What decides a context, but for what the settings say of it. */
type Given = Omit<Spec, "window" | "rules"> & {
  /** Where it begins; absent: as the agent's settings have it. */
  readonly window?: number | null | undefined;
  /** Nothing is done but answering: it has no tools. */
  readonly aside?: true;
};

/**
 * Reads the folds at once; only attached files are read later.
 * @param call what a calling program wants of the answer
 */
export function prepare(
  ports: Pick<TurnPorts, "log" | "downgrades" | "tools">,
  state: ConversationState,
  workspace: WorkspaceState,
  participantId: string,
  { aside, window, ...given }: Given,
  call?: CallSettings,
): Preparation {
  const who = whoAnswers(state, workspace, participantId, given.judges);
  if (!who.ok) return who;
  const { agent, model, told } = who;
  const means = meansOf(ports, who, aside ? null : ownTools(agent, state), call);
  if (!means.ok) return means;
  const { provider, known, search, theirs, wanted } = means;
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
  const { group, brief, minutes } = taskOf(state, agent, context);
  const { form, format } = formsFor(agent, context, { kind: provider.kind, known, search }, call);
  const system = systemOf(workspace, agent, form, group);
  const shell = shellOf(who, means, { system, hand: spec.asks !== undefined, format }, led);
  const taken = { documents: shell.documents === true, kind: provider.kind };
  const tokens = sizeOf(agent, {
    estimated: contextTokens(led, withMemory(shell, now.text).system, taken),
    pinned: contextTokens({ messages: context.pinned() }, "", taken),
    project: contextTokens({ messages: now.lead ? [now.lead] : [] }, now.projectText, taken),
    window: windowOf(agent, model, told),
  });
  const messages = turnMessages(ports.log, state, participantId, sent, now.memory);
  const clients = new Set(wanted.toolChoice === "none" ? [] : theirs.map(({ name }) => name));
  const asking = { seq: state.seq, participantId, agent, provider, model, spec, shell };
  return { ok: true, ...asking, form, brief, minutes, clients, tokens, memory: now.memory, messages };
}
