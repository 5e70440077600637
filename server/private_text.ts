/**
 * What an agency's agents are told stays private (S1-30), also when a model repeats it: runs of an answer that are
 * word for word in a private text are withheld. Case, blanks, punctuation and markup make no difference. A model that
 * translates, encodes or retells what it was told is not caught: no filter on words can do that.
 */
import { agencyPrompt } from "../projections/agency_prompt.ts";
import type { ConversationState } from "../projections/conversation_state.ts";
import { systemPrompt } from "../projections/system_prompt.ts";
import type { WorkspaceState } from "../projections/workspace.ts";

/** Letters and digits in a row that are no chance any more: about five words. */
const RUN = 24;
/** The shortest sentence that is withheld whole, in letters and digits: shorter ones anybody might say. */
const SENTENCE = 16;
const WITHHELD = "[withheld]";

/** Every system message of the agency as it stands, without what the caller itself added to it. */
export function privateTexts(state: ConversationState, workspace: WorkspaceState): string[] {
  return state.participants.flatMap((participant) => {
    const agent = workspace.agents[participant.agentId];
    if (!agent) return [];
    return [systemPrompt({
      agent,
      role: workspace.roles[agent.roleId ?? ""],
      personality: workspace.personalities[agent.personalityId ?? ""],
      group: agencyPrompt(state, participant.id),
    })];
  });
}

/** Letters and digits of a text, folded, and where each of them stands. */
function essence(text: string): { chars: string; at: number[] } {
  let chars = "";
  const at: number[] = [];
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const folded = found.toLowerCase();
    chars += folded;
    for (let unit = 0; unit < folded.length; unit++) at.push(index);
  }
  return { chars, at };
}

/** `text` without what `secrets` say, but for what the caller said first: it knows that already. */
export function withoutPrivate(text: string, secrets: readonly string[], known = ""): string {
  const { chars, at } = essence(text);
  const said = essence(known).chars;
  const runs = new Map<string, number[]>();
  for (let start = 0; start + RUN <= chars.length; start++) {
    const run = chars.slice(start, start + RUN);
    runs.set(run, [...runs.get(run) ?? [], start]);
  }
  const hidden = new Uint8Array(chars.length);
  const hide = (piece: string, starts: readonly number[]) => {
    if (said.includes(piece)) return;
    for (const start of starts) hidden.fill(1, start, start + piece.length);
  };
  for (const secret of secrets) {
    const whole = essence(secret).chars;
    for (let start = 0; start + RUN <= whole.length; start++) {
      const run = whole.slice(start, start + RUN);
      const starts = runs.get(run);
      if (starts) hide(run, starts);
    }
    for (const sentence of secret.split(/[.!?:;\n]+/)) {
      const piece = essence(sentence).chars;
      if (piece.length < SENTENCE || piece.length >= RUN) continue;
      for (let start = chars.indexOf(piece); start !== -1; start = chars.indexOf(piece, start + 1)) {
        hide(piece, [start]);
      }
    }
  }
  return replaced(text, hidden, at);
}

function replaced(text: string, hidden: Uint8Array, at: readonly number[]): string {
  let result = "";
  let from = 0;
  for (let index = 0; index < hidden.length; index++) {
    if (!hidden[index]) continue;
    let last = index;
    while (hidden[last + 1]) last++;
    result += text.slice(from, at[index]) + WITHHELD;
    from = endOf(text, at[last] ?? text.length);
    index = last;
  }
  return result + text.slice(from);
}

/** After the character that begins at `index`. */
const endOf = (text: string, index: number): number =>
  index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
