/**
 * Real servers on a real store, real clients that post, attach, stop and watch, and faults one after another.
 * When it is over everything comes to rest and is audited: nothing acknowledged is lost, nothing is answered
 * twice, no shown character is missing from the log, no stream has a gap or a duplicate, `verify` is clean.
 */
import { HELD_MS } from "../../events/catalog/limits.ts";
import { SeededRandom } from "../sim/random.ts";
import { breaches, type Held, heldTooLong } from "./audit.ts";
import { Deletions } from "./deletions.ts";
import { command, type Fault, FAULTS } from "./faults.ts";
import { pause, type People } from "./people.ts";
import { Stage } from "./stage.ts";
import { Watcher } from "./watcher.ts";

/** Milliseconds after which coming to rest is given up: a takeover or three, on a machine that does much else. */
const REST_MS = 300_000;
/** Conversations that talk at the same time. */
const ROOMS = 3;

export interface ChaosOptions {
  readonly seconds: number;
  readonly processes: number;
  readonly seed: number;
  /** A KV Connect service; absent: a file. */
  readonly kv?: string;
  /** Names of the faults; absent: all. */
  readonly faults?: readonly string[];
  readonly tell?: (line: string) => void;
}

export interface ChaosReport {
  readonly wrong: readonly string[];
  /** How often each fault happened. */
  readonly happened: Readonly<Record<string, number>>;
  /** What this machine or this store cannot do. */
  readonly impossible: readonly string[];
  readonly acknowledged: number;
  /** Conversations that were deleted and had back. */
  readonly hadBack: number;
  readonly triedAgain: number;
  readonly turns: number;
  readonly shownCharacters: number;
  readonly figures: Readonly<Record<string, readonly number[]>>;
  /** What kept the loops of the servers that ran at the end, since they were started. */
  readonly held: readonly Held[];
}

export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seconds, processes, seed, kv, tell = () => undefined } = options;
  const random = new SeededRandom(seed);
  await using stage = await Stage.open({ processes, tell, ...(kv === undefined ? {} : { kv }) }, random);
  const { scene, wrong, figures } = stage;
  const { people } = scene;
  const chosen = FAULTS.filter(({ name }) => options.faults?.includes(name) ?? true);
  const possible = chosen.filter((fault) => fault.possible(scene));
  const deletions = new Deletions(people);
  const watchers: Watcher[] = [];
  const happened: Record<string, number> = {};
  let turns = 0;
  const held: Held[] = [];
  try {
    for (const server of scene.servers) await server.start();
    const rooms = await furnish(people);
    watchers.push(new Watcher("direct", stage.addresses), new Watcher("by link", stage.wired));
    const until = performance.now() + seconds * 1_000;
    const going = () => performance.now() < until;
    const harming = harm(stage, possible, going, (name) => {
      happened[name] = (happened[name] ?? 0) + 1;
      tell(`${name} (${people.acknowledged.length} messages acknowledged, ${wrong.length} breaches)`);
    });
    const talking = rooms.map((id, index) => talk(people, id, index, going));
    await Promise.all([harming, deletions.happen(going), ...talking]);
    await stage.heal();
    turns = await audit(stage, rooms, watchers, deletions);
    held.push(...await heldOf(stage.addresses()));
    wrong.push(...heldTooLong(held));
  } finally {
    await Promise.all(watchers.map((watcher) => watcher.stop()));
    await stage.end();
  }
  const { code, said } = await command(["verify", "--data", scene.data, ...scene.kv]);
  if (code !== 0) wrong.push(`verify at the end: ${said}`);
  if (wrong.length > 0) { for (const { said } of scene.servers) tell(said); }
  const texts = watchers.flatMap(({ shown }) => [...shown.values()]);
  return {
    wrong,
    happened,
    impossible: chosen.filter((fault) => !possible.includes(fault)).map(({ name }) => name),
    acknowledged: people.acknowledged.length,
    hadBack: deletions.hadBack,
    triedAgain: people.triedAgain,
    turns,
    shownCharacters: texts.reduce((sum, text) => sum + text.length, 0),
    figures,
    held,
  };
}

/** What kept each server that runs, the worst first. */
async function heldOf(addresses: readonly string[]): Promise<Held[]> {
  const all = await Promise.all(addresses.map(async (address) => {
    const response = await fetch(`${address}/api/status`, { headers: { origin: address } });
    const { loopHeld }: { loopHeld: Held[] } = await response.json();
    return loopHeld;
  }));
  return all.flat().filter(({ ownMs }) => ownMs >= HELD_MS).sort((a, b) => b.ownMs - a.ownMs);
}

/** Conversations of two agents that talk for a while; one of them now and then beyond what one event holds. */
async function furnish(people: People): Promise<string[]> {
  const rooms: string[] = [];
  for (let room = 0; room < ROOMS; room++) {
    const agentIds: string[] = [];
    for (const model of ["story:60:25", room === 0 ? "huge:60000" : "story:60:25"]) {
      const answer = await people.post("/api/agents", {
        name: `Agent ${room} ${agentIds.length}`,
        color: 1,
        providerId: "provider_mock",
        model,
        systemPrompt: "",
        params: {},
        tools: [],
      });
      agentIds.push(String(answer["id"]));
    }
    const answer = await people.post("/api/conversations", { agentIds, onNewMessage: "cancel" });
    rooms.push((answer["conversation"] as { id: string }).id);
  }
  return rooms;
}

async function talk(people: People, conversationId: string, room: number, going: () => boolean) {
  const { random } = people;
  for (let n = 1; n <= 5 || going(); n++) {
    await people.say(conversationId, `message ${n} to ${conversationId}`, random.chance(0.2));
    // The room of long answers talks seldom, so that its log does not fill the disk.
    await pause(random.between(200, 1_700) * (room === 0 ? 8 : 1));
    if (random.chance(0.2)) await people.post(`/api/conversations/${conversationId}/stop`, {});
  }
}

/** One fault after another, drawn by weight, each at least once where there is time. */
async function harm(
  { scene }: Stage,
  faults: readonly Fault[],
  going: () => boolean,
  happened: (name: string) => void,
): Promise<void> {
  const { random } = scene;
  const lottery = faults.flatMap((fault) => Array<Fault>(fault.weight).fill(fault));
  const first = faults.toSorted(() => random.next() - 0.5);
  // However slow the machine is, each has happened once.
  while ((going() || first.length > 0) && lottery.length > 0) {
    await pause(random.between(300, 1_800));
    const fault = first.pop() ?? random.pick(lottery);
    await fault.happen(scene);
    happened(fault.name);
  }
}

/** Waits for rest, then looks at everything. Returns how many turns there were. */
async function audit(
  stage: Stage,
  rooms: readonly string[],
  watchers: readonly Watcher[],
  deletions: Deletions,
): Promise<number> {
  const { scene: { people, wrong } } = stage;
  const open = async () => {
    const { items } = await people.get("/api/conversations?limit=500") as { items: Row[] };
    return items.filter(({ id, answering }) => rooms.includes(id) && answering > 0).length === 0;
  };
  // One patience for everything that has to come in the end.
  const until = performance.now() + REST_MS;
  if (!await within(until, open)) wrong("some conversation never came to rest");
  await within(until, async () => (await deletions.wrong()).length === 0);
  (await deletions.wrong()).forEach(wrong);
  let turns = 0;
  for (const id of rooms) {
    const events = await people.events(id);
    const last = events.at(-1)?.seq ?? 0;
    for (const { name, seqs } of watchers) {
      const all = await within(until, () => Promise.resolve((seqs.get(id) ?? 0) >= last));
      if (!all) wrong(`${name} saw ${seqs.get(id) ?? 0} of ${last} events of ${id}`);
    }
    turns += events.filter(({ type }) => type === "TurnRequested").length;
    breaches(id, events, people.acknowledged, watchers).forEach(wrong);
  }
  for (const { file } of people.acknowledged) {
    if (file && !(await there(`${stage.addresses()[0]}/api/attachments/${file}`))) wrong(`no file ${file}`);
  }
  [...people.wrong, ...watchers.flatMap((watcher) => watcher.wrong)].forEach(wrong);
  return turns;
}

interface Row {
  readonly id: string;
  readonly answering: number;
}

async function within(until: number, look: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    if (await look().catch(() => false)) return true;
    if (performance.now() > until) return false;
    await pause(100);
  }
}

async function there(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: { origin: new URL(url).origin } });
  await response.body?.cancel();
  return response.ok;
}
