/**
 * One history of the store, drawn from a seed: processes that append to shared streams, race for turns, write
 * drafts and stop each other, follow; a store that loses answers, locks and delays; a crash. At the end the
 * store heals, and what must hold is checked.
 */
import type { Kv } from "../../events/store/kv/kv.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { originPosition } from "../../events/store/read/position.ts";
import type { Head } from "../../events/store/types.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { happened, readAll, row, said } from "../events/store/given.ts";
import { Scheduler, SimProcess } from "./scheduler.ts";
import { SimDisk } from "./sim_disk.ts";
import { NO_FAULTS, type SimFaults, SimKv } from "./sim_kv.ts";
import { openSimLog } from "./sim_log.ts";

/** A store with one thing left out, which the checks must notice. */
export interface Mutant {
  readonly kv?: (kv: Kv) => Kv;
  readonly log?: (log: StoreLog) => StoreLog;
  /** Claims carry no nonce of their process. */
  readonly noNonce?: true;
}
export interface HistoryResult {
  /** What did not hold; empty for a store that works. */
  readonly broken: readonly string[];
  readonly trace: string;
}

const PROCESSES = 3;
const COMMANDS = 6;
const TURNS = 3;
/** Virtual milliseconds of trouble. */
const TROUBLE_MS = 1_500;
/** Virtual milliseconds after which nothing may still be missing: many polls. */
const REST_MS = 3_000;

class History {
  readonly scheduler: Scheduler;
  readonly disk = new SimDisk();
  readonly faults: { -readonly [K in keyof SimFaults]: SimFaults[K] };
  readonly broken: string[] = [];
  readonly acknowledged: string[] = [];
  readonly winners = new Map<string, string[]>();
  /** What people saw of a turn's answer. */
  readonly shown = new Map<string, string>();
  readonly seen: { process: SimProcess; ids: string[]; positions: string[] }[] = [];

  constructor(readonly seed: number, readonly mutant: Mutant) {
    this.scheduler = new Scheduler(seed);
    const { random } = this.scheduler;
    this.faults = {
      locked: random.next() * 0.3,
      failed: random.next() * 0.1,
      unacknowledged: random.next() * 0.3,
      late: random.chance(0.3) ? 0.05 : 0,
      unread: 0,
      delay: [0.1, random.pick([1, 5, 40])],
    };
  }

  async run(): Promise<HistoryResult> {
    const { scheduler } = this;
    await scheduler.run(this.#story(), { ms: 600_000, steps: 400_000 });
    return { broken: this.broken, trace: scheduler.trace() };
  }

  async #story(): Promise<void> {
    const { scheduler } = this;
    const { random } = scheduler;
    const setUp = await this.#open(new SimProcess(scheduler, "setup"), NO_FAULTS, {});
    for (let turn = 0; turn < TURNS; turn++) {
      const turnId = `turn${turn}`;
      await setUp.append({
        stream: turnId,
        head: await setUp.head(turnId),
        events: [happened(`${turnId}/asked`, "TurnRequested", { turnId })],
        alongside: { work: [{ turnId, row: row({ owner: null, attempt: 0 }) }] },
      });
    }
    const processes = Array.from({ length: PROCESSES }, (_, i) => new SimProcess(scheduler, `p${i}`));
    const jobs = processes.map((process) => this.#process(process));
    const victim = random.chance(0.5) ? processes[PROCESSES - 1] : undefined;
    if (victim) scheduler.after(random.between(0, TROUBLE_MS), "crash", () => victim.crash());
    scheduler.after(TROUBLE_MS, "heal", () => Object.assign(this.faults, NO_FAULTS));
    await Promise.all(jobs.filter((_, i) => processes[i] !== victim));
    await scheduler.sleep(REST_MS);
    await this.#check(setUp);
  }

  #open(process: SimProcess, faults: SimFaults, mutant: Mutant): Promise<StoreLog> {
    const kv = new SimKv(this.disk, process, faults);
    const open = () => Promise.resolve(mutant.kv?.(kv) ?? kv);
    return openSimLog(this.disk, process, faults, { open });
  }

  /** Resolves when its commands and turns are done; its follower goes on. */
  async #process(process: SimProcess): Promise<void> {
    const { random } = this.scheduler;
    // A process that fails to open in the trouble is started again.
    let log: StoreLog | null = null;
    while (!log) log = await this.#open(process, this.faults, this.mutant).catch(() => null);
    log = this.mutant.log?.(log) ?? log;
    void this.#follow(process, log);
    const jobs: Promise<void>[] = [];
    for (let producer = 0; producer < 2; producer++) jobs.push(this.#produce(process, log, producer));
    for (let turn = 0; turn < TURNS; turn++) jobs.push(this.#turn(process, log, `turn${turn}`));
    await this.scheduler.sleep(random.between(0, 5));
    await Promise.all(jobs);
  }

  async #follow(process: SimProcess, log: StoreLog): Promise<void> {
    const record = { process, ids: [] as string[], positions: [] as string[] };
    this.seen.push(record);
    const forever = new AbortController();
    for await (const commit of log.order.follow(originPosition(log.epoch), forever.signal)) {
      for (const located of commit.events) {
        record.ids.push(located.event.id);
        record.positions.push(located.position);
      }
    }
  }

  async #produce(process: SimProcess, log: StoreLog, producer: number): Promise<void> {
    const stream = `common${producer}`;
    let head: Head = await log.head(stream);
    for (let i = 0; i < COMMANDS; i++) {
      const id = `${process.name}-${producer}-${i}`;
      await this.scheduler.sleep(this.scheduler.random.between(0, 200));
      while (true) {
        const result = await log.append({ stream, head, events: [said(`${id}/0`), said(`${id}/1`)] });
        if (result.ok) {
          head = result.head;
          this.acknowledged.push(`${id}/0`, `${id}/1`);
          break;
        }
        if (result.reason !== "head") return void this.broken.push(`an append answered ${result.reason}`);
        head = result.head;
      }
    }
  }

  /** Claims the turn and answers it, or, when another one did, stops it after a while. */
  async #turn(process: SimProcess, log: StoreLog, turnId: string): Promise<void> {
    const { random } = this.scheduler;
    const owner = process.name;
    const head = await log.head(turnId);
    const nonce = this.mutant.noNonce ? "" : `/${owner}`;
    // Only a turn that was asked for and nothing more may be claimed.
    const claim = head.seq === 1 && await log.append({
      stream: turnId,
      head,
      events: [happened(`${turnId}/claim/1${nonce}`, "TurnStarted", { turnId, owner })],
      alongside: { work: [{ turnId, row: row({ owner, beat: 1 }) }] },
    });
    if (claim && claim.ok) {
      this.winners.set(turnId, [...(this.winners.get(turnId) ?? []), owner]);
      return await this.#answer(log, turnId, owner, claim.head.stamp ?? "");
    }
    if (!random.chance(0.5)) return;
    await this.scheduler.sleep(random.between(0, 400));
    const taken = (await log.drafts.fence(turnId, [turnId], owner)).get(turnId);
    if (!taken) return;
    await this.#end(
      log,
      turnId,
      happened(`${turnId}/stop/${owner}`, "TurnCancelled", { turnId, text: taken.draft.text }),
    );
  }

  async #answer(log: StoreLog, turnId: string, owner: string, claimed: string): Promise<void> {
    const { random } = this.scheduler;
    let expect = claimed;
    let text = "";
    for (let beat = 2; beat < 2 + random.below(12); beat++) {
      await this.scheduler.sleep(50);
      text += `${beat} `;
      const [tick] = await log.drafts.write([{
        conversationId: turnId,
        turnId,
        row: row({ owner, beat, length: text.length }),
        expect,
        text,
        from: 0,
        reasoning: "",
        reasoningFrom: 0,
      }]);
      if (!tick?.ok) return;
      expect = tick.stamp;
      this.shown.set(turnId, text);
    }
    const done = happened(`${turnId}/done/${owner}`, "TurnCompleted", { turnId, text });
    await this.#end(log, turnId, done, expect);
  }

  async #end(log: StoreLog, turnId: string, event: ReturnType<typeof said>, expect?: string): Promise<void> {
    while (true) {
      const head = await log.head(turnId);
      if (
        (await readAll(log, turnId)).some(({ type }) => type === "TurnCompleted" || type === "TurnCancelled")
      ) return;
      const work = [{ turnId, row: null, ...(expect !== undefined && { expect }) }];
      const result = await log.append({ stream: turnId, head, events: [event], alongside: { work } });
      if (result.ok || result.reason === "work") return;
    }
  }

  async #check(log: StoreLog): Promise<void> {
    const broken = (text: string) => this.broken.push(text);
    for (const problem of (await verify(log)).problems) broken(`${problem.stream}: ${problem.detail}`);
    const order = await log.order.page(originPosition(log.epoch), 100_000);
    const ids = order.map((located) => located.event.id);
    if (new Set(ids).size !== ids.length) broken("an event is in the log twice");
    const there = new Set(ids);
    for (const id of this.acknowledged) {
      if (!there.has(id)) broken(`${id} was acknowledged and is not in the log`);
    }
    for (const { process, ids: seen, positions } of this.seen) {
      if (
        positions.some((position, i) => i > 0 && position.split(".")[1]! < positions[i - 1]!.split(".")[1]!)
      ) {
        broken(`${process.name} saw events out of order`);
      }
      const expected = process.alive ? ids : ids.slice(0, seen.length);
      if (seen.join() !== expected.join()) broken(`${process.name} saw other events than the log has`);
    }
    for (const [turnId, winners] of this.winners) {
      if (winners.length > 1) broken(`${turnId} was claimed by ${winners.join(" and ")}`);
    }
    for (const [turnId, shown] of this.shown) {
      const end = (await readAll(log, turnId)).find(({ type }) =>
        type === "TurnCompleted" || type === "TurnCancelled"
      );
      const text = end && typeof end.data === "object" && end.data && "text" in end.data
        ? String(end.data.text)
        : null;
      if (text !== null && !text.startsWith(shown)) {
        broken(`${turnId} showed "${shown}", its end says "${text}"`);
      }
    }
  }
}

export const storeHistory = (seed: number, mutant: Mutant = {}): Promise<HistoryResult> =>
  new History(seed, mutant).run();
