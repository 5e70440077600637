/** What a program's call would take of a model's window: decided as it would be, in a conversation that nobody keeps. */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { specNow } from "../../projections/context/spec.ts";
import { conversation as fold } from "../../projections/conversation/conversation.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Refusal, Rehearsal } from "../conversation/commands.ts";
import { decide } from "../conversation/decide.ts";
import { yieldLoop } from "../runtime/yield_loop.ts";
import { requestTokens } from "./foresee.ts";
import { prepare } from "./prepare.ts";

/** Messages of a history that are decided on without a pause. */
const AT_ONCE = 100;

/** Tokens of its first request, estimated; why there is none. Nothing is stored. */
export async function rehearse(
  ports: Parameters<typeof prepare>[0],
  workspace: WorkspaceState,
  { start, before, message }: Rehearsal,
): Promise<{ readonly ok: true; readonly tokens: number } | Refusal> {
  let state = fold.initial("rehearsal");
  let minted = 0;
  const does = (command: Parameters<typeof decide>[0]): Refusal | null => {
    const decided = decide(command, state, {
      by: SYSTEM,
      commandId: "rehearsal",
      at: new Date(0).toISOString(),
      hex: () => (minted++).toString(16).padStart(12, "0"),
      salt: () => "",
    });
    if (!decided.ok) return decided;
    for (const event of decided.events) state = fold.evolve(state, { ...event, seq: state.seq + 1 });
    return null;
  };
  let refused = does(start);
  for (let from = 0; from < before.length && !refused; from += AT_ONCE) {
    refused = does({ type: "bring", said: before.slice(from, from + AT_ONCE) });
    await yieldLoop();
  }
  refused ??= does({ type: "post", ...message });
  if (refused) return refused;
  const first = state.turns[state.open[0] ?? ""];
  const prepared = first &&
    prepare(
      ports,
      state,
      workspace,
      first.participantId,
      { ...specNow(state), window: undefined },
      message.call,
    );
  if (!prepared?.ok) {
    return { ok: false, code: "validation", detail: prepared?.why ?? "Nobody would answer." };
  }
  return { ok: true, tokens: requestTokens(prepared) };
}
