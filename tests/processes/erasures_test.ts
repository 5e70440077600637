/**
 * Random erasures in random histories on a real server that is killed now and then: with forks, repetitions, files, long
 * texts and results of tools. What was erased is in no answer, in no copy that was chosen and, compacted, in no file; what
 * was not chosen stays; and the store is what it says.
 */
import assert from "node:assert/strict";
import { ServerProcess } from "../chaos/server_process.ts";
import { FULL } from "../effort.ts";
import { layGreeted } from "../greeted.ts";
import { inFolder } from "../in_folder.ts";
import { SeededRandom } from "../sim/random.ts";
import { fishbowl } from "./launched.ts";
import { filesIn, secretFinder } from "../server/secret_search.ts";
import { type Json, told, Visit } from "./visit.ts";

/** Erasures in all. */
const ERASURES = FULL ? 500 : 8;
const RAW = { "content-type": "text/plain" };
/** Characters of a long message. */
const LONG = 4_900;

/** A word that stands in one message, and in what others made of that. */
interface Canary {
  readonly word: string;
  readonly conversation: string;
  /** Where it must not be; everywhere, if the copies went too. */
  gone: "" | "there" | "everywhere";
}

class Histories {
  readonly random: SeededRandom;
  readonly server: ServerProcess;
  readonly canaries: Canary[] = [];
  readonly conversations: string[] = [];
  erased = 0;
  kills = 0;
  #agents: string[] = [];

  constructor(readonly data: string, seed: number) {
    this.random = new SeededRandom(seed);
    this.server = new ServerProcess(data, [], { env: { FISHBOWL_PRACTICE_MS: "0" } });
  }

  get visit(): Visit {
    return new Visit(this.server.address ?? "");
  }

  async begin(): Promise<void> {
    await layGreeted(this.data);
    await this.server.start();
    for (const [name, model, tools] of [["Ada", "echo", []], ["Tia", "tool-user", ["rename_conversation"]]]) {
      const agent = { name, model, tools, providerId: "provider_mock", color: 1 };
      this.#agents.push((await this.visit.ask("POST", "/api/agents", agent)).id);
    }
  }

  async again(how: "kill" | "terminate"): Promise<void> {
    await this.server[how]();
    if (how === "kill") this.kills++;
    await this.server.start();
  }

  /** Until nobody answers any more; tools that wait are let run. */
  async quiet(id: string): Promise<Json[]> {
    const path = `/api/conversations/${id}`;
    return await this.visit.until(`quiet ${id}`, async () => {
      const { items } = await this.visit.ask("GET", `${path}/messages?limit=200`);
      const open = items.filter(({ status }: Json) => ["pending", "streaming"].includes(status));
      if (open.length > 0) await this.#allow(path);
      return open.length === 0 && items;
    });
  }

  /** What asks is let run; what does not any more says so. */
  async #allow(path: string): Promise<void> {
    const { events } = await this.visit.ask("GET", `${path}/events?limit=1000`);
    const returned = new Set(
      events.filter(({ type }: Json) => type === "ToolReturned").map(({ data }: Json) =>
        `${data.turnId} ${data.callId}`
      ),
    );
    for (const { type, data } of events) {
      const { turnId, callId } = data;
      if (type !== "ToolCalled" || returned.has(`${turnId} ${callId}`)) continue;
      await this.visit.ask("POST", `${path}/turns/${turnId}/permission`, { callId, allowed: true });
    }
  }

  async say(id: string): Promise<void> {
    const { random, visit } = this;
    const word = `zq${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}zq`;
    this.canaries.push({ word, conversation: id, gone: "" });
    const kind = random.pick(["short", "long", "file", "tool", "nothing"] as const);
    let content = `The word is ${word}.`;
    let attachments: Json[] = [];
    if (kind === "long") content = `${word} ${"and so on ".repeat((LONG - 100) / 10)}`;
    if (kind === "tool") content = `Please call it ${word}.`;
    if (kind === "file" || kind === "nothing") {
      const { sha256 } = await visit.ask("POST", "/api/attachments", `A file with ${word} in it.`, RAW);
      attachments = [{ sha256, name: `${word}.txt` }];
      if (kind === "nothing") content = "";
    }
    const key = random.chance(0.5) ? { "idempotency-key": `key-${this.canaries.length}` } : {};
    const path = `/api/conversations/${id}/messages`;
    const posted = await visit.ask("POST", path, { content, attachments }, key);
    assert.ok(posted.message, JSON.stringify(posted).slice(0, 400));
  }

  /** A conversation, what is said in it, and what is made of it. */
  async history(): Promise<void> {
    const { random } = this;
    const { conversation: { id } } = await this.visit.ask("POST", "/api/conversations", {
      agentIds: random.chance(0.6) ? this.#agents : [random.pick(this.#agents)],
    });
    this.conversations.push(id);
    const path = `/api/conversations/${id}`;
    for (let said = 1 + random.below(3); said > 0; said--) {
      await this.say(id);
      if (random.chance(0.15)) await this.again("kill");
      await this.quiet(id);
    }
    if (random.chance(0.6)) {
      const { seq } = await this.visit.ask("GET", path);
      const at = random.chance(0.5) ? seq : 1 + random.below(seq);
      const made = await this.visit.ask("POST", `${path}/fork`, { seq: at });
      if (made.conversation) this.conversations.push(made.conversation.id);
    }
    if (random.chance(0.3)) {
      const made = await this.visit.ask("POST", `${path}/rerun`, { agents: {} });
      if (made.conversation) {
        this.conversations.push(made.conversation.id);
        await this.quiet(made.conversation.id);
      }
    }
  }

  /** The messages of a conversation that hold a word, also in what tools were asked and gave. */
  async holding(id: string, word: string): Promise<string[]> {
    await this.quiet(id);
    const { fold } = await this.visit.ask("GET", `/api/conversations/${id}?view=fold`);
    const { order, messages, bodies } = fold;
    return order.filter((message: string) =>
      JSON.stringify([messages[message], bodies[message]]).includes(word)
    );
  }

  async erase(canary: Canary): Promise<void> {
    const { random } = this;
    const everywhere = random.chance(0.7);
    const begin = await this.holding(canary.conversation, canary.word);
    const remove = (conversation: string, message: string, copies: boolean) =>
      this.visit.ask(
        "DELETE",
        `/api/conversations/${conversation}/messages/${message}/content${copies ? "?copies=true" : ""}`,
      );
    for (const id of begin) {
      if (random.chance(0.05)) {
        // Killed in the middle of it, and asked again.
        const asked = remove(canary.conversation, id, everywhere).catch(() => null);
        await this.again("kill");
        await asked;
      }
      const { copies = [] } = await remove(canary.conversation, id, everywhere);
      this.erased += 1 + copies.length;
    }
    // What other agents made of the words is theirs, and goes for itself.
    for (const conversation of everywhere ? this.conversations : [canary.conversation]) {
      for (const id of await this.holding(conversation, canary.word)) {
        const done = await remove(conversation, id, everywhere);
        assert.ok(done.message?.erased, JSON.stringify(done));
        this.erased++;
      }
    }
    canary.gone = everywhere ? "everywhere" : "there";
    // A later turn is not sent it.
    if (random.chance(0.3)) {
      await this.visit.ask("POST", `/api/conversations/${canary.conversation}/messages`, {
        content: "And now?",
      });
      await this.quiet(canary.conversation);
    }
  }

  /** Nothing that anybody can ask for has what was erased. */
  async look(seed: number): Promise<void> {
    const { visit } = this;
    await visit.until("the index", async () => !(await visit.ask("GET", "/api/search?q=word")).indexing);
    for (const id of this.conversations) {
      const all = await told(visit, id, "word");
      for (const { word, conversation, gone } of this.canaries) {
        if (gone !== "everywhere" && (gone !== "there" || conversation !== id)) continue;
        // The copies that were not chosen stand in what is told of all.
        const lists = gone === "everywhere"
          ? all
          : all.replace(/^\/api\/(conversations|search|events)[ ?].*$/gm, "");
        const at = lists.indexOf(word);
        assert.ok(at < 0, `seed ${seed}: ${id} tells ${lists.slice(Math.max(0, at - 300), at + 60)}`);
      }
    }
    for (const { word, gone } of this.canaries) {
      if (gone !== "everywhere") continue;
      await visit.until(
        `${word} leaves the index`,
        async () => (await visit.ask("GET", `/api/search?q=${word}`)).items.length === 0,
      );
    }
  }
}

/** What was erased is no reason to refuse a conversation where it is taken in, and is not there either. */
async function elsewhere(data: string, { visit, conversations, canaries }: Histories): Promise<void> {
  const other = new ServerProcess(data, [], { env: { FISHBOWL_PRACTICE_MS: "0" } });
  await layGreeted(data);
  await other.start();
  try {
    const there = new Visit(other.address ?? "");
    for (const id of conversations) {
      const exported = await visit.ask("GET", `/api/conversations/${id}/export?format=ndjson`);
      const taken = await there.ask("POST", "/api/import", exported);
      assert.equal(taken.code, undefined, JSON.stringify(taken));
      const all = JSON.stringify(await there.ask("GET", `/api/conversations/${id}?view=fold`));
      for (const { word, gone } of canaries) assert.ok(gone !== "everywhere" || !all.includes(word), word);
    }
  } finally {
    await other.terminate();
  }
}

Deno.test("whatever is erased in whatever history is nowhere any more, and what was not stays", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const seed = Number(Deno.env.get("FISHBOWL_SEED") ?? Math.floor(Math.random() * 2 ** 31));
    const histories = new Histories(data, seed);
    const { random, canaries } = histories;
    try {
      await histories.begin();
      while (histories.erased < ERASURES) {
        await histories.history();
        const there = canaries.filter(({ gone }) => gone === "");
        for (const canary of there) if (random.chance(0.75)) await histories.erase(canary);
      }
      await histories.look(seed);
      await histories.again("terminate");
      await histories.look(seed);
      await elsewhere(`${folder}/other`, histories);
    } finally {
      if (histories.server.running) await histories.server.terminate();
    }
    const verified = await fishbowl(["verify", "--data", data]);
    assert.equal(verified.code, 0, `seed ${seed}: ${verified.err}${verified.out}`);
    const compacted = await fishbowl(["compact", "--data", data]);
    assert.equal(compacted.code, 0, compacted.err);
    const gone = canaries.filter((canary) => canary.gone === "everywhere");
    const kept = canaries.filter((canary) => canary.gone === "");
    let found = 0;
    const find = secretFinder(gone.map(({ word }) => word));
    for await (const [path, bytes] of filesIn(data)) {
      const text = new TextDecoder("latin1").decode(bytes);
      const piece = find(bytes);
      const at = piece === null ? -1 : text.indexOf(piece);
      assert.ok(at < 0, `seed ${seed}: ${path} has ${piece}: ${text.slice(Math.max(0, at - 300), at + 80)}`);
      found += kept.filter(({ word }) => text.includes(word)).length;
    }
    assert.ok(kept.length === 0 || found > 0, "what is there is found");
    console.log(
      `${histories.erased} erasures of ${gone.length} words in ${histories.conversations.length} conversations, ${histories.kills} kills; seed ${seed}`,
    );
  }));
