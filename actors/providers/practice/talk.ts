/** What a mock voice understands of a request: who said what last, in fragments it can quote. */
import type { MockBody } from "./render_mock.ts";

export interface Utterance {
  readonly name: string;
  readonly text: string;
}

export interface Talk {
  /** The agent's own name, as its system prompt says. */
  readonly self: string;
  /** The newest words of a person. */
  readonly person: Utterance;
  /** The newest words of each other agent, oldest first. */
  readonly others: readonly Utterance[];
  /** The agent's own answers, oldest first. */
  readonly own: readonly string[];
  /** What was said to it last, by anybody. */
  readonly last: Utterance;
  /** Names of attached images. */
  readonly images: readonly string[];
  /** Agents by number, where the system prompt lists them as `#143 (name)` (S1-13). */
  readonly roster: readonly { readonly number: number; readonly name: string }[];
  /** True when the system prompt asks for S1's JSON. */
  readonly json: boolean;
}

const NOBODY = "";
const PREFIX = /^\[([^\]\n]{1,80})\]: ?/;

/** Splits `[Name]: …` turns apart; words without a prefix are the person's. */
export function utterances(content: string): Utterance[] {
  const result: Utterance[] = [];
  for (const piece of content.split(/\n\n(?=\[[^\]\n]{1,80}\]: )/)) {
    const name = PREFIX.exec(piece)?.[1];
    result.push({ name: name ?? NOBODY, text: piece.replace(PREFIX, "").trim() });
  }
  return result.filter((u) => u.text !== "");
}

export function talkOf(body: MockBody): Talk {
  const agents = new Set(agentNames(body.system));
  const json = /"to"/.test(body.system) && /"context"/.test(body.system);
  const roster = [...body.system.matchAll(/#(\d{1,15}) \(([^)\n]{1,80})\)/g)].map((m) => ({
    number: Number(m[1]),
    name: m[2] ?? "",
  }));
  for (const { name } of roster) agents.add(name);

  let person: Utterance = { name: NOBODY, text: "" };
  let last = person;
  const others = new Map<string, string>();
  const own: string[] = [];
  const images: string[] = [];
  for (const message of body.messages) {
    if (message.role === "assistant" && message.content.trim() !== "") own.push(message.content);
    if (message.role !== "user") continue;
    images.splice(
      0,
      images.length,
      ...(message.images ?? []).map((i) => i.replace(/ \([0-9a-f]{64}\)$/, "")),
    );
    for (const utterance of utterances(message.content)) {
      last = utterance;
      if (agents.has(utterance.name)) {
        others.delete(utterance.name);
        others.set(utterance.name, utterance.text);
      } else person = utterance;
    }
  }
  // In an agency a member has no person to listen to: what it is told, it is told by another agent.
  if (json && person.text === "") person = last;
  const self = /\bYou are ([^\n.]{1,80})\./.exec(body.system)?.[1] ?? "";
  return {
    self,
    person,
    others: [...others].map(([name, text]) => ({ name, text })),
    own,
    last,
    images,
    roster,
    json,
  };
}

function agentNames(system: string): string[] {
  const list = /AI Agents: ([^\n]*?)(?:\.(?:\s|$)|\n|$)/.exec(system)?.[1] ?? "";
  return list.split(", ").map((name) => name.trim()).filter((name) => name !== "");
}

const SMALL = new Set(
  ("a about after all also am an and any are as at be because been but by can could did do does doing done for " +
    "from get give go going had has have having he her here him his how i i'd i'll i'm i've if in into is it it's " +
    "its just let let's like make many may maybe me might more most much must my need no not now of off on one " +
    "only or our out over please really said say she should so some tell than that that's the their them then " +
    "there these they thing things think this those to too up us use very want was way we we're were what what's " +
    "when where which while who whom why will with would yes you you're your help best good better new know next near suggest name names idea ideas write title titles please thank thanks open start keep put take look feel try right wrong people love loves tell today only")
    .split(" "),
);

const isSmall = (word: string) => SMALL.has(word.toLowerCase().replace("’", "'")) || word.length < 2;

/** Characters by which a later run of words must be longer to be the topic. */
const EARLIER_COUNTS = 2;

/** UTF-16 units in which a topic is looked for: word by word through some MB, everybody else would wait. */
const TOPIC_UNITS = 20_000;

/** The liveliest run of meaningful words, at most two words: what the text is about. Empty for an empty text. */
export function topic(text: string): string {
  let best: string[] = [];
  const weigh = (words: readonly string[]) => words.reduce((sum, w) => sum + Math.min(w.length, 12), 0);
  for (const clause of plain(text).slice(0, TOPIC_UNITS).split(/[^\p{L}\p{N}\s'’#+_-]+/u)) {
    let run: string[] = [];
    for (const word of [...clause.split(/\s+/), ""]) {
      const bare = withoutEnds(word, "'’_-");
      if (bare !== "" && !isSmall(bare)) {
        run = [...run, bare].slice(-2);
        // A later run must be clearly livelier: people say first what it is about.
        if (weigh(run) > weigh(best) + EARLIER_COUNTS) best = run;
      } else run = [];
    }
  }
  return best.join(" ");
}

/** A clause short enough to quote in a sentence, at most `words` words. */
export function fragment(text: string, words = 9): string {
  const clauses = plain(text).split(/(?<=[.!?;:])\s+|\n+|, | — /).map((c) => withoutEnd(c.trim(), ".,;:!?"));
  const weighed = clauses.map((c) => c.split(/\s+/)).filter((c) => c.some((w) => !isSmall(w)));
  const best = weighed.find((c) => c.length >= 3 && c.length <= words) ?? weighed[0] ?? [];
  return best.length > words ? `${best.slice(0, words).join(" ")}…` : best.join(" ");
}

/** Words in a text. */
export const wordCount = (text: string): number => text.split(/\s+/).filter((w) => w !== "").length;

/**
 * Text without Markdown marks and attached files, so that a quotation reads well.
 * @outside
 */
export function plain(text: string): string {
  return without(without(text, "<file ", "</file>"), "```", "```").replace(
    /^[^\S\n\r\u2028\u2029]*(?:[-*>]|\d+[.)]|#{1,6})\s+/gm,
    "",
  ).replace(/[*`“”"]/g, "").replace(/[ \t]+/g, " ").trim();
}

/** Text with a blank for every part from `begin` to `end`; what never ends stays. */
function without(text: string, begin: string, end: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, from)) {
    const close = text.indexOf(end, at + begin.length);
    if (close === -1) break;
    parts.push(text.slice(from, at));
    from = close + end.length;
  }
  return [...parts, text.slice(from)].join(" ");
}

function withoutEnd(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

function withoutEnds(text: string, chars: string): string {
  let start = 0;
  while (start < text.length && chars.includes(text.charAt(start))) start++;
  return withoutEnd(text.slice(start), chars);
}

/** What sort of thing a person said. */
export function kindOf(text: string) {
  const t = plain(text).toLowerCase();
  if (t === "") return "empty";
  if (/^(hi|hello|hey|hallo|hola|good (morning|evening|afternoon)|yo|moin|servus)\b.{0,24}$/.test(t)) {
    return "greeting";
  }
  if (
    /\b(who|what) are you\b|\bwhat can you do\b|\bare you (real|an? (ai|bot|model))\b|\bintroduce yoursel/
      .test(t)
  ) return "who";
  if (/^(thanks|thank you|great|perfect|cool|nice|ok|okay|lovely)\b.{0,30}$/.test(t)) return "thanks";
  if (/\bshould (i|we|they)\b|\S or \S+\?|\bvs\.?\b|\bworth it\b|\bdecide\b/.test(t)) {
    return "decision";
  }
  if (/\b(names?|ideas?|suggest|titles?|slogan|brainstorm|examples?|invent|write)\b/.test(t)) return "ideas";
  if (/^how\b|\bhow (do|can|should|to|would)\b|\bexplain\b|\bplan\b/.test(t)) return "how";
  return t.includes("?") ? "question" : "statement";
}
