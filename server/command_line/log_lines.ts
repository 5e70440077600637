/**
 * The log as it is written: to a person who looks at a terminal one short line a turn and what went wrong, to
 * everybody else one JSON object a line.
 */
import { clearText } from "../../events/catalog/clear_text.ts";
import { type Fields, type Level, type Logger, redacted } from "../../actors/runtime/logger.ts";

export interface LogEntry {
  readonly at: Date;
  readonly level: Level;
  readonly what: string;
  readonly fields: Fields;
}

export interface LogPorts {
  /** Writes a line of this level. */
  readonly note: (line: string, level: Level) => void;
  readonly verbose: boolean;
  /** A person looks: it goes to a terminal. */
  readonly isSeen: boolean;
  readonly colour: boolean;
  readonly now: () => Date;
}

const COLOURS = { dim: 2, bold: 1, red: 31, green: 32, yellow: 33 } as const;
type Colour = keyof typeof COLOURS;

/**
 * What moves the cursor of who looks at the file, or turns its letters round: C1 controls, and signs of direction.
 * JSON escapes the other controls by itself.
 */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const jsonLine = (line: object): string =>
  JSON.stringify(line).replace(UNSEEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** How a turn ended, as its line says it. */
const ENDS: Readonly<Record<string, readonly [Colour, string]>> = {
  completed: ["green", "done"],
  failed: ["red", "failed"],
  over: ["yellow", "stopped"],
  shutdown: ["yellow", "given back"],
};

const painted = (text: string, as: Colour, colour: boolean): string =>
  colour ? `\x1b[${COLOURS[as]}m${text}\x1b[0m` : text;

/** What stands in fields was said elsewhere too: nothing of it may move the cursor or look like a line of ours. */
const shown = (value: Fields[string]): string => clearText(`${value ?? ""}`, "");

function turnLine({ what, fields }: LogEntry, colour: boolean): string {
  const { agent, model, ms, inputTokens, outputTokens, how, why, error } = fields;
  const [as, end] = ENDS[`${what === "turn_stopped" ? why : how}`] ?? ["yellow", "ended"];
  const tokens = inputTokens === undefined ? [] : [`${shown(inputTokens)} + ${shown(outputTokens)} tokens`];
  return [
    painted(shown(agent), "bold", colour),
    ...(model === undefined ? [] : [shown(model)]),
    `${(Number(ms) / 1_000).toFixed(1)} s`,
    ...tokens,
    painted(error === undefined ? end : `${end}: ${shown(error)}`, as, colour),
  ].join(" · ");
}

/** What a line says beside its fields: our own sentence, where there is one. */
const SENTENCES = ["detail", "safeMessage", "message"];

/** A line of what is told by its fields: a sentence for people, else all of them. */
function plainLine({ level, what, fields }: LogEntry, colour: boolean): string {
  const sentence = SENTENCES.map((name) => fields[name]).find((value) => value !== undefined);
  const who = fields["agent"] === undefined ? "" : `${shown(fields["agent"])}: `;
  const rest = sentence === undefined
    ? Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${shown(value)}`]
    )
    : [`${who}${shown(sentence)}`];
  const name = what.replaceAll("_", " ");
  const as = level === "error" ? "red" : level === "warn" ? "yellow" : "dim";
  return [painted(name, as, colour), ...rest].join(" ");
}

const twoDigits = (value: number): string => `${value}`.padStart(2, "0");
const clock = (at: Date): string =>
  [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(":");

/** What takes back a warning or an error, which whoever read that waits for. */
const ALL_WELL: ReadonlySet<string> = new Set(["store_back", "disk_room"]);

/**
 * A line for a person, of the local time; null for what nobody has to read there: beside the ends of turns that is
 * everything but warnings, errors, and what takes one back.
 * @param every also what is not for everyday reading
 */
export function line(entry: LogEntry, colour: boolean, every = false): string | null {
  const ofTurn = entry.what === "answer_saved" || entry.what === "turn_stopped";
  const isToRead = ofTurn || ALL_WELL.has(entry.what) || entry.level === "warn" || entry.level === "error";
  if (!isToRead && !every) return null;
  const time = painted(clock(entry.at), "dim", colour);
  return `${time}  ${ofTurn ? turnLine(entry, colour) : plainLine(entry, colour)}`;
}

export function loggerOn({ note, verbose, isSeen, colour, now }: LogPorts): Logger {
  return (level, what, given) => {
    if (level === "debug" && !verbose) return;
    const fields = redacted(given);
    const at = now();
    if (!isSeen) return note(jsonLine({ at: at.toISOString(), level, what, ...fields }), level);
    const said = line({ at, level, what, fields }, colour, verbose);
    if (said !== null) note(said, level);
  };
}

/**
 * Keeps lines until they are let out: on a terminal the address comes first. From then on those that come in one turn of the
 * loop are written together behind it, since whoever waits for an answer would wait for each of them. What went wrong is
 * written at once, with all that came before it.
 */
export class HeldLines {
  readonly #waiting: string[] = [];
  #holds: boolean;

  /** @param later runs what it is given behind what runs now */
  constructor(
    readonly write: (lines: readonly string[]) => void,
    holds: boolean,
    readonly later: (run: () => void) => void,
  ) {
    this.#holds = holds;
  }

  readonly note = (line: string, level: Level): void => {
    const first = this.#waiting.push(line) === 1;
    if (this.#holds) return;
    if (level === "warn" || level === "error") this.#write();
    else if (first) this.later(() => this.#write());
  };

  /** Lets out what was held, and everything from now on. */
  release(): void {
    this.#holds = false;
    this.#write();
  }

  #write(): void {
    if (this.#waiting.length > 0) this.write(this.#waiting.splice(0));
  }
}
