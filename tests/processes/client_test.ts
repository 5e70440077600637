/** The client as programs have it: packed, put into an empty folder by npm, and over servers that die. */
import assert from "node:assert/strict";
import { Fishbowl } from "../../server/client/client.ts";
import { NAME, pack, writePackage } from "../../server/client/package.ts";
import { VERSION } from "../../server/command_line/options.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { layGreeted } from "../greeted.ts";
import { inFolder } from "../in_folder.ts";

const CONFIG = new URL("../../deno.json", import.meta.url).pathname;
const options = { sanitizeResources: false, sanitizeOps: false };
const FAST = { env: { FISHBOWL_PRACTICE_MS: "0" } };

async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.ok(success, `${command} ${args.join(" ")}: ${out}${errors}`);
  return out ?? "";
}

async function served(body: (server: ServerProcess) => Promise<void>): Promise<void> {
  await inFolder(async (data) => {
    const server = new ServerProcess(data, [], FAST);
    await layGreeted(data);
    await server.start();
    try {
      await body(server);
    } finally {
      await server.terminate();
    }
  });
}

const hasNode = await new Deno.Command("npm", { args: ["--version"] }).output().then(
  ({ success }) => success,
  () => false,
);

/** What a program in Node does with it. */
const PROGRAM = `
import { Fishbowl, Refused } from "${NAME}";
const fishbowl = new Fishbowl({ url: process.argv[2] });
const { items: [agent] } = await fishbowl.agents();
const { conversation: { id } } = await fishbowl.start({ agentIds: [agent.id] });
const answers = await fishbowl.ask(id, "Is bread worth baking?");
const types = [];
for await (const frame of fishbowl.events(id)) {
  if (frame.event === "sync") break;
  if (frame.event === "event") types.push(frame.data.type);
}
const refused = await fishbowl.conversation("conversation_none").catch((error) => error);
console.log(JSON.stringify({
  answers: answers.map(({ authorName, content }) => [authorName, content !== ""]),
  types,
  refused: [refused instanceof Refused, refused.status, refused.code],
}));
`;

/** What a compiler must say of the package: nothing, but where something is wrong. */
const TYPED = `
import { Fishbowl } from "${NAME}";
const fishbowl = new Fishbowl({ url: "http://localhost" });
export const title: string = (await fishbowl.start({ mode: "parallel" })).conversation.title;
export const scope = await fishbowl.call("GET /api/tokens");
for await (const frame of fishbowl.events("a")) if (frame.event === "draft") frame.data.text.trim();
// @ts-expect-error there is no such mode
await fishbowl.start({ mode: "shouting" });
// @ts-expect-error whose
await fishbowl.call("POST /api/conversations/:id/stop");
// @ts-expect-error there is no such operation
await fishbowl.call("GET /api/nothing");
`;

Deno.test({
  name:
    "the client that is packed works in Node from an empty folder, and a compiler holds who uses it to its types",
  ignore: !hasNode,
  ...options,
  fn: () =>
    served((server) =>
      inFolder(async (made) => {
        await writePackage(made);
        assert.equal(await pack(made, "client.tgz"), null);
        await inFolder(async (folder) => {
          await Deno.writeTextFile(`${folder}/package.json`, `{ "type": "module" }`);
          await run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", `${made}/client.tgz`);
          await Deno.writeTextFile(`${folder}/program.js`, PROGRAM);
          const { answers, types, refused } = JSON.parse(
            await run(folder, "node", "program.js", `${server.address}`),
          );
          assert.equal(answers.length, 1);
          assert.equal(answers[0][1], true);
          assert.deepEqual([types[0], types.at(-1)], ["ConversationStarted", "ExchangeCompleted"]);
          assert.deepEqual(refused, [true, 404, "not_found"]);
          // As strictly as the contract is checked, and with no more than any program has.
          const { lib: _, ...compilerOptions } = JSON.parse(await Deno.readTextFile(CONFIG)).compilerOptions;
          const config = { nodeModulesDir: "manual", compilerOptions };
          await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
          await Deno.writeTextFile(`${folder}/typed.ts`, TYPED);
          await run(folder, Deno.execPath(), "check", "--quiet", "typed.ts");
          const about = JSON.parse(await Deno.readTextFile(`${folder}/node_modules/${NAME}/package.json`));
          assert.deepEqual([about.name, about.version], [NAME, VERSION]);
        });
      })
    ),
});

Deno.test(
  "events are told once each and in order although their server is killed again and again",
  options,
  () =>
    served(async (server) => {
      const port = Number(new URL(server.address ?? "").port);
      const client = new Fishbowl({ url: server.address ?? "" });
      const { items } = await client.agents();
      const { conversation: { id } } = await client.start({ agentIds: items.slice(0, 2).map((a) => a.id) });
      const seqs: number[] = [];
      const ended: string[] = [];
      const reading = (async () => {
        for await (const frame of client.events(id, { pausesMs: [50] })) {
          if (frame.event !== "event") continue;
          seqs.push(frame.data.seq);
          if (frame.data.type === "ExchangeCompleted") ended.push(frame.data.type);
        }
      })();
      for (const round of [1, 2, 3]) {
        await client.post(id, { content: `Round ${round}` });
        await server.kill();
        await server.start(port);
        while (ended.length < round) {
          assert.ok(!server.endedByItself, server.said);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
      const { seq } = await client.conversation(id);
      assert.deepEqual(seqs, Array.from({ length: seq }, (_, at) => at + 1));
      // What is deleted has nothing more to tell.
      await client.delete(id);
      await reading;
    }),
);

Deno.test(
  "where nobody is asked nobody is waited for, and who is told to stop stops",
  options,
  () =>
    served(async (server) => {
      const client = new Fishbowl({ url: server.address ?? "" });
      const { conversation: { id } } = await client.start({
        mode: "manual",
        agentIds: (await client.agents()).items.map((a) => a.id),
      });
      assert.deepEqual(await client.ask(id, "Anybody?"), []);
      const stop = new AbortController();
      const told: string[] = [];
      for await (const { event } of client.allEvents({ signal: stop.signal, drafts: [] })) {
        told.push(event);
        stop.abort();
      }
      assert.deepEqual(told, ["sync"]);
    }),
);
