/** The settings: one stream, decided and appended to like any other. */
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { NewWorkspaceEvent } from "../../events/catalog/workspace.ts";
import type { EventLog } from "../../events/store/types.ts";
import { versions } from "../../events/catalog/upcast.ts";
import type { Fold } from "../../projections/fold.ts";
import { type Judged, judgedComparisons, judgedPanels } from "../../projections/comparisons/judged.ts";
import { workspace, type WorkspaceState } from "../../projections/workspace.ts";
import type { Environment } from "../runtime/environment.ts";
import type { Logger } from "../runtime/logger.ts";
import { blobsNamed } from "../conversation/carry_out/blobs_named.ts";
import { Folds } from "../runtime/open_folds.ts";
import {
  carryOut,
  StreamActors,
  type StreamPorts,
  type Terms,
  type Waiting,
} from "../runtime/stream_actor.ts";
import type { Changed, Meta, WorkspaceChange, WorkspaceOutcome } from "../system.ts";
import { isErasure } from "./erasable.ts";

/** What is made of the stream: the settings, and apart from them what was judged. Read once, so both stand at one event. */
interface Made {
  readonly seq: number;
  readonly settings: WorkspaceState;
  readonly judged: Judged;
}

const made: Fold<Made> = {
  name: workspace.name,
  version: workspace.version,
  initial: (stream) => ({
    seq: 0,
    settings: workspace.initial(stream),
    judged: { comparisons: judgedComparisons.initial(stream), panels: judgedPanels.initial(stream) },
  }),
  evolve: ({ settings, judged }, event) => ({
    seq: event.seq,
    settings: workspace.evolve(settings, event),
    judged: {
      comparisons: judgedComparisons.evolve(judged.comparisons, event),
      panels: judgedPanels.evolve(judged.panels, event),
    },
  }),
};

/** A change of settings that may look at what was judged. */
type Change<T> = (
  ...now: [...Parameters<WorkspaceChange<T>>, Judged]
) => ReturnType<WorkspaceChange<T>>;

interface Asked extends Waiting {
  carryOut(): Promise<void>;
}

export class WorkspaceActor {
  readonly #ports: StreamPorts<Made>;
  readonly #actors: StreamActors<Asked>;
  readonly #commandId: () => string;

  constructor(log: EventLog, environment: Environment, logger: Logger, commandId: () => string) {
    this.#commandId = commandId;
    this.#ports = { log, environment, folds: new Folds({ log, fold: made }) };
    this.#actors = new StreamActors(this.#ports, logger, (_, asked) => asked.carryOut());
  }

  /** The settings as this process last read them: the follower says when there is more to read. */
  async state(): Promise<WorkspaceState> {
    return (await this.#ports.folds.get(WORKSPACE)).state.settings;
  }

  /** What was judged, as of the same event. */
  async judged(): Promise<Judged> {
    return (await this.#ports.folds.get(WORKSPACE)).state.judged;
  }

  /** The settings as last read, without waiting; null before the first reading. */
  peek(): WorkspaceState | null {
    return this.#ports.folds.peek(WORKSPACE)?.settings ?? null;
  }

  /** There is an event with this seq: whoever asks from now on is given settings with it, also beside one who asked before. */
  changed(seq: number): void {
    this.#ports.folds.heard(WORKSPACE, seq);
  }

  async refresh(): Promise<WorkspaceState> {
    return (await this.#ports.folds.refresh(WORKSPACE)).state.settings;
  }

  stop(): Promise<void> {
    return this.#actors.stop();
  }

  /** Without `patienceMs` it never gives up on a locked store. */
  change<T>(change: Change<T>, asked: Meta & Terms): Promise<WorkspaceOutcome<T>> {
    return this.#actors.ask(WORKSPACE, (resolve) => ({
      name: "settings",
      resolve,
      carryOut: async () => resolve(await this.#carryOut(change, asked)),
    }));
  }

  #carryOut<T>(change: Change<T>, asked: Meta & Terms): Promise<WorkspaceOutcome<T>> {
    const cause = this.#commandId();
    return carryOut<Made, Changed<T>>(this.#ports, WORKSPACE, asked, {
      decide: ({ settings, judged }) => change(settings, judged),
      commit: (_, decided) => {
        const events = decided.events.map(({ type, data }, index) => {
          const at = this.#ports.environment.now();
          const v = versions[type];
          // Type and data belong together in what was decided.
          return { id: `${cause}/${index}`, type, v, at, by: asked.by, cause, data } as NewWorkspaceEvent;
        });
        const blobs = blobsNamed(events);
        const erases = events.flatMap(({ type }, index) => isErasure(type) ? [index] : []);
        const alongside = {
          ...(blobs.length > 0 ? { blobs } : {}),
          ...(erases.length > 0 ? { erases } : {}),
        };
        return { events, ...(Object.keys(alongside).length > 0 ? { alongside } : {}) };
      },
    });
  }
}
