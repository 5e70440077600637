/** What the turns of this process share. */
import type { Actor } from "../../events/catalog/envelope.ts";
import type { Remembered } from "../workspace/notes.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Conversations } from "../conversation/carry_out/conversations.ts";
import type { DraftWriter } from "../live/draft_writer.ts";
import type { LiveHub } from "../live/live_hub.ts";
import type { ProcessNames } from "../live/liveness.ts";
import type { Logger } from "../runtime/logger.ts";
import type { StreamPorts } from "../runtime/stream_actor.ts";
import type { ProviderCalls } from "../providers/provider_calls.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { AskedInputs } from "./asked_inputs.ts";
import type { Permissions } from "./permissions.ts";
import type { Tracing } from "../runtime/tracing.ts";
import type { AskedFrom } from "./asked_from.ts";
import type { ShellBlobs } from "./shell_blobs.ts";

/** A provider as a turn uses it. */
export type Caller = Awaited<ReturnType<ProviderCalls["caller"]>>;

/** What everything that runs in this process shares. */
export interface EnginePorts extends StreamPorts<ConversationState>, ProcessNames {
  readonly conversations: Conversations;
  readonly hub: LiveHub;
  readonly logger: Logger;
}

export interface TurnPorts extends EnginePorts {
  /** The settings as they are now. */
  workspace(): Promise<WorkspaceState>;
  readonly writer: DraftWriter;
  readonly tools: Toolbox;
  readonly permissions: Permissions;
  readonly inputs: AskedInputs;
  readonly shells: ShellBlobs;
  /** Keeps a note; what the agent is told where that could not be. */
  remember(note: Remembered, by: Actor): Promise<string | null>;
  caller(provider: Provider): Promise<Caller>;
  readonly tracing: Tracing;
  /** Which request each turn is a part of. */
  readonly askedFrom: Pick<AskedFrom, "of">;
  /** What models were found not to understand, by `refuserOf`. */
  readonly downgrades: Map<string, Set<string>>;
}

/** Under which key downgrades are remembered: another model may take what this one refuses, another address may be another server. */
export function refuserOf(provider: Provider, model: string): string {
  return `${provider.id} ${provider.baseUrl ?? ""} ${model}`;
}
