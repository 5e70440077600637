/** A conversation out of a file, with what it tells of its agents: their prompts, models, settings and tools. */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { linesOf } from "../../events/catalog/export.ts";
import { PROVIDER_KINDS, type ProviderKind } from "../../events/catalog/provider_kinds.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { importStream } from "../../events/store/transfer/transfer.ts";
import { eventsOf } from "../../actors/turn/request.ts";
import { storedShell } from "../../actors/turn/explain.ts";
import { modeOf } from "../../actors/conversation/modes/modes.ts";
import type { Shell } from "../../actors/providers/types.ts";
import type { System } from "../../actors/system.ts";
import type { ConversationState, Participant, Turn } from "../../projections/shapes/folds.ts";
import { importOptions } from "../command_line/derived_rows.ts";
import { StartError } from "../command_line/start_error.ts";

/** An agent as it answered last. */
export interface TalkAgent {
  readonly participant: Participant;
  readonly kind: ProviderKind;
  readonly model: string;
  /** Null: its words are not in the file. */
  readonly prompt: string | null;
  readonly params: Shell["params"];
  readonly tools: readonly string[];
}

/** Takes a file in. @returns the id of the conversation */
export async function takeTalk(store: StoreLog, path: string, at: string): Promise<string> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch {
    throw new StartError(`The file ${path} cannot be read.`);
  }
  const taken = await importStream(store, linesOf(file.readable), importOptions(at, SYSTEM));
  if (!taken.ok) {
    throw new StartError(`The file ${path} is no conversation that can be checked: ${taken.detail}`);
  }
  return taken.stream;
}

/** Without what its mode said of the others, which is said anew. */
function ownPrompt(system: string, group: string): string {
  if (group === "") return system;
  if (system === group) return "";
  return system.endsWith(`\n\n${group}`) ? system.slice(0, -group.length - 2) : system;
}

const isKind = (kind: string): kind is ProviderKind => PROVIDER_KINDS.some((one) => one === kind);

/** Those who take part and have answered, in their order; of the others nobody can tell what they are. */
export async function agentsOf(
  system: System,
  state: ConversationState,
): Promise<{ readonly agents: readonly TalkAgent[]; readonly unknown: readonly string[] }> {
  const agents: TalkAgent[] = [];
  const unknown: string[] = [];
  for (const participant of state.participants.filter(({ enabled }) => enabled)) {
    const found = await lastOf(system, state, participant);
    if (found) agents.push(found);
    else unknown.push(participant.name);
  }
  return { agents, unknown };
}

async function lastOf(
  { log, conversationAt }: System,
  state: ConversationState,
  participant: Participant,
): Promise<TalkAgent | null> {
  const turn = Object.values(state.turns)
    .filter((one) => one.participantId === participant.id && (one.calls ?? 0) > 0 && !one.task)
    .reduce<Turn | null>((last, one) => last && last.requestedSeq > one.requestedSeq ? last : one, null);
  if (!turn) return null;
  const events = await eventsOf(log, state.id, turn);
  const called = events.findLast((event) => event.type === "ProviderCalled");
  if (!called) return null;
  const { provider, model, shellBlob } = called.data;
  if (!isKind(provider)) return null;
  const shell = called.erased ? null : await storedShell(log, shellBlob);
  const then = await conversationAt(state.id, turn.startedSeq ?? turn.requestedSeq) ?? state;
  const group = modeOf(turn.mode).prompt(then, participant.id, turn.through);
  return {
    participant,
    kind: provider,
    model,
    prompt: shell ? ownPrompt(shell.system, group) : null,
    params: shell?.params ?? {},
    tools: shell?.tools.map(({ name }) => name) ?? [],
  };
}
