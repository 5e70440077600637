/**
 * One commit at a time, and everything that arrives meanwhile goes into the next one: the time of the disk
 * makes the batch, no timer does. A job is never split, and no key has two writers in one batch, except those who
 * write it again as it was.
 */
import { CHECKS, CHECKS_REMOTE, COMMIT_BYTES, KEY_BYTES, MUTATIONS } from "../kv/bounds.ts";
import { commitBatch, type CommitPorts } from "./commit_batch.ts";
import { TooLarge } from "../errors.ts";
import { type Job, type Outcome, Size, type Waiting } from "./job.ts";
import { Renewals } from "./renewals.ts";

/**
 * Jobs of one commit at most. What waits beyond goes into the next, so that the disk writes one while this process
 * answers the other; a commit of twice as many takes nearly twice as long.
 */
export const JOBS = 32;
/** Jobs in hand, from the first that is being prepared to the last that is being written, which are a crowd. */
const CROWD = 16;
/**
 * Jobs of a crowd that nobody told together which go to an idle disk before the others have come, where these are at least
 * so many: then the disk writes while they are being prepared.
 */
const AHEAD = { jobs: 12, of: 4 };
/** Milliseconds within which those who were told together ask together. */
const TOGETHER_MS = 10;

export class GroupCommit {
  readonly #ports: CommitPorts;
  /** Checks that one atomic may carry. */
  readonly #checks: number;
  readonly #renewals = new Renewals();
  #queue: Waiting[] = [];
  /** Jobs of the last commit; none where it was so long ago that nobody asks because of it. */
  #last = 0;
  /** Monotonic time at which there was nothing left to commit. */
  #ended = -Infinity;
  /** Jobs that are being prepared, and that are being written. */
  #coming = 0;
  #writing = 0;
  /** Answers that are not told yet. */
  #told: (() => void)[] = [];
  #running: Promise<void> | null = null;
  /** Whether the disk has nothing to do, and waits for those who may come in this step. */
  #waits = false;
  /** What went to the disk while it waited for more. */
  #ahead: Promise<void> | null = null;

  constructor(ports: CommitPorts) {
    this.#ports = ports;
    this.#checks = ports.remote ? CHECKS_REMOTE : CHECKS;
  }

  /**
   * Resolves when the job landed or met a conflict. After `giveUp` it is not tried again (the promise may then
   * stay open); a try under way may still land.
   * @throws {TooLarge} when the job would not fit into a commit of its own
   */
  commit(job: Job, giveUp?: AbortSignal): Promise<Outcome> {
    const size = new Size(job);
    if (
      size.mutations > MUTATIONS || size.bytes > COMMIT_BYTES || size.keyBytes > KEY_BYTES ||
      size.checks > this.#checks
    ) {
      throw new TooLarge(
        `What must be written together is too much for one commit: ${size.mutations} rows, ${size.bytes} ` +
          `bytes, ${size.checks} checks.`,
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const later = <T>(tell: (what: T) => void) => (what: T) => void this.#told.push(() => tell(what));
    const waiting: Waiting = { job, size, giveUp, answer: later(resolve), fail: later(reject) };
    if (job.urgent) this.#queue.unshift(waiting);
    else if (job.soon) this.#queue.splice(this.#soonAt(), 0, waiting);
    else this.#queue.push(waiting);
    if (!this.#running) {
      if (this.#ports.environment.monotonic() - this.#ended > TOGETHER_MS) this.#last = 0;
      this.#running = this.#run();
    }
    const { jobs, of } = AHEAD;
    if (this.#waits && this.#last <= 1 && this.#queue.length >= jobs && this.#coming >= of) {
      this.#waits = false;
      this.#ahead = this.#commit();
    }
    return promise;
  }

  /** Says that a job is being prepared, until what it returns is called; to call that again does nothing. */
  expect(): () => void {
    let left = 1;
    this.#coming++;
    return () => void (this.#coming -= left, left = 0);
  }

  /** Behind what is urgent, and behind what was to be soon before. */
  #soonAt(): number {
    const at = this.#queue.findIndex(({ job }) => !job.urgent && !job.soon);
    return at < 0 ? this.#queue.length : at;
  }

  /** Whether so many are in hand that the disk is quicker than what prepares their jobs. */
  get crowded(): boolean {
    return this.#coming + this.#queue.length + this.#writing >= CROWD;
  }

  /** Resolves when nothing is left to commit. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    let begun = false;
    while (this.#queue.length > 0) {
      // Where enough wait the disk need not wait for more, nor where the others of a crowd have come.
      if (this.#queue.length < JOBS && !begun) {
        this.#tell();
        this.#waits = true;
        // Who was alone will be alone again; those who were told together will ask together.
        await (this.#last > 1 ? this.#ports.environment.breathe() : undefined);
        this.#waits = false;
      }
      const ahead = this.#ahead;
      this.#ahead = null;
      begun = ahead !== null;
      await (ahead ?? this.#commit());
    }
    this.#tell();
    this.#ended = this.#ports.environment.monotonic();
    // In the same step as the last look at the queue: a job that comes now starts the next run.
    this.#running = null;
  }

  /** Writes those that wait, as many as fit, and tells those of the commit before meanwhile. */
  async #commit(): Promise<void> {
    const batch = this.#take();
    this.#last = this.#writing = batch.length;
    const began = this.#ports.environment.monotonic();
    const committing = commitBatch({ ...this.#ports, renewals: this.#renewals }, batch);
    // Those of the commit before are told, and ask again, while the disk is busy with this one.
    this.#tell();
    try {
      await committing;
      this.#ports.took(this.#ports.environment.monotonic() - began);
    } catch (error) {
      for (const waiting of batch) waiting.fail(error);
    } finally {
      this.#writing = 0;
    }
  }

  #tell(): void {
    for (const tell of this.#told.splice(0)) tell();
  }

  /** As many waiting jobs as fit, oldest first; a job whose key is taken keeps its place in the queue. */
  #take(): Waiting[] {
    // One that is alone has nobody to share a key with.
    if (this.#queue.length === 1) return this.#queue.splice(0);
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const [claimed, shared] = [new Set<string>(), new Set<string>()];
    let mutations = 0, bytes = 0, keys = 0, checks = 0, full = false;
    for (const waiting of this.#queue) {
      if (waiting.giveUp?.aborted) continue;
      const { size } = waiting;
      if (!full) {
        full = batch.length === JOBS || mutations + size.mutations > MUTATIONS ||
          bytes + size.bytes > COMMIT_BYTES ||
          keys + size.keyBytes > KEY_BYTES || checks + size.checks > this.#checks;
      }
      const taken = full || size.claims.some((name) => claimed.has(name) || shared.has(name)) ||
        size.shared.some((name) => claimed.has(name));
      // A job left behind keeps its claims: nothing of the same stream may overtake it.
      for (const name of size.shared) shared.add(name);
      for (const name of size.claims) claimed.add(name);
      if (taken) {
        left.push(waiting);
        continue;
      }
      batch.push(waiting);
      mutations += size.mutations;
      bytes += size.bytes;
      keys += size.keyBytes;
      checks += size.checks;
    }
    this.#queue = left;
    return batch;
  }
}
