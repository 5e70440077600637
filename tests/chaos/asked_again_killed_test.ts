/**
 * A server is killed in the middle of a panel's stage, of a run of a check, and of its verdicts: the next one asks what is
 * left, once. Of hands that were being asked for it asks none again, for they may have been paid for.
 */
import assert from "node:assert/strict";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { layGreeted } from "../greeted.ts";
import { ServerProcess } from "./server_process.ts";

/** Long enough to be killed in, and to be waited for. */
const STORY = "story:60:25";
/** A verdict is short: its words come slowly enough for that. */
const JUDGE = "story:60:250";

async function api(server: ServerProcess, method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.address}${path}`, {
    method,
    headers: { origin: server.address ?? "", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return await response.json();
}

/** The fold, once it is as wanted. */
async function once(
  server: ServerProcess,
  id: string,
  isSo: (state: ConversationState) => boolean,
): Promise<ConversationState> {
  for (;;) {
    const { fold } = await api(server, "GET", `/api/conversations/${id}?view=fold`);
    if (isSo(fold)) return fold;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Somebody has begun an answer, and so many have ended. */
const writing = (ended: number) => ({ turns }: ConversationState): boolean => {
  const all = Object.values(turns);
  return all.filter(({ status }) => status === "completed").length >= ended &&
    all.some(({ status }) => status === "running");
};

const stage = { turns: "together", instruction: "Tell it.", gives: "Story" } as const;
const FORMAT = {
  name: "Stories",
  description: "",
  roles: [{ id: "teller", name: "Teller", many: true }],
  stages: [
    { ...stage, id: "first", name: "First", who: ["teller"], sees: "question" },
    { ...stage, id: "second", name: "Second", who: ["teller"], sees: "anonymised" },
  ],
};

async function withServer(
  body: (server: ServerProcess, agentIds: string[], judge: string) => Promise<void>,
): Promise<void> {
  const data = await Deno.makeTempDir();
  const server = new ServerProcess(data);
  try {
    await layGreeted(data);
    await server.start();
    for (const name of ["Ada", "Ben"]) await server.agent(name, STORY);
    await server.agent("Judge", JUDGE);
    const { items } = await api(server, "GET", "/api/agents");
    type Agent = { readonly id: string; readonly model: string };
    const [judge = "", ...tellers] = [JUDGE, STORY].flatMap((wanted) =>
      items.filter(({ model }: Agent) => model === wanted).map(({ id }: Agent): string => id)
    );
    await body(server, tellers, judge);
  } finally {
    await server.terminate();
    await Deno.remove(data, { recursive: true });
  }
}

// The servers are processes of their own.
const apart = { sanitizeResources: false, sanitizeOps: false };

Deno.test({
  name:
    "after kill -9 in a stage of a panel every seat has its answer, asked for once, and the panel ends whole",
  ...apart,
  fn: () =>
    withServer(async (server, agentIds) => {
      const { id: format } = await api(server, "POST", "/api/panels", { format: FORMAT });
      const seats = agentIds.map((agentId) => ({ role: "teller", agentId }));
      const made = await api(server, "POST", "/api/conversations", {
        agentIds,
        message: { content: "Tell a story.", panel: { format, seats } },
      });
      const { id } = made.conversation;
      for (const ended of [0, 2]) {
        await once(server, id, writing(ended));
        await server.kill();
        await server.start();
      }
      const panelOf = ({ panels = {} }: ConversationState) => Object.values(panels)[0];
      const state = await once(server, id, (fold) => panelOf(fold)?.how !== undefined);
      const panel = panelOf(state);
      assert.equal(panel?.how, "completed");
      assert.deepEqual(panel.rounds.map(({ turns, gaps }) => [Object.keys(turns).length, gaps.length]), [
        [2, 0],
        [2, 0],
      ]);
      assert.deepEqual(
        Object.values(state.turns).map(({ status }) => status),
        new Array(4).fill("completed"),
      );
    }),
});

Deno.test({
  name:
    "after kill -9 in a run of a check its questions go on and its verdicts too, each asked for once, and it tells what holds",
  ...apart,
  fn: () =>
    withServer(async (server, [agentId = ""], judge) => {
      const made = await api(server, "POST", "/api/conversations", {
        agentIds: [agentId],
        message: "Tell a story.",
      });
      const at = `/api/conversations/${made.conversation.id}`;
      const idle = ({ open, order }: ConversationState) => open.length === 0 && order.length > 1;
      await once(server, made.conversation.id, idle);
      await api(server, "POST", `${at}/messages`, { content: "And then?" });
      await once(server, made.conversation.id, (fold) => idle(fold) && fold.order.length > 3);
      await api(server, "POST", `${at}/expectations`, { kind: "says_not", text: "zebra" });
      await api(server, "POST", `${at}/expectations`, { kind: "like", text: "It is a story." });
      const body = { agents: {}, judge, limit: { tokens: 1_000_000 } };
      const { conversationId } = await api(server, "POST", `${at}/checks/runs`, body);
      // In its first answer, in its second, and while both are judged.
      for (const ended of [0, 1, 2]) {
        await once(server, conversationId, writing(ended));
        await server.kill();
        await server.start();
      }
      const { run, order, messages, turns } = await once(server, conversationId, (fold) => !!fold.run?.ended);
      assert.equal(run?.ended?.how, "ended");
      assert.deepEqual(order.filter((id) => messages[id]?.author.kind === "human"), run.questions);
      assert.equal(order.length, 4);
      assert.deepEqual(run.ended.results.map(({ outcome }) => outcome), ["held", "held"]);
      const verdicts = Object.values(turns).filter(({ judges }) => judges);
      assert.deepEqual(verdicts.map(({ status }) => status), ["completed", "completed"]);
      assert.ok(verdicts.some(({ attempt }) => attempt > 1), "one was cut short");
      const { items } = await api(server, "GET", `${at}/checks/runs`);
      assert.deepEqual(items.map(({ status, held }: { status: string; held: number }) => [status, held]), [[
        "ended",
        2,
      ]]);
    }),
});

Deno.test({
  name: "after kill -9 hands are set as they were, and whoever was just asked for one is asked no more",
  ...apart,
  fn: () =>
    withServer(async (server, [teller = ""], slow) => {
      const { conversation } = await api(server, "POST", "/api/conversations", {
        agentIds: [teller, slow],
        mode: "manual",
      });
      const { id } = conversation;
      const at = `/api/conversations/${id}`;
      await api(server, "POST", `${at}/hands`, { calls: 3 });
      await server.kill();
      await server.start();
      await api(server, "POST", `${at}/messages`, { content: "Which bread shall we bake?" });
      const ofSlow = ({ participants, turns }: ConversationState) => {
        const participantId = participants.find(({ agentId }) => agentId === slow)?.id;
        return Object.values(turns).find((turn) => turn.participantId === participantId);
      };
      await once(server, id, (fold) => ofSlow(fold)?.status === "running");
      await server.kill();
      await server.start();
      const state = await once(server, id, ({ open }) => open.length === 0);
      assert.deepEqual(
        Object.values(state.turns).map(({ asks, attempt }) => [asks, attempt]),
        [["hand", 1], ["hand", 1]],
      );
      assert.equal(ofSlow(state)?.status, "failed", "it was given up");
      // Of three calls one is left: too few for both.
      await api(server, "POST", `${at}/messages`, { content: "And which flour?" });
      await once(server, id, ({ hands }) => !!hands?.ended);
      const { on, ended, used } = await api(server, "GET", `${at}/hands`);
      assert.deepEqual([on, ended, used.calls], [false, "calls", 2]);
    }),
});
