/** The tools an answer uses, as it uses them. One that would change something waits for a click. */
import { useSignal } from "@preact/signals";
import { PERMISSION_MINUTES } from "../../events/catalog/limits.ts";
import type { ToolUse } from "../../projections/shapes/folds.ts";
import { siteOf } from "../../projections/conversation/addresses.ts";
import { waits } from "../../projections/conversation/message_view.ts";
import { permit } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay } from "../state/toast.ts";

interface ToolsProps {
  readonly store: ConversationStore;
  readonly turnId: string;
  readonly uses: readonly ToolUse[];
}

const ENDED: Partial<Record<NonNullable<ToolUse["status"]>, string>> = {
  error: " (it failed)",
  unknown: " (not known whether it ran)",
  refused: " (not run)",
};

/** Said before a person looks away: what nobody answers is not done. */
const WAITS = `It waits for you, ${PERMISSION_MINUTES} minutes at most.`;

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
                {asks ? "Asks to use" : use.status === undefined ? "Using" : "Used"} <code>{use.tool}</code>
                {use.status && ENDED[use.status]}
                {use.erased && " · erased"}
                {use.allowed !== undefined && (use.allowed ? " · allowed" : " · refused")}
                {use.site !== undefined && (
                  <span>
                    {" for "}
                    <bdi dir="ltr">{use.site}</bdi>
                  </span>
                )}
              </summary>
              <pre>{use.args}</pre>
              {use.result !== undefined && <pre>{use.result}</pre>}
            </details>
            {asks && <Ask store={store} turnId={turnId} use={use} />}
          </li>
        );
      })}
    </ul>
  );
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
    <div class="ask" role="group" aria-label={`May it use ${use.tool}?`}>
      {address === undefined ? <span>This changes something. {WAITS}</span> : (
        <span>
          It wants to read an address that nobody gave here. Whatever stands in it is sent to{" "}
          <bdi dir="ltr" class="site">{siteOf(address)}</bdi>. {WAITS}
        </span>
      )}
      {address !== undefined && <code class="address" dir="ltr">{address}</code>}
      {button(address === undefined ? "Allow" : "Allow once", "primary", () => decide(true))}
      {address !== undefined && button("Allow this site", "outline", () => decide(true, true))}
      {button("Refuse", "outline", () => decide(false))}
    </div>
  );
}
