/** The actors of one process, put together: commands in, folds and live frames out. */
import { WORKSPACE } from "../events/catalog/envelope.ts";
import type { Provider } from "../events/catalog/workspace.ts";
import type { EventLog } from "../events/store/types.ts";
import { conversation } from "../projections/conversation/conversation.ts";
import { violations } from "../projections/conversation/invariants.ts";
import { placeOfRow, shelfOf } from "../projections/conversation/list_order.ts";
import { usageTally } from "../projections/usage/tally.ts";
import type { ConversationState } from "../projections/shapes/folds.ts";
import { Agents } from "./live/agents.ts";
import { ProviderCalls } from "./providers/provider_calls.ts";
import { costing, hearing } from "./conversation_ports.ts";
import { Comparing } from "./comparing/comparing.ts";
import { Judgements } from "./comparing/judged.ts";
import { isRoomId } from "../projections/comparisons/letters.ts";
import { Conversations } from "./conversation/carry_out/conversations.ts";
import { PATIENCE_MS } from "./runtime/stream_actor.ts";
import { decide } from "./conversation/decide.ts";
import { DraftDrops } from "./live/draft_drops.ts";
import { DraftWriter } from "./live/draft_writer.ts";
import type { Environment } from "./runtime/environment.ts";
import { Follower } from "./live/follower.ts";
import { Folds } from "./runtime/open_folds.ts";
import type { Sought } from "./providers/local_servers.ts";
import { ProviderKeys } from "./providers/provider_keys.ts";
import { sealedOf, serversOf, type ServersOptions } from "./servers_of_tools.ts";
import { LiveHub } from "./live/live_hub.ts";
import { ReadMarks } from "./live/read_marks.ts";
import { Shares } from "./live/shares.ts";
import { type Logger, redacted, safely } from "./runtime/logger.ts";
import type { ProviderAdapter } from "./providers/types.ts";
import { type Tracing, untraced } from "./runtime/tracing.ts";
import type { System } from "./system.ts";
import { namesOf, type Presence, processesOf, type ProcessNames } from "./live/liveness.ts";
import { AskedInputs } from "./turn/asked_inputs.ts";
import { Permissions } from "./turn/permissions.ts";
import { type Pace, Retention, type RetentionPorts } from "./retention/retention.ts";
import type { Look } from "./schedules/address_looks.ts";
import { standingOf } from "./schedules/standing.ts";
import { Signing } from "./signing/signing.ts";
import { Extractor, type ReadsFile } from "./extracting/extract.ts";
import { type UploadPace, Uploads } from "./uploads/uploads.ts";
import { AskedFrom } from "./turn/asked_from.ts";
import { ShellBlobs } from "./turn/shell_blobs.ts";
import { queries } from "./queries.ts";
import { eraseContent } from "./erasing/erase_content.ts";
import type { Index } from "./search/index_calls.ts";
import type { Asked } from "./search/searcher.ts";
import type { EnginePorts } from "./turn/ports.ts";
import { SearchIndex } from "./search/search_index.ts";
import type { Hold } from "../events/store/file/presence.ts";
import { providerSettings } from "./workspace/provider_settings.ts";
import { KeptLists } from "./workspace/kept_lists.ts";
import { ModelLists } from "./workspace/model_lists.ts";
import { eraseWords } from "./workspace/erase_words.ts";
import { rememberNote } from "./workspace/notes.ts";
import { WorkspaceActor } from "./workspace/workspace_actor.ts";

/** Milliseconds that stopping may take; a store that does not answer must not keep the program (3 s in all). */
const STOP_MS = 2_500;
/** Of the list, what is in the index of words first where that is made anew: as many as a search without one reads. */
const FOUND_FIRST = 500;
/** Errors kept for the status page. */
const LAST_ERRORS = 20;

interface SystemOptions extends ServersOptions {
  readonly logger: Logger;
  readonly adapter: (kind: Provider["kind"]) => Promise<ProviderAdapter>;
  /** Told of a fold that is not what it must be. Absent when served: the looking takes as long as a fold is. */
  readonly violated?: (what: string) => void;
  /** Another way to decide commands: a simulation watches each decision. */
  readonly decide?: typeof decide;
  /** Tells dead processes from silent ones; absent where nobody can. */
  readonly presence?: Presence;
  /** Which local servers are looked for, and where; absent: the known ones. */
  readonly localServers?: readonly Sought[];
  /** Where words are looked up, and the right to write there; absent: conversations are read through. */
  readonly search?: { readonly index: Index; readonly hold: () => Promise<Hold | null> };
  /** Bytes that running turns may hold together (`runningIn`); absent: the least. */
  readonly turnBytes?: number;
  /** Who is told what takes time; absent: nobody. */
  readonly tracing?: Tracing;
  /** How often is looked for conversations that nobody touches, and at how many; absent: once an hour. */
  readonly retentionPace?: Pace;
  /**
   * The same for uploads that are on no message; how many bytes of files there may be; and what reads a file for its text
   * in the place of a thread of its own.
   */
  readonly uploads?: { readonly pace?: UploadPace; readonly most?: number; readonly reads?: ReadsFile };
  /** Reads an address that is watched; absent: over HTTP, public ones alone. */
  readonly lookAt?: Look;
  /** Answers nobody: for who looks and leaves. An attempt begun then would be one lost. */
  readonly answers?: false;
}

export async function createSystem(options: SystemOptions): Promise<System> {
  const { log, environment, violated, tracing = untraced } = options;
  const names = namesOf(environment.hex());
  const keys = new ProviderKeys(log.side("secret"), options.masterKey);
  const sealed = sealedOf(options);
  const { logger, lastErrors } = watched(options, [keys, ...Object.values(sealed)]);
  const presence = await present(options, names.process, logger);
  const workspace = new WorkspaceActor(log, environment, logger, names.commandId);
  const { calls, caller, lists } = providersOf(options, { keys, workspace, logger });
  const { servers, tools, settings, ofTools } = serversOf(options, { ...sealed, workspace, logger });
  const drops = new DraftDrops(log, environment, logger);
  const hub = new LiveHub((error) => logger("error", "listener_failed", safely(error)));
  const shared = { log, folds: openFolds(options, logger), environment, logger, hub, ...names };
  const writer = new DraftWriter({ ...shared, beside: () => presence === null || !engine.shares.alone });
  const askedFrom = new AskedFrom(tracing);
  const conversations = new Conversations({
    ...shared,
    decide: options.decide ?? decide,
    ...(violated ? { violated } : {}),
    ...costing(workspace),
    appended: hearing(() => agents, { askedFrom, drops, logger, answers: options.answers !== false }),
    ...(options.answers === false ? {} : { begin: (...asked) => agents.ready(...asked) }),
  }, logger);
  const engine = engineOf(shared, conversations);
  const made = listed(options, logger);
  const { scheduler, standing } = standingOf(options, { ...engine, ...made, workspace });
  const agents: Agents = new Agents({
    ...engine,
    workspace: () => settings(workspace.state()),
    writer,
    tools,
    permissions: new Permissions(environment),
    inputs: new AskedInputs(),
    shells: new ShellBlobs(log, environment),
    caller,
    remember: (note, by) => rememberNote(changeOf(workspace), note, by),
    tracing,
    askedFrom,
  }, options.turnBytes);
  const comparing = comparingOf(options, engine, workspace);
  const hears = { scheduler, comparing };
  const follows = { ...engine, ...hears, agents, presence, workspaceChanged: changing(keys, workspace) };
  const follower = options.answers === false ? null : await Follower.start(follows);
  const searching = searchOf(options, { ...engine, ...made });
  const retention = retentionOf(options, { ...engine, ...made, workspace: () => workspace.refresh() });
  const uploads = uploadsOf(options, { log, environment, logger });
  const looks = [retention, uploads, ...Object.values(hears), lists, servers];
  return {
    ...made,
    ...standing,
    retention,
    uploads,
    comparing,
    ...queries({ ...engine, tools, settings: () => settings(workspace.refresh()) }),
    ...providerSettings(workspace, keys, calls, lists, environment, options.localServers),
    ...ofTools,
    ...commands({ log, conversations, workspace, comparing, askedFrom, logger }, names),
    ...reading(hub, new ReadMarks(log, hub)),
    tools: tools.offered,
    ...searching,
    status: () => ({ ...turnsOf(agents), providers: statesOf(calls, comparing), lastErrors: lastErrors() }),
    stop: once(environment, async () => {
      await stopAll(agents, { stop: searching.stopSearching }, ...looks);
      await follower?.stop();
      await writer.stop();
      await stopAll(conversations, workspace, drops, made.signing);
      await presence?.leave();
    }),
  };
}

/** What turns and those who look for them share. */
const engineOf = <S extends Pick<EnginePorts, "process" | "environment">>(
  shared: S,
  conversations: Conversations,
) => ({
  ...shared,
  conversations,
  shares: new Shares(shared.process, () => shared.environment.monotonic()),
  downgrades: new Map<string, Set<string>>(),
});

/** What was read of the settings is read again. */
const changing = (keys: ProviderKeys, workspace: WorkspaceActor) => (seq: number) => {
  keys.changed();
  workspace.changed(seq);
};

const changeOf = (workspace: WorkspaceActor): System["changeWorkspace"] => (change, meta) =>
  workspace.change(change, { ...meta, patienceMs: PATIENCE_MS });

/** Stopping, in time, and once however often it is asked for. */
function once(environment: Environment, stop: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | null = null;
  return () => stopping ??= within(environment, STOP_MS, stop);
}

async function stopAll(...all: readonly { stop(): unknown }[]): Promise<void> {
  await Promise.all(all.map((one) => one.stop()));
}

const turnsOf = ({ running, waiting }: Agents) => ({ turnsRunning: running, turnsWaiting: waiting });

const comparingOf = ({ answers }: SystemOptions, engine: EnginePorts, workspace: WorkspaceActor): Comparing =>
  new Comparing({
    ...engine,
    carriesOn: answers !== false,
    judged: new Judgements({ ...engine, workspace }),
  });

/** How providers do, but for those of which that would say who failed in a comparison. */
const statesOf = (calls: ProviderCalls, comparing: Comparing) =>
  calls.states().filter(({ id }) => !comparing.withholds(id));

/** The providers as turns use them, and the lists of their models. */
function providersOf(
  { adapter, environment, log }: SystemOptions,
  { keys, ...ports }: {
    readonly keys: ProviderKeys;
    readonly workspace: WorkspaceActor;
    readonly logger: Logger;
  },
) {
  const kept = new KeptLists(log.side("models"));
  const lists: ModelLists = new ModelLists({
    ...ports,
    kept,
    environment,
    ask: (provider, signal) => calls.models(provider, signal),
  });
  const calls = new ProviderCalls(
    adapter,
    keys,
    environment,
    (provider, models) => lists.keep(provider, models),
  );
  const caller = (provider: Provider) => {
    lists.used(provider);
    return calls.caller(provider);
  };
  return { calls, caller, lists };
}

/** Looking words up, where there is an index. */
function searchOf(
  { search }: SystemOptions,
  engine: Pick<EnginePorts, "log" | "folds" | "environment" | "logger" | "hub"> & Pick<System, "recent">,
) {
  const index = search && new SearchIndex({
    ...engine,
    ...search,
    first: async () => {
      const page = await engine.recent.page(shelfOf({ archived: false }), null, FOUND_FIRST);
      return page?.rows.map(({ id }) => id) ?? [];
    },
    subscribe: (heard) => engine.hub.subscribe((live) => live.type === "commit" && heard(live.commit)),
  });
  return {
    search: (asked: Asked) => index ? index.search(asked) : Promise.resolve(null),
    beginIndexing: () => index?.begin(),
    stopSearching: () => index?.stop(),
  };
}

/** Deletes what nobody touches, as long as this process stays. */
function retentionOf({ answers, retentionPace }: SystemOptions, ports: RetentionPorts): Retention {
  const retention = new Retention({ ...ports, ...(retentionPace ? { pace: retentionPace } : {}) });
  if (answers !== false) retention.begin();
  return retention;
}

/** What is uploaded; what nobody uses is removed as long as this process stays. */
function uploadsOf(
  { answers, uploads }: SystemOptions,
  ports: Pick<EnginePorts, "log" | "environment" | "logger">,
): Uploads {
  const { reads, ...bounds } = uploads ?? {};
  const extractor = new Extractor(ports.environment, undefined, reads);
  const kept = new Uploads({ ...ports, extract: (file) => extractor.read(file), ...bounds });
  if (answers !== false) kept.begin();
  return kept;
}

/** What people and programs change, each given up after a while. */
function commands(
  { log, conversations, workspace, comparing, askedFrom, logger }: {
    readonly log: EventLog;
    readonly logger: Logger;
    readonly conversations: Conversations;
    readonly workspace: WorkspaceActor;
    readonly comparing: Comparing;
    readonly askedFrom: AskedFrom;
  },
  { commandId }: ProcessNames,
): Pick<
  System,
  "execute" | "judged" | "eraseContent" | "eraseWords" | "changeWorkspace" | "foreign" | "setForeign"
> {
  const foreign = log.side("foreign");
  const execute: System["execute"] = async (id, command, meta) => {
    if (id === WORKSPACE) {
      return { ok: false, code: "not_found", detail: "There is no such conversation." };
    }
    const order = { ...meta, command, commandId: commandId(), patienceMs: PATIENCE_MS };
    return await askedFrom.by(order.commandId, () => conversations.ask(id, order));
  };
  return {
    execute,
    judged: () => workspace.judged(),
    eraseContent: async (id, wanted, meta) =>
      await comparing.eraseInRoom(id, wanted, meta) ??
        await eraseContent({ log, logger, execute }, id, wanted, meta),
    changeWorkspace: changeOf(workspace),
    eraseWords: (of, by) => eraseWords({ change: changeOf(workspace), log, logger }, of, by),
    async foreign(id) {
      const seq = await foreign.get(id);
      return typeof seq === "number" ? seq : 0;
    },
    setForeign: (id, seq) => foreign.set(id, seq),
  };
}

/** The log with what is made behind it, by who stays: the list by time, and what turns used; and who signs it. */
function listed(
  { log, environment, masterKey, answers }: SystemOptions,
  logger: Logger,
): Pick<System, "log" | "recent" | "usage" | "signing"> {
  const made = { recent: log.recent(placeOfRow), usage: log.tally(usageTally) };
  if (answers !== false) { for (const rows of Object.values(made)) rows.keep(); }
  return { log, ...made, signing: new Signing({ log, environment, logger, masterKey }) };
}

/** What is shown as it comes, and how far people have read. */
const reading = (
  hub: LiveHub,
  marks: ReadMarks,
): Pick<System, "drafts" | "waits" | "subscribe" | "lastReads" | "readMarks" | "readMark" | "markRead"> => ({
  drafts: (conversationId) => hub.current(conversationId),
  waits: (conversationId) => hub.waiting(conversationId),
  subscribe: (listener) => hub.subscribe(listener),
  lastReads: (conversationId) => hub.reads(conversationId),
  readMarks: (conversationIds, reader) => marks.of(conversationIds, reader),
  readMark: (conversationId, reader) => marks.at(conversationId, reader),
  markRead: (mark) => marks.move(mark),
});

/** A logger that writes no secret it knows, and the last errors of providers that went through it, newest first. */
function watched({ environment, logger }: SystemOptions, keys: readonly Pick<ProviderKeys, "known">[]) {
  const errors: ReturnType<System["status"]>["lastErrors"][number][] = [];
  const write: Logger = (level, what, given) => {
    const fields = redacted(given, keys.flatMap((one) => [...one.known()]));
    // Who failed in a room is told by nothing but the log.
    if (what === "provider_call_failed" && !isRoomId(String(fields["conversationId"]))) {
      errors.unshift({
        at: environment.now(),
        provider: String(fields["provider"]),
        code: String(fields["code"]),
        message: String(fields["safeMessage"]),
      });
      errors.splice(LAST_ERRORS);
    }
    logger(level, what, fields);
  };
  return { logger: write, lastErrors: () => [...errors] };
}

function openFolds({ log, environment, violated }: SystemOptions, logger: Logger): Folds<ConversationState> {
  const look = (state: ConversationState) => {
    for (const what of violations(state)) violated?.(`${state.id} at ${state.seq}: ${what}`);
  };
  return new Folds({
    log,
    fold: conversation,
    mayKeep: ({ deleted }) => !deleted,
    breathe: environment.breathe,
    failed: (error) => logger("warn", "snapshot_failed", safely(error)),
    ...(violated ? { look } : {}),
  });
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
