/** The tools an answer uses, as it uses them. One that would change something waits for a click. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { ToolUse } from "../../projections/shapes/folds.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import { hostOf, SEARCH_TOOL, siteOf } from "../../projections/conversation/addresses.ts";
import { pagesIn } from "../../projections/conversation/found_pages.ts";
import { wantsConnecting } from "../../projections/conversation/connecting.ts";
import { openInputs, waits } from "../../projections/conversation/waiting.ts";
import type { Permission } from "../../server/contract/conversation_requests.ts";
import { permit } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { progressOf } from "../state/tool_progress.ts";
import { now, watchTime } from "../state/ticking.ts";
import { mcpTools } from "../state/queries.ts";
import { trustMcpTool } from "../state/settings_commands.ts";
import { orSay, say } from "../state/toast.ts";
import { serverOf, toolCalled } from "../state/tool_names.ts";
import { dialog } from "../state/ui_state.ts";
import { words as server } from "../words/sayings.ts";
import { inputOf, words } from "../words/tools.ts";
import { formedJson } from "../../projections/conversation/formed.ts";
import { lazy } from "../parts/lazy.tsx";
import { unpiled } from "../parts/piled_marks.tsx";
import { Attachments } from "./attachments.tsx";
import { Erased } from "./erased.tsx";
import { given } from "./given.ts";
import { remaining } from "./remaining.ts";
import { stillThere } from "./still_there.ts";

const Formed = lazy(async () => (await import("./formed_answer.tsx")).FormedAnswer, true);

const ResourceLinks = lazy(async () => (await import("./resource_links.tsx")).ResourceLinks, true);

const AskedInputs = lazy(async () => (await import("./asked_inputs.tsx")).AskedInputs, true);

interface ToolsProps {
  readonly store: ConversationStore;
  readonly turnId: string;
  readonly uses: readonly ToolUse[];
}

export function Tools({ store, turnId, uses }: ToolsProps) {
  const turn = store.state.turns[turnId];
  return (
    <ul class="tools">
      {uses.map((use) => {
        const runs = turn?.status === "running" && turn.attempt === use.attempt;
        const asks = runs && waits(use);
        const asked = runs && openInputs(use).length > 0;
        return (
          <li key={`${use.attempt} ${use.round} ${use.callId}`} class={asks || asked ? "asks" : ""}>
            <details open={asks && use.address === undefined}>
              <summary>
                {asks ? words.asksToUse : doing(use)} <ToolName of={use.tool} />
                {use.status && use.status !== "ok" && ` (${words.ended[use.status]})`}
                {use.erased && ` · ${words.erased}`}
                {use.allowed !== undefined && ` · ${use.allowed ? words.allowed : words.refused}`}
                {use.heard !== undefined && ` ${words.here}`}
                {use.site !== undefined && (
                  <span>
                    {` ${words.forSite} `}
                    <bdi dir="ltr">{use.site}</bdi>
                  </span>
                )}
              </summary>
              {toolCalled(use.tool) !== null && <code class="exactly">{use.tool}</code>}
              {use.erased ? <Erased of={use} /> : <Told use={use} />}
              {store.live && <EraseUse store={store} turnId={turnId} use={use} />}
            </details>
            {use.attachments !== undefined && <Attachments files={use.attachments} />}
            {use.links !== undefined && <ResourceLinks use={use} live={store.live} />}
            {!asks && !asked && use.status === undefined && <HowFar turnId={turnId} callId={use.callId} />}
            {use.inputs !== undefined && !use.erased && (
              <AskedInputs store={store} turnId={turnId} use={use} runs={asked} />
            )}
            {wantsConnecting(use) && <Connect use={use} />}
            {asks && <Ask store={store} turnId={turnId} use={use} />}
          </li>
        );
      })}
    </ul>
  );
}

/** How far a call is that runs, as its server says. */
function HowFar({ turnId, callId }: { turnId: string; callId: string }) {
  const progress = progressOf(turnId, callId);
  if (!progress) return null;
  const { done, total, said } = progress;
  return (
    <small class="how-far">
      {total !== null && <progress value={Math.min(done, total)} max={total} aria-label={words.howFar} />}
      {said !== "" && <bdi dir="auto">{said}</bdi>}
    </small>
  );
}

/** The way to where its server is connected; of one that is not here any more there is none. */
function Connect({ use }: { use: ToolUse }) {
  const server = stillThere(serverOf(use.tool), use.host);
  if (!server) return null;
  return (
    <a class="button slim" href={`/settings/mcp/${server.id}`} data-go>
      {words.connect(clearText(server.name))}
    </a>
  );
}

/** What it was given, and what it gave. */
function Told({ use }: { use: ToolUse }) {
  return (
    <>
      <Args use={use} />
      <Outside use={use} />
      <Result use={use} />
    </>
  );
}

/** Whose text a result is: it came from elsewhere, and says whatever it likes. */
function Outside({ use }: { use: ToolUse }) {
  const host = hostOf(use);
  return host === null ? null : <small class="outside">{words.outside(host)}</small>;
}

/** What a program's own tool was asked goes with its message. */
function EraseUse({ store, turnId, use }: { store: ConversationStore; turnId: string; use: ToolUse }) {
  const messageId = store.state.turns[turnId]?.messageId;
  const done = store.state.messages[messageId ?? ""]?.doneSeq !== undefined;
  if (messageId === undefined || !done || use.erased || use.client) return null;
  const { attempt, round, callId } = use;
  return (
    <button
      type="button"
      class="outline"
      onClick={() => (dialog.value = { name: "erase", messageId, use: { attempt, round, callId } })}
    >
      {words.erase}
    </button>
  );
}

/** What it is given. Of a tool that nobody here knows that stands as it was written. */
function Args({ use: { tool, args } }: { use: ToolUse }) {
  const lines = toolCalled(tool) === null ? null : given(args);
  if (!lines) return <pre>{unpiled(args)}</pre>;
  return (
    <dl class="given">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{inputOf(name)}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** As people call it, or as its program does: what calls it so stands below with what it was given. */
function ToolName({ of }: { of: string }) {
  const called = toolCalled(of);
  return called === null ? <code>{of}</code> : <b>{called}</b>;
}

/** What came of it: of a search the pages by the numbers that the agent was told. */
function Result({ use: { tool, host, result, status } }: { use: ToolUse }) {
  const formed = useMemo(
    () => result !== undefined && host !== undefined && status === "ok" ? formedIn(result) : null,
    [result, host, status],
  );
  if (result === undefined) return null;
  const pages = tool === SEARCH_TOOL && host !== undefined && status === "ok" ? pagesIn(result) : null;
  if (!pages && formed) {
    return (
      <>
        {formed.before !== "" && <pre dir="auto">{formed.before}</pre>}
        <Formed text={formed.json} repaired={false} />
      </>
    );
  }
  if (!pages) return <pre dir="auto">{unpiled(resultOf(result, status))}</pre>;
  return (
    <ol class="found">
      {pages.map(({ number, url, title, text }) => (
        <li key={number} value={number}>
          <a href={url} target="_blank" rel="noopener noreferrer" dir="auto">{clearText(title || url)}</a>
          <small dir="ltr">{siteOf(url)}</small>
          <p dir="auto">{clearText(text)}</p>
        </li>
      ))}
    </ol>
  );
}

/** UTF-16 units of JSON that is read to be shown as a table or a tree. */
const FORMED_UNITS = 100_000;

/** The JSON that a result is, or ends with, behind its words. */
function formedIn(result: string): { readonly before: string; readonly json: string } | null {
  const read = (at: number) => {
    const json = result.slice(at).trim();
    return json.length <= FORMED_UNITS && /^[[{]/.test(json) && formedJson(json) ? json : null;
  };
  const whole = read(0);
  if (whole) return { before: "", json: whole };
  const at = Math.max(result.lastIndexOf("\n\n{"), result.lastIndexOf("\n\n["));
  const end = at < 0 ? null : read(at);
  return end ? { before: result.slice(0, at), json: end } : null;
}

/** What came of it stands as it came; why nothing did is told in words for people. */
const resultOf = (result: string, status: ToolUse["status"]): string =>
  status === "ok" ? result : server.notice(result);

/** What is done with it; of a program's own tool nobody here knows how far it is. */
function doing({ status, client }: ToolUse): string {
  if (status !== undefined) return words.used;
  return client ? words.handed : words.using;
}

function Ask({ store, turnId, use }: { store: ConversationStore; turnId: string; use: ToolUse }) {
  const sent = useSignal(false);
  const decide = async (allowed: boolean, more: Pick<Permission, "site" | "conversation"> = {}) => {
    sent.value = true;
    const { ok } = await orSay(permit(store.id, turnId, { callId: use.callId, allowed, ...more }));
    if (!ok) sent.value = false;
  };
  const always = async () => {
    if (await trusted(use)) await decide(true);
  };
  const { address, host } = use;
  const button = (label: string, look: string, run: () => Promise<void>) => (
    <button
      type="button"
      class={look}
      disabled={!store.live || sent.value}
      onClick={() => void run()}
    >
      {label}
    </button>
  );
  return (
    <div class="ask" role="group" aria-label={words.mayIt(toolCalled(use.tool) ?? use.tool)}>
      <Why use={use} />
      {address !== undefined && <code class="address" dir="ltr">{address}</code>}
      <div class="decide">
        {button(address ?? host ? words.allowOnce : words.allow, "primary", () => decide(true))}
        {address !== undefined && button(words.allowSite, "outline", () => decide(true, { site: true }))}
        {host !== undefined && button(words.allowHere, "outline", () => decide(true, { conversation: true }))}
        {serverOf(use.tool) && button(words.allowAlways, "outline", always)}
        {button(words.refuse, "outline", () => decide(false))}
      </div>
      {host !== undefined && <small class="means">{words.alwaysMeans}</small>}
      {use.refusesAt !== undefined && store.live && <Refuses at={use.refusesAt} />}
    </div>
  );
}

/** What there is to think of. */
function Why({ use: { address, host } }: { use: ToolUse }) {
  if (host === undefined && address === undefined) return <span>{words.changes}</span>;
  return (
    <span>
      {host !== undefined ? words.otherServer : words.unknownAddress}{" "}
      <bdi dir="ltr" class="site">{host ?? siteOf(address ?? "")}</bdi>.
    </span>
  );
}

/** Lets the tool run without asking from now on, as its server describes it in this call. */
async function trusted({ tool, definition }: ToolUse): Promise<boolean> {
  const server = serverOf(tool);
  const list = server && await mcpTools(server.id);
  const found = list?.ok ? list.value.items.find((one) => one.definition === definition) : undefined;
  if (!server || !found) {
    say(words.changedSince);
    return false;
  }
  const { name, definition: seen } = found;
  return (await orSay(trustMcpTool(server.id, { tool: name, definition: seen }))).ok;
}

/** Said before a person looks away: what nobody answers is not done. */
function Refuses({ at }: { at: string }) {
  useEffect(watchTime, []);
  return <small class="refuses num">{words.refusesIn(remaining(Date.parse(at) - now.value))}</small>;
}
