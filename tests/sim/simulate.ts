/**
 * One seeded run of the whole system: two or three processes on one store, people who post, stop, switch and
 * retry, a store and a provider in trouble, processes that crash or stall. Then the trouble ends, everything
 * comes to rest, and what must hold is checked.
 */
import type { ConversationEvent, Mode } from "../../events/catalog/conversation.ts";
import type { PersonCommand } from "../../actors/conversation/commands.ts";
import type { Outcome } from "../../actors/system.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { waits } from "../../projections/conversation/waiting.ts";
import type { Position } from "../../events/store/types.ts";
import { UNDO_SECONDS } from "../../events/catalog/limits.ts";
import { cover, type Covered, ERASED, HAD_BACK, PACKED } from "./coverage.ts";
import { settingsIn } from "./checked_comparisons.ts";
import { type Compared, KILLED, SimComparisons } from "./sim_comparisons.ts";
import { Dimensions } from "./dimensions.ts";
import { AGENTS, furnish } from "./furnish.ts";
import { check } from "./invariants.ts";
import { Node, type Up } from "./node.ts";
import { LiveWatch, Reader, type Shown } from "./observers.ts";
import { SeededRandom } from "./random.ts";
import { Scheduler, SimProcess } from "./scheduler.ts";
import { CHECKED, simCheck } from "./sim_checks.ts";
import { coverHands, simHands } from "./sim_hands.ts";
import { simPanel } from "./sim_panels.ts";
import { encodeKey, SimDisk } from "./sim_disk.ts";
import { NO_FAULTS, type SimFaults } from "./sim_kv.ts";
import { openSimLog } from "./sim_log.ts";
import type { SimModels } from "./sim_provider.ts";
import { SOUND, type Variant } from "./variants.ts";
import { isPacked } from "../../events/store/form/value.ts";

export interface Run {
  readonly seed: number;
  /** What did not hold; empty for a sound engine. */
  readonly complaints: readonly string[];
  /** Digest of the whole history. */
  readonly trace: string;
  readonly steps: number;
  readonly events: number;
  readonly covered: Covered;
}

/** Virtual milliseconds with trouble, and how long everything may take to come to rest: a queue may be long. */
const TROUBLE_MS = 12_000;
const REST_MS = 1_200_000;
/** Virtual milliseconds within which what a dead process was doing is taken over. */
const TAKEOVER_MS = 12_000;
/** A run that is not at its end by then never will be: idle processes look for work all the time. */
const BOUNDS = { ms: 2 * REST_MS + 10 * TROUBLE_MS + 1_000_000, steps: 3_000_000 };
/** Times that something is appended after everything came to rest. */
const BURSTS = 20;
/** Virtual milliseconds a client waits for an answer. */
const CLIENT_MS = 8_000;

const PEOPLE = ["ann", "ben"] as const;

/** @param only every conversation is and stays in this mode, and where it is asked for, people do ask */
export async function simulate(seed: number, variant: Variant = SOUND, only?: Mode): Promise<Run> {
  const simulation = new Simulation(seed, variant, only);
  const { scheduler } = simulation;
  try {
    await scheduler.run(simulation.run(), BOUNDS);
  } catch (error) {
    simulation.complain(`it broke: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {
    seed,
    complaints: [...simulation.complaints],
    trace: scheduler.trace(),
    steps: scheduler.steps,
    events: simulation.events,
    covered: simulation.covered,
  };
}

class Simulation {
  readonly scheduler: Scheduler;
  readonly complaints = new Set<string>();
  events = 0;
  readonly covered: Covered = new Map();
  readonly #disk = new SimDisk();
  readonly #nodes: Node[];
  readonly #shown: Shown = new Map();
  readonly #models: SimModels;
  readonly #conversations: string[] = [];
  /** Texts whose erasure was acknowledged, or may have landed, by conversation. */
  readonly #erased: { conversationId: string; content: string; sure: boolean }[] = [];
  /** Draws of its own: what else happens is what it would be. */
  readonly #erasing: SeededRandom;
  readonly #erases: boolean;
  readonly #panelling: SeededRandom;
  readonly #checking: SeededRandom;
  readonly #handing: SeededRandom;
  readonly #comparisons: SimComparisons;
  readonly #copies = new Map<string, string>();
  #start: Position = "";
  readonly #acknowledged: { conversationId: string; content: string }[] = [];
  /** Deletions on their way, by conversation, and those that were had back since. */
  readonly #deleting = new Map<string, number>();
  readonly #back = new Set<string>();
  readonly #calm: boolean;
  #over = false;
  readonly #dimensions: Dimensions;
  /** How long the store takes where nothing stalls it. */
  #delay: SimFaults["delay"] = NO_FAULTS.delay;
  /** Whether the store is asked over a network. */
  #remote = false;
  #posted = 0;

  constructor(readonly seed: number, readonly variant: Variant, readonly only: Mode | undefined) {
    this.scheduler = new Scheduler(seed);
    this.#erasing = new SeededRandom(seed ^ 0x5eed);
    this.#erases = this.#erasing.chance(0.5);
    this.#panelling = new SeededRandom(seed ^ 0xba9e1);
    this.#checking = new SeededRandom(seed ^ 0xc4ec4);
    this.#handing = new SeededRandom(seed ^ 0x4a9d5);
    const { random } = this.scheduler;
    // One run in five has no trouble at all: then everything must simply work.
    this.#calm = random.chance(0.2) && !variant.worst;
    const trouble = this.#calm ? 0 : random.pick([0, 0.1, 0.4]);
    this.#models = { received: [], ran: [], big: 0, trouble: variant.worst ? 0 : trouble };
    const watch = new LiveWatch(this.#shown, this.complain);
    const drawn = random.pick(["file", "file", "remote", "memory"] as const);
    const kind = variant.worst ? "file" : drawn;
    this.#disk.checks = kind === "remote" ? 10 : 100;
    this.#remote = kind === "remote";
    const ports = {
      scheduler: this.scheduler,
      disk: this.#disk,
      kind,
      models: this.#models,
      variant,
      live: (node: string, live: Parameters<LiveWatch["hear"]>[1]) => watch.hear(node, live),
      started: (up: Up) => this.#comparisons.follow(up),
      violated: this.complain,
    };
    // A store in memory is one process's own.
    const nodes = kind === "memory" ? 1 : 2 + random.below(2);
    this.#nodes = Array.from({ length: nodes }, (_, index) => new Node(ports, index));
    this.#dimensions = new Dimensions(
      () => this.#ground(),
      // Chance of its own: what is not drawn changes nothing else in a history.
      new SeededRandom(~seed),
      // Mutants and single modes are looked at for what they are about.
      (variant === SOUND || variant.dimensions === true) && only === undefined,
      nodes === 1,
    );
    const comparing = new SeededRandom(seed ^ 0xb11d);
    this.#comparisons = new SimComparisons(
      () => this.#ground(),
      comparing,
      variant.compares === true || (comparing.chance(0.5) && variant === SOUND && only === undefined),
    );
  }

  #ground(): Compared {
    return {
      scheduler: this.scheduler,
      nodes: this.#nodes,
      models: this.#models,
      conversations: this.#conversations,
      covered: this.covered,
      complain: this.complain,
      up: () => this.#up(),
      copies: this.#copies,
      erased: this.#erased,
      start: this.#start,
      within: (answer) => this.#within(answer),
      killBehind: (up, writes) => this.#killBehind(up, writes),
    };
  }

  readonly complain = (what: string): void => {
    this.complaints.add(what);
  };

  async run(): Promise<void> {
    const { scheduler } = this;
    const { random } = scheduler;
    await Promise.all(this.#nodes.map((node) => node.start()));
    const start = await this.#up().log.order.end();
    this.#start = start;
    const full = this.#dimensions.has("full");
    const furnished = await furnish(this.#up().system, full, this.#comparisons.drawn);
    if (!furnished.ok) this.complain(`the workspace could not be set up: ${furnished.detail}`);
    const readers = [0, 1].map((n) => new Reader(`reader ${n}`, start, scheduler, this.complain));
    for (const reader of readers) reader.attach(this.#up());
    for (let n = 1 + random.below(2); n > 0; n--) this.#conversations.push(`conversation_${n}`);
    for (const id of this.#conversations) await this.#begin(id);
    const checks = this.variant === SOUND || this.variant.compares === true;
    if (checks && this.only === undefined && this.#checking.chance(0.3)) {
      await this.#beginChecked();
    }
    await this.#dimensions.before();

    if (!this.#calm) this.#trouble();
    // Some people are busy, some only watch: then answers run long enough to be cut and taken over.
    const drawn = random.pick([
      { pace: [50, 400, 2_500], harm: 0.1 },
      { pace: [1_000, 4_000], harm: 0.5 },
      { pace: [3_000, 9_000], harm: 0.6 },
    ]);
    // One mode alone is looked at for what a kill does to it.
    const { pace, harm } = this.only
      ? { pace: [300, 1_500], harm: 0.4 }
      : this.variant.worst
      ? { pace: [300, 1_500], harm: 0.2 }
      : drawn;
    const acting: Promise<unknown>[] = [];
    let until = scheduler.now + TROUBLE_MS;
    while (scheduler.now < until) {
      await scheduler.sleep(random.between(0, random.pick(pace)));
      this.#dimensions.step();
      if (!this.#calm && random.chance(harm)) {
        this.#harm();
        // Who writes on ends what was cut; who waits sees it taken over.
        if (random.chance(0.5)) {
          await scheduler.sleep(TAKEOVER_MS);
          until += TAKEOVER_MS;
        }
      } else acting.push(this.#act());
      for (const reader of readers) reader.attach(this.#up());
    }
    await Promise.all(acting);

    await this.#calmDown();
    for (const reader of readers) reader.attach(this.#up());
    await this.#rest(readers);
    await this.#comparisons.atRest();
    await this.#rest(readers);
    await this.#dimensions.atRest();
    await this.#rest(readers);
    await this.#dimensions.measure();
    for (let n = 0; n < BURSTS; n++) await this.#burst(readers);
    const up = this.#up();
    await this.#comparisons.joinAll(up);
    const found = await check({
      log: up.log,
      start,
      conversations: this.#conversations,
      readers,
      shown: this.#shown,
      acknowledged: this.#acknowledged,
      erased: this.#erased,
      copies: this.#copies,
      rows: this.#disk.range("", "\uffff", Infinity, false),
      back: this.#back,
      received: this.#models.received,
      ran: this.#models.ran,
    }, this.complain);
    this.#comparisons.check({ ...found, settings: await settingsIn(up) });
    this.events = readers[0]?.events ?? 0;
    const runs = this.#disk.range(encodeKey(["e"]), encodeKey(["f"]), Infinity, false);
    this.covered.set(PACKED, runs.filter(({ value }) => isPacked(value)).length);
    for (const id of this.#conversations) {
      const history: ConversationEvent[] = [];
      // Stored bytes became typed events at the read boundary.
      for await (const batch of up.log.read(id)) history.push(...batch as ConversationEvent[]);
      cover(this.covered, history);
      coverHands(this.covered, history);
    }
    for (const reader of readers) reader.detach();
    const stopped = this.#nodes.map((node) => node.up?.system.stop());
    await Promise.all(stopped);
  }

  /** A process that runs; drawn, so that every process gets its share. */
  #up(): Up {
    return this.scheduler.random.pick(this.#nodes.flatMap((node) => node.up ?? []));
  }

  async #begin(id: string): Promise<void> {
    const { random } = this.scheduler;
    const drawn: Mode = random.pick(["parallel", "parallel", "round_robin", "manual", "manager"]);
    const mode = this.only ?? drawn;
    const agents = AGENTS.slice(0, 1 + random.below(AGENTS.length));
    const settings = {
      ...(random.chance(0.3) ? { onNewMessage: "queue" as const } : {}),
      ...(mode === "manager" ? { limits: { managerTurns: 4 } } : { rounds: 1 + random.below(2) }),
    };
    await this.#send(id, { type: "start", title: "", mode, settings, agents });
  }

  /** A run of a check, which goes on by itself. */
  async #beginChecked(): Promise<void> {
    const agents = AGENTS.slice(0, 1 + this.#checking.below(AGENTS.length));
    const mode: Mode = this.#checking.pick(["parallel", "round_robin"]);
    this.#conversations.push(CHECKED);
    const script = simCheck(this.#checking);
    await this.#send(CHECKED, { type: "start", title: "", mode, settings: { rounds: 1 }, agents, script });
  }

  /** One thing a person does, on any process. */
  async #act(): Promise<Outcome | null | void> {
    const { random } = this.scheduler;
    const id = random.pick(this.#conversations.filter((one) => one !== CHECKED));
    const state = await this.#within(this.#up().system.conversation(id)).catch(() => null);
    const participant = state && state.participants.length > 0 ? random.pick(state.participants) : null;
    if (random.chance(0.1)) await this.#note();
    if (random.chance(0.1)) await this.#project(id);
    if (state && random.chance(0.3)) await this.#answerTools(state);
    if (this.#handing.chance(0.15)) await this.#send(id, simHands(this.#handing));
    if (state && this.#erases && this.#erasing.chance(0.5)) await this.#erase(state);
    if (this.#conversations.includes(CHECKED) && this.#checking.chance(0.1)) await this.#eraseIn(CHECKED);
    if (state && this.#comparisons.drawn) await this.#comparisons.act(state);
    const draw = random.next();
    if (state && participant && this.only === "manual" && draw < 0.4) {
      const all = random.chance(0.3);
      return await this.#send(id, all ? { type: "ask_all" } : { type: "ask", agentId: participant.agentId });
    }
    if (!state && random.chance(0.5)) return await this.#restore(id);
    if (!state || draw < 0.45) return await this.#post(id);
    if (draw < 0.6) return await this.#send(id, { type: "stop" });
    if (draw < 0.7) {
      const turns = Object.keys(state.turns);
      if (turns.length > 0 && random.chance(0.7)) {
        await this.#send(id, { type: "retry", turnId: random.pick(turns) });
      } else if (participant) await this.#merge(state, participant.agentId);
    } else if (draw < 0.8 && state.order.length > 0) {
      const messageId = random.pick(state.order);
      if (random.chance(0.2)) {
        const pinned = state.messages[messageId]?.pinned !== true;
        await this.#send(id, { type: "pin", messageId, pinned });
      } else if (random.chance(0.3)) await this.#send(id, { type: "keep", messageId });
      else await this.#send(id, { type: "include", messageId, included: random.chance(0.5) });
    } else if (draw < 0.9 && participant) {
      const { id: participantId, enabled } = participant;
      await this.#send(id, { type: "change_participant", participantId, enabled: !enabled });
    } else if (draw < 0.94 && participant) {
      await this.#send(id, { type: "ask", agentId: participant.agentId });
    } else if (draw < 0.96) {
      await this.#send(id, { type: "ask_all" });
    } else if (draw < 0.985) {
      if (this.only) return;
      await this.#send(id, { type: "change", mode: random.pick(["parallel", "round_robin", "manual"]) });
    } else if (draw < 0.995) await this.#delete(id);
    else {await this.#send(id, {
        type: "change",
        pinned: !state.pinned,
        labels: state.pinned ? [] : ["Küche"],
      });}
  }

  /** A note is kept, changed, or erased. Whoever is not answered does it again another time. */
  async #note(): Promise<void> {
    const { random } = this.scheduler;
    const { system } = this.#up();
    const by = { kind: "user" as const, id: "ann", name: "Ann" };
    const text = `Note ${random.below(1_000)}`;
    const change = (type: "NoteCreated" | "NoteChanged", id: string, version: number) =>
      system.changeWorkspace(
        () => ({ ok: true, answer: { id }, events: [{ type, data: { id, version, text } }] }),
        { by },
      );
    const known = await this.#within(system.workspace()).catch(() => null);
    const notes = Object.values(known?.notes ?? {}).filter(({ archived }) => !archived);
    const note = notes.length > 0 ? random.pick(notes) : undefined;
    const doing = !note || random.chance(0.5)
      ? change("NoteCreated", `note_${random.below(1_000_000)}`, 1)
      : random.chance(0.5)
      ? change("NoteChanged", note.id, note.version + 1)
      : system.eraseWords({ kind: "note", id: note.id }, by);
    await this.#within<unknown>(doing).catch(() => null);
  }

  /** A project is made, changed, erased, or a conversation goes into it or out of it. */
  async #project(conversationId: string): Promise<void> {
    const { random } = this.scheduler;
    const { system } = this.#up();
    const by = { kind: "user" as const, id: "ann", name: "Ann" };
    const known = await this.#within(system.workspace()).catch(() => null);
    const projects = Object.values(known?.projects ?? {}).filter(({ archived }) => !archived);
    const found = projects.length > 0 ? random.pick(projects) : undefined;
    if (found && random.chance(0.5)) {
      const projectId = random.chance(0.8) ? found.id : null;
      await this.#send(conversationId, { type: "change", projectId });
      return;
    }
    const change = (type: "ProjectCreated" | "ProjectChanged", id: string, version: number) => {
      const data = {
        id,
        version,
        name: "P",
        instructions: `Do ${random.below(99)}`,
        files: [],
        agentIds: [],
      };
      return system.changeWorkspace(() => ({ ok: true, answer: { id }, events: [{ type, data }] }), { by });
    };
    const doing = !found || random.chance(0.4)
      ? change("ProjectCreated", `project_${random.below(1_000_000)}`, 1)
      : random.chance(0.7)
      ? change("ProjectChanged", found.id, found.version + 1)
      : system.eraseWords({ kind: "project", id: found.id }, by);
    await this.#within<unknown>(doing).catch(() => null);
  }

  async #eraseIn(id: string): Promise<void> {
    const state = await this.#within(this.#up().system.conversation(id)).catch(() => null);
    if (state) await this.#erase(state);
  }

  /** What a person said goes, or an answer, or a use of a tool in one. */
  async #erase({ id, order, messages, bodies }: ConversationState): Promise<void> {
    if (order.length === 0) return;
    const messageId = this.#erasing.pick(order);
    const uses = bodies[messageId]?.tools ?? [];
    const use = uses.length > 0 && this.#erasing.chance(0.5) ? this.#erasing.pick(uses) : undefined;
    const content = messages[messageId]?.author.kind === "human" ? bodies[messageId]?.content ?? "" : "";
    const wanted = {
      messageId,
      ...(use ? { use: { attempt: use.attempt, round: use.round, callId: use.callId } } : {}),
    };
    const by = { kind: "user" as const, id: "ann", name: "Ann" };
    const done = await this.#within(this.#up().system.eraseContent(id, wanted, { by })).catch(() => null);
    // Whoever was not answered may have been heard.
    if (done && !done.ok && done.code !== "unavailable") return;
    const sure = done?.ok === true;
    if (sure) this.covered.set(ERASED, (this.covered.get(ERASED) ?? 0) + 1);
    if (!use && content !== "") this.#erased.push({ conversationId: id, content, sure });
  }

  async #delete(id: string): Promise<void> {
    this.#back.delete(id);
    this.#deleting.set(id, (this.#deleting.get(id) ?? 0) + 1);
    const answered = await this.#send(id, { type: "delete" });
    // One that nobody answered may land at any time.
    if (answered) this.#deleting.set(id, (this.#deleting.get(id) ?? 0) - 1);
    const { random } = this.scheduler;
    if (random.chance(0.4)) return;
    await this.scheduler.sleep(random.between(0, 1_200 * UNDO_SECONDS));
    await this.#restore(id);
  }

  /** Has a conversation back. Who is told so, and nobody deletes it again, finds it at the end. */
  async #restore(id: string): Promise<void> {
    const answered = await this.#send(id, { type: "restore" });
    if (!answered?.ok || this.#deleting.get(id)) return;
    this.#back.add(id);
    this.covered.set(HAD_BACK, (this.covered.get(HAD_BACK) ?? 0) + 1);
  }

  /** Some of the newest answers are to become one, or are to be read. */
  async #merge({ id, order, messages }: ConversationState, agentId: string): Promise<void> {
    const { random } = this.scheduler;
    const messageIds = order.filter((one) => messages[one]?.doneSeq !== undefined).slice(-6)
      .filter(() => random.chance(0.5));
    const task = random.pick(["merge", "gist", "claims"] as const);
    const reading = task === "merge" ? {} : { task };
    await this.#send(id, { type: "merge", agentId, messageIds, ...reading });
  }

  /** Posts a text that is sent only once; a client that got no answer asks again under the same key or id. */
  async #post(id: string): Promise<void> {
    const { random } = this.scheduler;
    const content = `message ${++this.#posted}`;
    const by = { kind: "user" as const, id: random.pick(PEOPLE), name: random.pick(PEOPLE) };
    const way = random.pick(["plain", "key", "id"] as const);
    const command: PersonCommand = {
      type: "post",
      content,
      ...(way === "id" ? { id: `mine_${this.#posted}` } : {}),
      ...(this.#panelling.chance(0.25) ? { panel: simPanel(this.#panelling) } : {}),
    };
    const idempotency = { caller: by.id, key: `key_${this.#posted}`, bodyHash: content };
    const meta = { by, ...(way === "key" ? { idempotency } : {}) };
    const send = () => this.#within(this.#up().system.execute(id, command, meta)).catch(() => null);
    const twice = way !== "plain" && random.chance(0.3);
    let outcomes: (Outcome | null)[] = await Promise.all(twice ? [send(), send()] : [send()]);
    if (way !== "plain" && outcomes.every((o) => o === null || (!o.ok && o.code === "unavailable"))) {
      outcomes = [await send()];
    }
    const ids = new Set(outcomes.flatMap((outcome) => outcome?.ok ? [outcome.answer.messageId] : []));
    if (ids.size > 1) this.complain(`one command made the messages ${[...ids].join(" and ")}`);
    if (ids.size > 0) this.#acknowledged.push({ conversationId: id, content });
  }

  /** Somebody lets tools that wait run, or not. */
  async #answerTools({ id, open, turns, bodies }: ConversationState): Promise<void> {
    const { random } = this.scheduler;
    for (const turnId of open) {
      const uses = bodies[turns[turnId]?.messageId ?? ""]?.tools ?? [];
      for (const { callId } of uses.filter(waits)) {
        await this.#send(id, { type: "decide_tool", turnId, callId, allowed: random.chance(0.7) });
      }
    }
  }

  /** Null: nobody answered. */
  async #send(id: string, command: PersonCommand): Promise<Outcome | null> {
    const by = { kind: "user" as const, id: "ann", name: "Ann" };
    return await this.#within(this.#up().system.execute(id, command, { by })).catch(() => null);
  }

  /** What a client waits for, but not for ever: its process may have died. */
  #within<T>(answer: Promise<T>): Promise<T> {
    const late = this.scheduler.sleep(CLIENT_MS).then(() => {
      throw new Error("no answer");
    });
    late.catch(() => undefined);
    return Promise.race([answer, late]);
  }

  /** The store is in trouble from now on, as bad as this seed wants it. */
  #trouble(): void {
    const { random } = this.scheduler;
    const { worst } = this.variant;
    const drawn = random.pick([0, 0.02, 0.15]);
    const bad = worst ? 0.3 : drawn;
    // A file is written by the process itself: what failed there is over. Over a network it may still be on its way.
    const late = this.#remote ? bad / 4 : 0;
    this.#delay = random.pick([[0.1, 0.5], [0.1, 5], [5, 60]] as const);
    for (const { faults } of this.#nodes) {
      Object.assign(faults, {
        locked: random.chance(0.5) ? 2 * bad : 0,
        failed: bad / 2,
        unacknowledged: bad,
        late: worst ? bad : late,
        unread: bad / 8,
        delay: this.#delay,
      });
    }
  }

  /** A process dies, or is told to stop, or its store answers nobody for a while. */
  #harm(): void {
    const { random } = this.scheduler;
    const busy = this.#nodes.filter(({ up }) => (up?.system.status().turnsRunning ?? 0) > 0);
    const node = random.pick(busy.length > 0 && random.chance(0.8) ? busy : this.#nodes);
    const others = this.#nodes.filter((other) => other !== node && other.up);
    if (!node.up || others.length === 0) return;
    if (random.chance(0.6)) {
      if (random.chance(0.25)) node.stop();
      else node.crash();
      this.scheduler.after(random.between(100, 6_000), "restart", () => void this.#restart(node));
    } else {
      const delay = random.pick([3_000, 12_000]);
      node.faults.delay = [delay / 2, delay];
      this.scheduler.after(delay / 2, "unstall", () => node.faults.delay = this.#delay);
    }
  }

  async #restart(node: Node): Promise<void> {
    if (!node.up) await node.start();
  }

  /** A process dies in the middle of what it was asked for, with one of the next writes of anybody. */
  #killBehind(up: Up, writes: number): void {
    if (this.#calm) return;
    let left = writes;
    const stop = this.#disk.onChange(() => {
      // Once the trouble is over nobody dies.
      if (this.#over) return stop();
      if (--left > 0) return;
      stop();
      const node = this.#nodes.find((one) => one.up === up);
      if (!node || !this.#nodes.some((other) => other !== node && other.up)) return;
      node.crash();
      this.covered.set(KILLED, (this.covered.get(KILLED) ?? 0) + 1);
      const { random } = this.scheduler;
      this.scheduler.after(random.between(100, 6_000), "restart", () => void this.#restart(node));
    });
  }

  /** No trouble any more; every process runs. */
  async #calmDown(): Promise<void> {
    this.#over = true;
    this.#models.trouble = 0;
    // A store may be slow for ever: that is no fault.
    this.#delay = this.scheduler.random.pick([NO_FAULTS.delay, [5, 60], [20, 120]] as const);
    for (const { faults } of this.#nodes) Object.assign(faults, NO_FAULTS, { delay: this.#delay });
    await this.scheduler.sleep(15_000);
    for (const node of this.#nodes) await this.#restart(node);
  }

  /** Appends in close succession: the last of them must reach every reader although nothing comes after it. */
  async #burst(readers: readonly Reader[]): Promise<void> {
    const { scheduler } = this;
    const id = scheduler.random.pick(this.#conversations);
    const pause = scheduler.random.pick([3, 30, 300]);
    for (let n = 0; n < 3; n++) {
      await this.#send(id, { type: "change", title: `title ${scheduler.random.below(1_000_000)}` });
      await scheduler.sleep(scheduler.random.between(0, pause));
    }
    await scheduler.sleep(5_000);
    const position = await this.#up().log.order.end();
    for (const reader of readers) {
      if (reader.position !== position) this.complain(`${reader.name} was not told of the last event`);
    }
  }

  /** Waits until nothing is under way and the readers have read everything. */
  async #rest(readers: readonly Reader[]): Promise<void> {
    const { scheduler } = this;
    const process = new SimProcess(scheduler, "auditor");
    const log = await openSimLog(this.#disk, process, NO_FAULTS);
    const until = scheduler.now + REST_MS;
    for (;;) {
      await scheduler.sleep(2_000);
      for (const reader of readers) if (reader.lost) reader.attach(this.#up());
      const position = await log.order.end();
      const open = (await log.work.all()).length + (await log.due.list(1)).length;
      const compared = open > 0 || await this.#comparisons.isAtRest(this.#up());
      const quiet = open === 0 && compared && await log.order.end() === position;
      if (quiet && readers.every((reader) => reader.position === position)) return;
      if (scheduler.now > until) return this.complain("it never came to rest");
      for (const id of this.#conversations) {
        const state = await this.#up().system.conversation(id);
        if (state) await this.#answerTools(state);
      }
    }
  }
}
