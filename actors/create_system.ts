/** The actors of one process, put together: commands in, folds and live frames out. */
import { SYSTEM, WORKSPACE } from "../events/catalog/envelope.ts";
import type { Provider } from "../events/catalog/workspace.ts";
import type { EventLog } from "../events/store/types.ts";
import { foldAll } from "../projections/fold.ts";
import { conversation } from "../projections/conversation/conversation.ts";
import { violations } from "../projections/conversation/invariants.ts";
import { totalUsage, turnUsages } from "../projections/usage/usage.ts";
import type { ConversationState } from "../projections/conversation/state.ts";
import { Agents } from "./live/agents.ts";
import { ProviderCalls } from "./providers/provider_calls.ts";
import { Conversations } from "./conversation/carry_out/conversations.ts";
import { PATIENCE_MS } from "./runtime/stream_actor.ts";
import { copyState } from "./conversation/copy_state.ts";
import { decide } from "./conversation/decide.ts";
import { DraftDrops } from "./live/draft_drops.ts";
import { DraftWriter } from "./live/draft_writer.ts";
import type { Environment } from "./runtime/environment.ts";
import { explainNow, explainTurn, systemMessageOf } from "./turn/explain.ts";
import { Follower } from "./live/follower.ts";
import { Folds } from "./runtime/open_folds.ts";
import { ProviderKeys } from "./providers/provider_keys.ts";
import { LiveHub } from "./live/live_hub.ts";
import { type Logger, redacted, safely } from "./runtime/logger.ts";
import { type ProviderAdapter, ProviderError } from "./providers/types.ts";
import type { System } from "./system.ts";
import { fenceOf, ownerOf, type Presence, processesOf } from "./live/liveness.ts";
import { Permissions } from "./turn/permissions.ts";
import { refuserOf, type Toolbox } from "./turn/ports.ts";
import { ShellBlobs } from "./turn/shell_blobs.ts";
import { WorkspaceActor } from "./workspace/workspace_actor.ts";

/** Milliseconds that stopping may take; a store that does not answer must not keep the program (3 s in all). */
const STOP_MS = 2_500;
const NEVER = new AbortController().signal;
/** Errors kept for the status page. */
const LAST_ERRORS = 20;

export interface SystemOptions {
  readonly log: EventLog;
  readonly environment: Environment;
  readonly logger: Logger;
  readonly adapter: (kind: Provider["kind"]) => Promise<ProviderAdapter>;
  readonly tools: Toolbox;
  /** 32 bytes; from the key file or the environment, read at the edge. */
  readonly masterKey: Uint8Array;
  /** Told of a fold that is not what it must be. Absent when served: the looking takes as long as a fold is. */
  readonly violated?: (what: string) => void;
  /** Another way to decide commands: a simulation watches each decision. */
  readonly decide?: typeof decide;
  /** Tells dead processes from silent ones; absent where nobody can. */
  readonly presence?: Presence;
}

export async function createSystem(options: SystemOptions): Promise<System> {
  const { log, environment, violated } = options;
  const nonce = environment.hex();
  const owner = ownerOf(nonce);
  let commands = 0;
  const commandId = () => `cmd_${nonce}_${++commands}`;
  let fences = 0;
  const fenceName = () => fenceOf(nonce, ++fences);
  const errors: ReturnType<System["status"]>["lastErrors"][number][] = [];
  const keys = new ProviderKeys(log.side("secret"), options.masterKey);
  const logger: Logger = (level, what, given) => {
    const fields = redacted(given, keys.known());
    if (what === "provider_call_failed") {
      errors.push({
        at: environment.now(),
        provider: String(fields["provider"]),
        code: String(fields["code"]),
        message: String(fields["safeMessage"]),
      });
      if (errors.length > LAST_ERRORS) errors.shift();
    }
    options.logger(level, what, fields);
  };

  const presence = await present(options, nonce, logger);
  const calls = new ProviderCalls(options.adapter, keys, environment);
  const folds = new Folds<ConversationState>({
    log,
    fold: conversation,
    copy: copyState,
    failed: (error) => logger("warn", "snapshot_failed", safely(error)),
    ...(violated
      ? {
        look(state) {
          for (const what of violations(state)) violated(`${state.id} at ${state.seq}: ${what}`);
        },
      }
      : {}),
  });
  const workspace = new WorkspaceActor(log, environment, logger, commandId);
  const drops = new DraftDrops(log, environment, logger);
  const conversations = new Conversations({
    log,
    folds,
    environment,
    decide: options.decide ?? decide,
    fenceName,
    ...(violated ? { violated } : {}),
    spentUsd(state) {
      const prices = workspace.peek()?.settings.prices;
      // One unknown price must not lift the cap (P13).
      return totalUsage(turnUsages(state, { prices })).knownUsd;
    },
    appended(conversationId, events) {
      agents.heard(events);
      drops.heard(conversationId, events);
      for (const event of events) {
        if (event.type !== "TurnRequested") continue;
        const { turnId, messageId, participantId } = event.data;
        logger("info", "answer_id_minted", {
          conversationId,
          turnId,
          messageId,
          participantId,
          type: "assistant",
        });
      }
    },
  }, logger);
  const hub = new LiveHub((error) => logger("error", "listener_failed", safely(error)));
  const writer = new DraftWriter({
    log,
    environment,
    logger,
    show: (frames) => hub.drafts(frames),
  });
  const downgrades = new Map<string, Set<string>>();
  const agents = new Agents({
    log,
    folds,
    workspace: () => workspace.state(),
    conversations,
    writer,
    hub,
    environment,
    logger,
    tools: options.tools,
    permissions: new Permissions(environment),
    shells: new ShellBlobs(log, environment),
    caller: (provider) => calls.caller(provider),
    owner,
    commandId,
    claimId: (turnId, attempt) => `claim_${turnId}_${attempt}_${nonce}`,
    downgrades,
  });
  const follower = await Follower.start({
    log,
    folds,
    hub,
    agents,
    conversations,
    environment,
    logger,
    commandId,
    presence,
    process: nonce,
    workspaceChanged: () => workspace.changed(),
  });

  const wanted = (participantId: string) => ({
    participantId,
    downgrades: (provider: Provider, model: string) => [...downgrades.get(refuserOf(provider, model)) ?? []],
    tools: (names: readonly string[]) => options.tools.schemas(names),
  });
  const stateOf = async (id: string): Promise<ConversationState | null> => {
    if (id === WORKSPACE) return null;
    const { state } = await folds.refresh(id);
    if (state.seq > 0 && !state.deleted) return state;
    folds.forget(id);
    return null;
  };
  const stateAt = async (id: string, seq: number): Promise<ConversationState | null> => {
    const now = await stateOf(id);
    if (!now || seq < 1 || seq > now.seq) return null;
    let state = conversation.initial(id);
    for await (const events of log.read(id, 0, seq)) state = foldAll(conversation, state, events);
    return state.seq === seq ? state : null;
  };
  let stopping: Promise<void> | null = null;

  return {
    log,
    conversation: stateOf,
    conversationAt: stateAt,
    async execute(conversationId, command, meta) {
      if (conversationId === WORKSPACE) {
        return { ok: false, code: "not_found", detail: "There is no such conversation." };
      }
      return await conversations.ask(conversationId, {
        ...meta,
        command,
        commandId: commandId(),
        patienceMs: PATIENCE_MS,
      });
    },
    async foreign(conversationId) {
      const seq = await log.side("foreign").get(conversationId);
      return typeof seq === "number" ? seq : 0;
    },
    setForeign: (conversationId, seq) => log.side("foreign").set(conversationId, seq),
    async workspace() {
      return await workspace.refresh();
    },
    changeWorkspace: (change, meta) => workspace.change(change, { ...meta, patienceMs: PATIENCE_MS }),
    drafts: (conversationId) => hub.current(conversationId),
    waits: (conversationId) => hub.waiting(conversationId),
    subscribe: (listener) => hub.subscribe(listener),
    async requestOf(conversationId, turnId) {
      const state = await stateOf(conversationId);
      const turn = state?.turns[turnId];
      return state && turn ? await explainTurn(log, state, turn) : null;
    },
    async wouldSend(conversationId, participantId, at) {
      const settings = await workspace.refresh();
      const state = await (at === undefined ? stateOf(conversationId) : stateAt(conversationId, at));
      if (!state?.participants.some((p) => p.id === participantId)) return null;
      return await explainNow(log, state, settings, wanted(participantId));
    },
    async setKey(providerId, origin, key, by = SYSTEM) {
      await keys.set(providerId, origin, key);
      return await workspace.change((state) => ({
        ok: true,
        answer: { id: providerId },
        events: key === null && !state.keys[providerId]
          ? []
          : [{ type: key === null ? "ProviderKeyCleared" : "ProviderKeySet", data: { id: providerId } }],
      }), { by });
    },
    keyHint: (providerId) => keys.hint(providerId),
    unreadableKeys: () => keys.unreadable(),
    async models(providerId) {
      const provider = (await workspace.refresh()).providers[providerId];
      if (!provider) return { ok: false, error: "There is no such provider." };
      return await listModels(calls, provider);
    },
    knowsTool: (name) => options.tools.schemas([name]).length > 0,
    async systemMessage(conversationId, participantId) {
      const settings = await workspace.refresh();
      const state = await stateOf(conversationId);
      if (!state?.participants.some((p) => p.id === participantId)) return null;
      return await systemMessageOf(log, state, settings, wanted(participantId));
    },
    async test(providerId) {
      const provider = (await workspace.refresh()).providers[providerId];
      if (!provider) return { ok: false, latencyMs: 0, error: "There is no such provider." };
      const startedAt = environment.monotonic();
      const result = await listModels(calls, provider);
      const latencyMs = Math.round(environment.monotonic() - startedAt);
      return result.ok ? { ok: true, latencyMs } : { ok: false, latencyMs, error: result.error };
    },
    status: () => ({
      turnsRunning: agents.running,
      turnsWaiting: agents.waiting,
      providers: calls.states(),
      lastErrors: [...errors].reverse(),
    }),
    stop() {
      stopping ??= within(environment, STOP_MS, async () => {
        await agents.stop();
        await follower.stop();
        await writer.stop();
        await Promise.all([conversations.stop(), workspace.stop(), drops.stop()]);
        await presence?.leave();
      });
      return stopping;
    },
  };
}

/** Makes this process known before it owns anything. Who cannot be known is waited for like any silent one. */
async function present(
  { presence, log }: SystemOptions,
  process: string,
  logger: Logger,
): Promise<Presence | null> {
  if (!presence) return null;
  try {
    await presence.join(process);
    await presence.sweep(async () => processesOf(await log.work.all()));
  } catch (error) {
    logger("warn", "presence_failed", safely(error));
  }
  return presence;
}

/** Resolves when `work` is done, or after `ms` milliseconds. */
async function within(environment: Environment, ms: number, work: () => Promise<void>): Promise<void> {
  const done = new AbortController();
  await Promise.race([work(), environment.sleep(ms, done.signal)]);
  done.abort();
}

async function listModels(
  calls: ProviderCalls,
  provider: Provider,
): Promise<{ ok: true; models: string[] } | { ok: false; error: string }> {
  try {
    return { ok: true, models: await calls.models(provider, NEVER) };
  } catch (error) {
    return {
      ok: false,
      error: error instanceof ProviderError ? error.message : "The provider could not be reached.",
    };
  }
}
