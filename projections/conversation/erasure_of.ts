/**
 * Which events lose their words when a message loses its own, or one use of a tool in it. All words of an event stand
 * under one salt, so they go together: the files of a message with what it says, and the arguments of a call with what
 * was said before it.
 */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { codePoints } from "../../events/catalog/limits.ts";
import { titleFrom } from "./shared_steps.ts";
import { isUse } from "./erasing.ts";
import { isBySchedule } from "./planned.ts";
import type { Message, ToolUse } from "../shapes/folds.ts";

/** What is to be erased. */
export interface Erased {
  readonly messageId: string;
  /** One use of a tool in it, and nothing else. */
  readonly use?: Pick<ToolUse, "attempt" | "round" | "callId"> | undefined;
  /** The title that it gives: also where it does not stand itself, titles may repeat it. */
  readonly title?: string | undefined;
  /** Titles that went with it elsewhere, as one that a tool gave because of it: a copy may repeat them. */
  readonly titles?: readonly string[] | undefined;
}

/**
 * The title that a message gives, as it stands inside others.
 * @outside
 */
export const titleOf = ({ content, attachments }: {
  readonly content: string;
  readonly attachments?: Message["attachments"];
}): string => titleFrom(content, attachments).replace(/…$/, "");

/** Whether a title repeats the one that a message gives; "" is none. */
export function repeats(title: string, own: string): boolean {
  if (own === "") return false;
  return title === own || (codePoints(own) >= STEM_CHARACTERS && title.includes(own));
}

/** Characters from which the beginning of a message is known again inside another title. */
const STEM_CHARACTERS = 6;

type Of<T extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: T }>;

/** Fed a conversation's events in their order. */
export class ErasureOf {
  readonly #wanted: Erased;
  readonly #seqs = new Set<number>();
  /** Titles that were given, with the events they stand in; the last is the one it has. */
  readonly #titles: { readonly seq: number; readonly texts: readonly string[] }[] = [];
  /** The title that the message itself would give. */
  #own: string;
  #turnId: string | null = null;
  /** The message is what a program says of how its answers are made: their requests repeat that. */
  #shells: "none" | "answers" | "all" = "none";
  /** Names of a check, which may repeat what is said in it. */
  readonly #names: { readonly seq: number; readonly name: string }[] = [];
  /** In a run, what was expected of answers that were not there yet. */
  readonly #expected: Of<"ExpectationSet">[] = [];
  /** A title that a tool gave, and the command it came with. */
  #renamed: { readonly seq: number; readonly command: string } | null = null;
  #from = Infinity;
  /** What was to be said, by the schedules that were to say it: with one run's words go those that it was told. */
  readonly #told = new Map<string, number[]>();
  /** The schedule that said it, or that is to be erased itself. */
  #schedule: string;

  constructor(wanted: Erased) {
    this.#wanted = wanted;
    this.#own = wanted.title ?? "";
    this.#schedule = wanted.messageId;
  }

  add(event: ConversationEvent): void {
    switch (event.type) {
      case "ConversationStarted": {
        const { title, lineage } = event.data;
        this.#titles.push({ seq: event.seq, texts: [title, lineage?.title ?? ""] });
        return;
      }
      case "ConversationRenamed":
        this.#titles.push({ seq: event.seq, texts: [event.data.title] });
        this.#renamed = { seq: event.seq, command: commandOf(event.id) };
        return;
      case "MessagePosted":
        return this.#posted(event);
      case "ScheduleSet": {
        const { scheduleId } = event.data;
        this.#told.set(scheduleId, [...this.#told.get(scheduleId) ?? [], event.seq]);
        return;
      }
      case "PanelStarted":
        // What is asked of a panel may say what its question does.
        if (event.data.messageId === this.#wanted.messageId && !this.#wanted.use) this.#seqs.add(event.seq);
        return;
      case "ExpectationSet":
        // What an answer must say repeats it as a rule.
        if (!this.#wanted.use && event.data.messageId === this.#wanted.messageId) this.#seqs.add(event.seq);
        if (event.data.participantId !== undefined) this.#expected.push(event);
        return;
      case "ComparisonBegun":
      case "ComparisonAnswered":
        // With a question goes what else is told of its comparison.
      case "QuestionPlanned":
        if (event.data.messageId === this.#wanted.messageId && !this.#wanted.use) this.#seqs.add(event.seq);
        return;
      case "CheckNamed":
        this.#names.push({ seq: event.seq, name: event.data.name });
        return;
      case "TurnRequested":
        return this.#asked(event);
      case "ProviderCalled":
        return this.#called(event);
      case "ToolCalled":
      case "ToolDecided":
      case "InputAsked":
      case "InputAnswered":
      case "ToolReturned":
        return this.#used(event);
      case "ProviderCallFailed":
      case "AnswerPaused":
      case "TurnCompleted":
      case "TurnFailed":
      case "TurnInterrupted":
      case "TurnCancelled":
        if (!this.#wanted.use && event.data.turnId === this.#turnId) this.#seqs.add(event.seq);
    }
  }

  #asked({ data, seq, exchange }: Of<"TurnRequested">): void {
    if (data.messageId !== this.#wanted.messageId) return;
    this.#turnId = data.turnId;
    this.#from = seq;
    if (this.#wanted.use) return;
    for (const { seq: set, data: { messageId, participantId } } of this.#expected) {
      if (messageId === exchange && participantId === data.participantId) this.#seqs.add(set);
    }
  }

  #posted({ data, seq, by }: Of<"MessagePosted">): void {
    if (data.messageId !== this.#wanted.messageId || this.#wanted.use) return;
    if (isBySchedule({ by, ...data })) this.#schedule = data.author.id;
    this.#from = seq;
    this.#seqs.add(seq);
    this.#own = titleOf(data);
    if (data.notice?.code === "custom_instructions") this.#shells = "all";
    else if (data.call) this.#shells = "answers";
  }

  #called({ data, seq, exchange }: Of<"ProviderCalled">): void {
    if (seq < this.#from || this.#wanted.use) return;
    // What was made before hashes were salted would confirm a guess.
    const repeats = this.#shells === "all" ||
      (this.#shells === "answers" && exchange === this.#wanted.messageId);
    if (repeats || data.plain !== undefined) this.#seqs.add(seq);
  }

  #used(
    { type, data, seq, id, exchange }: Of<
      "ToolCalled" | "ToolDecided" | "InputAsked" | "InputAnswered" | "ToolReturned"
    >,
  ): void {
    const { use, messageId } = this.#wanted;
    const own = data.turnId === this.#turnId && (!use || isUse(data, use));
    if (own) this.#seqs.add(seq);
    // The title that an agent gave because of it.
    const named = type === "ToolReturned" && this.#renamed?.command === commandOf(id);
    if (named && this.#renamed && (own || (!use && exchange === messageId))) {
      this.#seqs.add(this.#renamed.seq);
    }
  }

  /**
   * The events up to the last that was added. `retitled`: the title that it has is among them; `title`: that one repeats
   * nothing, and was only told beside what does.
   */
  result(): {
    readonly seqs: readonly number[];
    readonly retitled: boolean;
    readonly title?: string;
    /** All titles that go with the words. */
    readonly titles: readonly string[];
  } {
    if (!this.#wanted.use) { for (const seq of this.#told.get(this.#schedule) ?? []) this.#seqs.add(seq); }
    const before = new Set(this.#seqs);
    const given = this.#titles.filter(({ seq }) => before.has(seq)).flatMap(({ texts }) => texts);
    const titles = [this.#own, ...given, ...this.#wanted.titles ?? []].filter((title) => title !== "");
    const goes = (text: string) => titles.some((title) => repeats(text, title));
    for (const { seq, texts } of this.#titles) if (texts.some(goes)) this.#seqs.add(seq);
    for (const { seq, name } of this.#names) if (goes(name)) this.#seqs.add(seq);
    const title = this.#titles.at(-1);
    const retitled = title !== undefined && (title.texts[0] ?? "") !== "" && this.#seqs.has(title.seq);
    const [own = ""] = title?.texts ?? [];
    const kept = retitled && !before.has(title.seq) && !goes(own);
    return {
      seqs: [...this.#seqs].sort((a, b) => a - b),
      retitled,
      ...(kept ? { title: own } : {}),
      titles,
    };
  }
}

const commandOf = (id: string): string => id.slice(0, id.lastIndexOf("/"));
