/** What the turns of this process share. */
import type { Provider } from "../../events/catalog/workspace.ts";
import type { ConversationState } from "../../projections/conversation/state.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Conversations } from "../conversation/carry_out/conversations.ts";
import type { DraftWriter } from "../live/draft_writer.ts";
import type { LiveHub } from "../live/live_hub.ts";
import type { ProcessNames } from "../live/liveness.ts";
import type { Logger } from "../runtime/logger.ts";
import type { StreamPorts } from "../runtime/stream_actor.ts";
import type { Part, Renderer } from "../providers/types.ts";
import type { Patience } from "../providers/patience.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { Permissions } from "./permissions.ts";
import type { ShellBlobs } from "./shell_blobs.ts";

/** A provider as a turn uses it. */
export interface Caller {
  readonly renderer: Renderer;
  /**
   * Waits for a place under the provider's limits; call what it answers when done. Null: aborted.
   * @param waiting told for how many milliseconds the provider asked to leave this model alone
   */
  admit(model: string, signal: AbortSignal, waiting: (ms: number) => void): Promise<(() => void) | null>;
  /** The same when there is a place right now; null when it would have to wait. */
  admitNow(model: string): (() => void) | null;
  /** Sends exactly `body`. Throws `ProviderError` only. */
  send(model: string, body: Uint8Array, signal: AbortSignal, patience: Patience): AsyncIterable<Part>;
  /** Asks the server anew which models it has (S4-37). */
  refreshModels(signal: AbortSignal): Promise<void>;
  /** Milliseconds before try number `tries` + 1; null: give up. */
  retryDelay(tries: number, retryAfterMs: number | undefined): number | null;
}

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
  readonly shells: ShellBlobs;
  caller(provider: Provider): Promise<Caller>;
  /** What models were found not to understand, by `refuserOf`. */
  readonly downgrades: Map<string, Set<string>>;
}

/** Under which key downgrades are remembered: another model may take what this one refuses, another address may be another server. */
export function refuserOf(provider: Provider, model: string): string {
  return `${provider.id} ${provider.baseUrl ?? ""} ${model}`;
}
