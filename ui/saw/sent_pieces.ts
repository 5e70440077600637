/**
 * What a request is made of, as a person would list it: the instructions, the tools, the messages, what tools were asked
 * and gave, what the agent said before them, and what the program added. Read from the request itself, whoever it was rendered for.
 */
import { jsonValues, type Leaf } from "../../projections/context/json_tokens.ts";
import { isInTurn, isWords } from "../../projections/context/request_words.ts";
import { contextTokens, estimateTokens } from "../../projections/context/tokens.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { type JudgedPlace, judgedPlaces } from "./judged_places.ts";

export type PieceKind = "instructions" | "tools" | "message" | "call" | "result" | "said" | "added";

export interface SentPiece {
  readonly kind: PieceKind;
  /** Of a message its id; of others where they begin. */
  readonly key: string;
  /** What it says; of tools their names. */
  readonly text: string;
  /** UTF-16 offsets in the request; the same where it has no words of its own. */
  readonly start: number;
  readonly end: number;
  /** An estimate. */
  readonly tokens: number;
}

/** What is needed of a call. */
export interface SentCall {
  readonly body: string;
  readonly messageIds: readonly string[];
  readonly places: readonly (readonly [number, number] | null)[];
}

/** What marks the role and the ends of one message. */
const AROUND = 4;
const BETWEEN = String.raw`\n\n`;
const FILE = String.raw`<file name=`;

/** The words between two offsets inside a text of the request. */
function unquoted(body: string, start: number, end: number): string {
  try {
    return String(JSON.parse(`"${body.slice(start, end)}"`));
  } catch {
    return body.slice(start, end);
  }
}

const isAt = ({ path }: Leaf, ...steps: (string | number | null)[]): boolean =>
  path.length === steps.length && steps.every((step, index) => step === null || step === path[index]);

const isInstructions = (leaf: Leaf): boolean =>
  isAt(leaf, "system") || isAt(leaf, "system", null, "text") || isAt(leaf, "instructions");

/** An object of the request as it was meant; null for what is none. */
function objectAt(body: string, { start, end }: Leaf): Readonly<Record<string, unknown>> | null {
  if (body[start] !== "{") return null;
  try {
    return Object(JSON.parse(body.slice(start, end)));
  } catch {
    return null;
  }
}

const piece = (kind: PieceKind, text: string, start: number, end: number): SentPiece => ({
  kind,
  key: `${kind} ${start}`,
  text,
  start,
  end,
  tokens: estimateTokens(text) + AROUND,
});

/** Roles whose message is what an agent is told to be. */
const TOLD = new Set(["system", "developer"]);

/** Names and arguments of the tools that a message calls; null where it calls none. */
function callsIn(message: Readonly<Record<string, unknown>>): string | null {
  const { tool_calls: ofOpenAi, calls: ofPractice, type } = message;
  if (type === "tool_use") return `${message["name"]} ${JSON.stringify(message["input"])}`;
  if (type === "function_call") return `${message["name"]} ${message["arguments"]}`;
  const calls = Array.isArray(ofOpenAi) ? ofOpenAi : Array.isArray(ofPractice) ? ofPractice : [];
  const told = calls.map((call) => {
    const { name, arguments: given } = Object(call?.function ?? call);
    return `${name} ${given}`;
  });
  return told.length === 0 ? null : told.join("\n");
}

/** What a tool gave, as a message tells it; null where it tells none. */
function resultIn(message: Readonly<Record<string, unknown>>): string | null {
  const { role, type, content, output } = message;
  if (type !== "function_call_output") {
    return role === "tool" || type === "tool_result" ? String(content) : null;
  }
  return Array.isArray(output) ? output.map((part) => Object(part)["text"] ?? "").join("") : String(output);
}

/** Whole messages and blocks that are not words of the talk, each with what it says. */
function others(body: string, values: readonly Leaf[]): SentPiece[] {
  return values.flatMap((leaf): SentPiece[] => {
    const { start, end } = leaf;
    const text = (from = start, to = end) => unquoted(body, from, to);
    if (isInstructions(leaf)) {
      return body[start - 1] === '"' && end > start ? [piece("instructions", text(), start, end)] : [];
    }
    if (isAt(leaf, "tools") && body[start + 1] !== "]") {
      const names = values.filter((one) =>
        isAt(one, "tools", null) || isAt(one, "tools", null, "name") ||
        isAt(one, "tools", null, "function", "name")
      ).filter((one) => body[one.start - 1] === '"').map((one) => text(one.start, one.end));
      return [{
        ...piece("tools", names.join(", "), start, end),
        tokens: estimateTokens(body.slice(start, end)),
      }];
    }
    if (!isInTurn(leaf) || !(isAt(leaf, null, null) || isAt(leaf, null, null, "content", null))) return [];
    const message = objectAt(body, leaf);
    if (!message) return [];
    if (TOLD.has(String(message["role"]))) {
      return [piece("instructions", String(message["content"]), start, end)];
    }
    const result = resultIn(message);
    if (result !== null) return [piece("result", result, start, end)];
    const calls = callsIn(message);
    return calls === null ? [] : [piece("call", calls, start, end)];
  });
}

/**
 * What stands in the texts of a request beside the words of messages: files, which are given to the messages they came
 * with, what the agent said before it called a tool, and what the program added.
 */
class Rest {
  readonly found: SentPiece[] = [];
  /** From and to of messages that have more than their words. */
  readonly widened = new Map<number, readonly [number, number]>();
  /** The next message that was not met yet. */
  #next = 0;
  #before = -1;

  constructor(readonly call: SentCall, readonly hasFiles: (index: number) => boolean) {}

  /**
   * Reads a text; texts come in their order, and each message is in one of them or in none.
   * @param isOwn the agent's: where no message is in it, it said so in the middle of an answer
   */
  read(leaf: Leaf, isOwn: boolean): void {
    const { places } = this.call;
    let from = leaf.start;
    for (; this.#next < places.length; this.#next++) {
      const place = places[this.#next];
      if (!place) continue;
      if (place[1] > leaf.end) break;
      this.#gap(from, place[0]);
      from = place[1];
      this.#before = this.#next;
    }
    this.#gap(from, leaf.end, isOwn && from === leaf.start ? "said" : "added");
  }

  #gap(from: number, to: number, kind: "said" | "added" = "added"): void {
    const { body } = this.call;
    let [start, end] = [from, to];
    while (body.startsWith(BETWEEN, start) && start < end) start += BETWEEN.length;
    while (end > start && body.endsWith(BETWEEN, end)) end -= BETWEEN.length;
    if (start >= end) return;
    const owner = body.startsWith(FILE, start) ? this.#ownerOfFiles() : null;
    if (owner === null) this.found.push(piece(kind, unquoted(body, start, end), start, end));
    else this.widened.set(owner, [this.call.places[owner]?.[0] ?? start, end]);
  }

  /** Whose files stand behind the last words: the next message’s, where that has no words, or the same one’s. */
  #ownerOfFiles(): number | null {
    const { places } = this.call;
    for (let index = this.#before + 1; index < places.length && !places[index]; index++) {
      if (this.hasFiles(index) && !this.widened.has(index)) return index;
    }
    return this.#before >= 0 && this.hasFiles(this.#before) ? this.#before : null;
  }
}

/** Everything a request is made of, in the order in which it was sent. @param judges what was judged by it */
export function sentPieces(
  state: ConversationState,
  call: SentCall,
  judges?: Turn["judges"],
): SentPiece[] {
  const judged = judges && judgedPlaces(state, judges, call.body);
  return judged ? judgedPieces(call.body, judged) : talkPieces(state, call);
}

/** Of a request in which messages are told of, each by its words alone, without its files. */
function judgedPieces(body: string, judged: readonly JudgedPlace[]): SentPiece[] {
  const places = judged.map(({ place }) => place);
  const found = beside(body, new Rest({ body, messageIds: [], places }, () => false));
  const messages = judged.map(({ messageId, words, place: [start, end] }): SentPiece => ({
    kind: "message",
    key: messageId,
    text: words,
    start,
    end,
    tokens: estimateTokens(words),
  }));
  return [...found, ...messages].sort((a, b) => a.start - b.start);
}

/** All but the words of messages. */
function beside(body: string, rest: Rest): SentPiece[] {
  const values = jsonValues(body);
  const own = new Set(
    values.filter((leaf) =>
      isInTurn(leaf) && isAt(leaf, null, null, "role") && body.slice(leaf.start, leaf.end) === "assistant"
    ).map(({ path: [, turn] }) => turn),
  );
  const found = others(body, values);
  // What a model thought goes back as it came.
  const thought = values.filter((leaf) =>
    isAt(leaf, "input", null) && objectAt(body, leaf)?.["type"] === "reasoning"
  );
  const taken = [...found, ...thought];
  const isTaken = ({ start, end }: Leaf) => taken.some((one) => one.start <= start && end <= one.end);
  for (const leaf of values) {
    if (isWords(leaf) && body[leaf.start - 1] === '"' && !isTaken(leaf)) {
      rest.read(leaf, own.has(leaf.path[1]));
    }
  }
  return [...found, ...rest.found];
}

function talkPieces(state: ConversationState, call: SentCall): SentPiece[] {
  const { body, messageIds, places } = call;
  const filesOf = (index: number) => state.messages[messageIds[index] ?? ""]?.attachments;
  const rest = new Rest(call, (index) => filesOf(index) !== undefined);
  const found = beside(body, rest);
  let at = 0;
  const messages = messageIds.map((id, index): SentPiece => {
    const words = places[index];
    const [start, end] = rest.widened.get(index) ?? words ?? [at, at];
    at = end;
    const attachments = filesOf(index);
    const content = words ? unquoted(body, ...words) : "";
    const tokens = contextTokens({
      messages: [{ messageId: id, role: "user", content, ...(attachments ? { attachments } : {}) }],
    });
    return { kind: "message", key: id, text: content, start, end, tokens };
  });
  // A message of files alone has no place of its own: it stays behind the one before it.
  return [...found, ...messages].sort((a, b) => a.start - b.start);
}

/**
 * Tokens of each piece so that together they are as many as the provider counted; the estimates where it told none.
 * What is left over by rounding goes to the largest.
 */
export function tokensOfEach(pieces: readonly SentPiece[], total: number | null): number[] {
  const estimated = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total === null || estimated === 0) return pieces.map(({ tokens }) => tokens);
  const each = pieces.map(({ tokens }) => Math.floor((tokens * total) / estimated));
  const left = total - each.reduce((sum, tokens) => sum + tokens, 0);
  const largest = each.indexOf(Math.max(...each));
  return each.map((tokens, index) => index === largest ? tokens + left : tokens);
}
