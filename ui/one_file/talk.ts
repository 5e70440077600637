/** The talk in the page: whether its proof holds, the fold of its events, and what the page tells of it. */
import { knowsEd25519 } from "../../events/catalog/checkpoint.ts";
import {
  type ProofBlob,
  ProofCheck,
  type ProofEvent,
  readProofLine,
  type Verdict,
} from "../../events/catalog/proof.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { type Pictures, picturesOf } from "./shown_pictures.ts";
import { eventOf, type Texts, textsOf } from "./told_events.ts";

/** What the server put into the page. */
export interface Given {
  /** The lines of the proof. */
  readonly lines: readonly string[];
  /** Whether they are as they were signed: names of models may have been taken out. */
  readonly whole: boolean;
  readonly prompts: boolean;
  readonly language: string;
  /** Where the file was made. */
  readonly origin: string;
}

/** What came of looking at the signature. `unable`: this browser cannot; `partly`: what was signed is not all here. */
export type Checked = Verdict | { readonly ok: null; readonly why: "unable" | "partly" };

export interface Talk {
  readonly given: Given;
  readonly state: ConversationState;
  readonly events: readonly AnyEvent[];
  readonly texts: Texts;
  readonly pictures: Pictures;
  /** Messages whose words who made the file left out. */
  readonly withheld: ReadonlySet<string>;
}

/** Lines read between two rests: the page stays alive. */
const LINES_AT_ONCE = 200;
const rest = () => new Promise((resolve) => setTimeout(resolve));

export async function check({ lines, whole }: Given, subtle: SubtleCrypto | undefined): Promise<Checked> {
  if (!whole) return { ok: null, why: "partly" };
  if (!subtle || !await knowsEd25519(subtle)) return { ok: null, why: "unable" };
  const proof = new ProofCheck(subtle);
  for (const [index, line] of lines.entries()) {
    if ("detail" in await proof.line(line)) break;
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await rest();
  }
  return proof.end();
}

export async function talkIn(given: Given, blanks: Readonly<Record<string, unknown>>): Promise<Talk> {
  const pages: ProofBlob[] = [];
  const told: ProofEvent[] = [];
  let stream = "";
  for (const text of given.lines) {
    const line = readProofLine(text);
    if (line?.type === "FishbowlProof") stream = line.stream;
    if (line?.type === "Blob") pages.push(line);
    if (line?.type === "Event") told.push(line);
  }
  const texts = textsOf(pages);
  const events: AnyEvent[] = [];
  const hidden = new Set<number>();
  let state = conversation.initial(stream);
  for (const [index, line] of told.entries()) {
    const event = eventOf(line, texts, blanks);
    if (!event) continue;
    if (line.withheld) hidden.add(line.seq);
    events.push(event);
    state = conversation.evolve(state, event);
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await rest();
  }
  const withheld = new Set<string>();
  for (const message of Object.values(state.messages)) {
    // An answer's words stand in the event that ended it.
    if (hidden.has(message.participantId === undefined ? message.seq : message.doneSeq ?? message.seq)) {
      withheld.add(message.id);
    }
  }
  return { given, state, events, texts, pictures: picturesOf(state, texts), withheld };
}

/** The system prompt that a turn was asked with, as its first call had it; null where that is not told. */
export function promptOf({ events, texts }: Talk, turnId: string): string | null {
  for (const event of events) {
    const { type, data } = conversationEvent(event);
    if (type !== "ProviderCalled" || data.turnId !== turnId) continue;
    const bytes = texts.get(data.shellBlob);
    if (!bytes) continue;
    const shell: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (
      typeof shell === "object" && shell !== null && "system" in shell && typeof shell.system === "string"
    ) {
      return shell.system;
    }
  }
  return null;
}
