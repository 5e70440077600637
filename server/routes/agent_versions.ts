/** What became of an agent: its versions, what each has otherwise than the one before, and what checks found of it. */
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import { workspaceEvent } from "../../events/catalog/typed_event.ts";
import type { Agent, WorkspaceEvent } from "../../events/catalog/workspace.ts";
import { checksOf } from "../../projections/conversation/list_order.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { VersionList } from "../contract/check_shapes.ts";
import { param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { AllConversations } from "./all_conversations.ts";
import { runView } from "./check_view.ts";

/** Versions that are told, the newest. */
export const VERSIONS = 50;
/** Checks in which runs of an agent are looked for, those that were touched last, and runs that are told in all. */
const LOOKED_AT = 50;
const RUNS = 100;

type Kept = Extract<WorkspaceEvent, { type: "AgentCreated" | "AgentChanged" }>;
type Run = VersionList["items"][number]["runs"][number];

/** Settings are changed by hand, so their log is short: it is read through. */
async function versionsOf({ services }: Call, id: string): Promise<Kept[]> {
  const found: Kept[] = [];
  for await (const events of services.store.read(WORKSPACE)) {
    for (const one of events) {
      const event = workspaceEvent(one);
      const isAgent = event.type === "AgentCreated" || event.type === "AgentChanged";
      if (isAgent && event.data.id === id) found.push(event);
    }
  }
  return found;
}

/** What of an agent is no setting of it. */
const SAME: ReadonlySet<string> = new Set(["id", "version", "number"]);

/** Fields of an agent, those of its parameters each by itself; a value as JSON. */
function fieldsOf({ params, ...agent }: Agent): Map<string, string> {
  const entries = [
    ...Object.entries(agent).filter(([field]) => !SAME.has(field)),
    ...Object.entries(params).map(([field, value]) => [`params.${field}`, value] as const),
  ];
  return new Map(
    entries.flatMap(([field, value]) => value === undefined ? [] : [[field, JSON.stringify(value)]]),
  );
}

function changedIn(before: Agent | undefined, after: Agent) {
  if (!before) return [];
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((field) => was.get(field) !== is.get(field))
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }));
}

/** Runs in which it answered as the settings had it, by its version. */
async function runsOf({ services }: Call, agentId: string): Promise<Map<number, Run[]>> {
  const { system } = services;
  const prices = pricesInForce(await system.workspace());
  const all = new AllConversations(services);
  const name = checksOf(agentId);
  const ids = (await all.under([name], LOOKED_AT)).get(name)?.ids ?? [];
  const begun = [];
  for await (const { id, check } of all.folds(ids)) {
    for (const run of check?.runs ?? []) {
      const agent = run.agents.find((one) => one.agentId === agentId && !one.changed);
      if (agent) begun.push({ conversationId: id, name: check?.name ?? "", version: agent.version, run });
    }
  }
  begun.sort((a, b) => a.run.at < b.run.at ? 1 : -1);
  const found = new Map<number, Run[]>();
  for (const { version, run, ...of } of begun.slice(0, RUNS)) {
    const state = await system.conversation(run.conversationId);
    found.set(version, [...found.get(version) ?? [], { ...of, run: runView(run, state, prices) }]);
  }
  return found;
}

export const agentVersions: Route[] = [
  route("GET", "/api/agents/:id/versions", {
    summary: "Versions of an agent, the newest first: what was changed in each, and what checks found of it",
    answer: VersionList,
    async handle(call) {
      const id = param(call, "id");
      const versions = await versionsOf(call, id);
      if (versions.length === 0) throw new Problem("not_found", "There is no such agent.");
      const runs = await runsOf(call, id);
      const items = versions.map(({ data, at, by }, index) => ({
        version: data.version,
        at,
        by,
        changed: changedIn(versions[index - 1]?.data, data),
        runs: runs.get(data.version) ?? [],
      }));
      return { items: items.toReversed().slice(0, VERSIONS), next: null };
    },
  }),
];
