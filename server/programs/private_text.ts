/**
 * What an agency's agents are told stays private (S1-30), also when a model repeats it: runs of an answer that are
 * word for word in a private text are withheld. Case, blanks, punctuation, markup, accents, numbering and other forms
 * of a letter (full width, mathematical) make no difference. A model that translates, encodes, spells or retells what
 * it was told is not caught: no filter on words can do that, and this one is no boundary.
 */
import { agencyPrompt } from "../../projections/prompt/agency_prompt.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { systemPrompt } from "../../projections/prompt/system_prompt.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { Steps, yieldLoop } from "../../actors/runtime/yield_loop.ts";

/** Letters in a row that are no chance any more: about five words. */
const RUN = 24;
/** The shortest sentence that is withheld whole, in letters: shorter ones anybody might say. */
const SENTENCE = 16;
/** Letters looked at between two rests: about 3 ms. */
const AT_ONCE = 8_000;
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

/** What is compared of a text, and where each unit of it stands. */
interface Essence {
  readonly chars: string;
  readonly at: readonly number[];
}

/** What counts of a character: its plain small letters, however it is written. */
function plainLetters(char: string, digits: boolean): string {
  // Composed again: a Korean syllable is one letter, not three.
  const plain = char.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
  return plain.replace(digits ? /[^\p{L}\p{N}]/gu : /\P{L}/gu, "");
}

async function essence(text: string, digits: boolean, steps: Steps): Promise<Essence> {
  const known = new Map<string, string>();
  const chars: string[] = [];
  const at: number[] = [];
  let index = 0;
  for (const char of text) {
    if (steps.due) await yieldLoop();
    let plain = known.get(char);
    if (plain === undefined) known.set(char, plain = plainLetters(char, digits));
    if (plain !== "") {
      chars.push(plain);
      for (let unit = 0; unit < plain.length; unit++) at.push(index);
    }
    index += char.length;
  }
  return { chars: chars.join(""), at };
}

/** Every piece of `length` units, from the left. */
async function* pieces(chars: string, length: number, steps: Steps): AsyncGenerator<string[]> {
  let some: string[] = [];
  for (let start = 0; start + length <= chars.length; start++) {
    some.push(chars.slice(start, start + length));
    if (!steps.due) continue;
    yield some;
    some = [];
    await yieldLoop();
  }
  yield some;
}

/**
 * `text` without what `secrets` say, but for what the caller said first: it knows that already. Linear in the
 * lengths together, and gives up the loop as it goes.
 * @outside
 */
export async function withoutPrivate(text: string, secrets: readonly string[], known = ""): Promise<string> {
  const steps = new Steps(AT_ONCE);
  const hidden: Spot[] = [];
  // A run of numbers is a secret too; numbers put between its words do not hide one.
  for (const digits of [true, false]) {
    const answer = await essence(text, digits, steps);
    const said = (await essence(known, digits, steps)).chars;
    const wanted = await wantedPieces(secrets, digits, steps);
    for (const [length, secret] of wanted) {
      const found = await common(answer.chars, secret, length, steps);
      if (found.size === 0) continue;
      for await (const some of pieces(said, length, steps)) for (const piece of some) found.delete(piece);
      hidden.push(...await spots(answer, found, length, steps));
    }
  }
  return replaced(text, hidden);
}

/** By length: texts any piece of which is withheld (of RUN units), or that are withheld whole (shorter ones). */
async function wantedPieces(secrets: readonly string[], digits: boolean, steps: Steps) {
  const wanted = new Map<number, string[]>();
  const want = (length: number, chars: string) => {
    const list = wanted.get(length);
    if (list) list.push(chars);
    else wanted.set(length, [chars]);
  };
  for (const secret of secrets) {
    want(RUN, (await essence(secret, digits, steps)).chars);
    for (const sentence of secret.split(/[.!?:;\n]+/)) {
      const { chars } = await essence(sentence, digits, steps);
      if (chars.length >= SENTENCE && chars.length < RUN) want(chars.length, chars);
    }
  }
  return wanted;
}

/** The pieces of `length` that are in `chars` and in one of `secret`. */
async function common(chars: string, secret: readonly string[], length: number, steps: Steps) {
  const there = new Set<string>();
  for await (const some of pieces(chars, length, steps)) for (const piece of some) there.add(piece);
  const found = new Set<string>();
  for (const one of secret) {
    for await (const some of pieces(one, length, steps)) {
      for (const piece of some) if (there.has(piece)) found.add(piece);
    }
  }
  return found;
}

/** A part of a text: index of its first unit, and of its last character. */
type Spot = readonly [first: number, last: number];

/** Where `found` stands, in order; what overlaps is one. */
async function spots({ chars, at }: Essence, found: ReadonlySet<string>, length: number, steps: Steps) {
  const result: Spot[] = [];
  let [from, to] = [-1, -1];
  const close = () => {
    if (from >= 0) result.push([at[from] ?? 0, at[to - 1] ?? 0]);
  };
  let start = 0;
  for await (const some of pieces(chars, length, steps)) {
    for (const piece of some) {
      if (found.has(piece)) {
        if (start > to) {
          close();
          from = start;
        }
        to = start + length;
      }
      start++;
    }
  }
  close();
  return result;
}

function replaced(text: string, hidden: Spot[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const [first, last] of hidden.sort((a, b) => a[0] - b[0])) {
    const end = endOf(text, last);
    if (end <= from) continue;
    // What overlaps or touches the one before it is the same gap.
    if (first > from || parts.length === 0) parts.push(text.slice(from, first), WITHHELD);
    from = end;
  }
  return parts.join("") + text.slice(from);
}

/** After the character that begins at `index`, and the marks on it. */
function endOf(text: string, index: number): number {
  const marks = /.\p{M}*/suy;
  marks.lastIndex = index;
  return marks.test(text) ? marks.lastIndex : text.length;
}
