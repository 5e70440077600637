/** The tools an answer uses, as it uses them. One that would change something waits for a click. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ToolUse } from "../../projections/shapes/folds.ts";
import { siteOf } from "../../projections/conversation/addresses.ts";
import { waits } from "../../projections/conversation/waiting.ts";
import { permit } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { now, watchTime } from "../state/ticking.ts";
import { orSay } from "../state/toast.ts";
import { toolCalled } from "../state/tool_names.ts";
import { words as server } from "../words/sayings.ts";
import { inputOf, words } from "../words/tools.ts";
import { given } from "./given.ts";
import { remaining } from "./remaining.ts";

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
        const asks = waits(use) && turn?.status === "running" && turn.attempt === use.attempt;
        return (
          <li key={`${use.attempt} ${use.round} ${use.callId}`} class={asks ? "asks" : ""}>
            <details open={asks && use.address === undefined}>
              <summary>
                {asks ? words.asksToUse : doing(use)} <ToolName of={use.tool} />
                {use.status && use.status !== "ok" && ` (${words.ended[use.status]})`}
                {use.erased && ` · ${words.erased}`}
                {use.allowed !== undefined && ` · ${use.allowed ? words.allowed : words.refused}`}
                {use.site !== undefined && (
                  <span>
                    {` ${words.forSite} `}
                    <bdi dir="ltr">{use.site}</bdi>
                  </span>
                )}
              </summary>
              {toolCalled(use.tool) !== null && <code class="exactly">{use.tool}</code>}
              <Args use={use} />
              {use.result !== undefined && <pre dir="auto">{resultOf(use.result, use.status)}</pre>}
            </details>
            {asks && <Ask store={store} turnId={turnId} use={use} />}
          </li>
        );
      })}
    </ul>
  );
}

/** What it is given. Of a tool that nobody here knows that stands as it was written. */
function Args({ use: { tool, args } }: { use: ToolUse }) {
  const lines = toolCalled(tool) === null ? null : given(args);
  if (!lines) return <pre>{args}</pre>;
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
  const decide = async (allowed: boolean, site = false) => {
    sent.value = true;
    const given = { callId: use.callId, allowed, ...(site ? { site } : {}) };
    const { ok } = await orSay(permit(store.id, turnId, given));
    if (!ok) sent.value = false;
  };
  const { address } = use;
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
      {address === undefined ? <span>{words.changes}</span> : (
        <span>
          {words.unknownAddress} <bdi dir="ltr" class="site">{siteOf(address)}</bdi>.
        </span>
      )}
      {address !== undefined && <code class="address" dir="ltr">{address}</code>}
      <div class="decide">
        {button(address === undefined ? words.allow : words.allowOnce, "primary", () => decide(true))}
        {address !== undefined && button(words.allowSite, "outline", () => decide(true, true))}
        {button(words.refuse, "outline", () => decide(false))}
      </div>
      {use.refusesAt !== undefined && store.live && <Refuses at={use.refusesAt} />}
    </div>
  );
}

/** Said before a person looks away: what nobody answers is not done. */
function Refuses({ at }: { at: string }) {
  useEffect(watchTime, []);
  return <small class="refuses num">{words.refusesIn(remaining(Date.parse(at) - now.value))}</small>;
}
