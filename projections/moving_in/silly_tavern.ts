/**
 * A chat or group chat of SillyTavern: lines of JSON, first what the chat is, then each message with the name of who said
 * it. A character is an agent of that name.
 */
import { Fingerprint, madeId } from "./fingerprint.ts";
import {
  count,
  type Counts,
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  nameOf,
  NO_TIME,
  type Reading,
  type Said,
  saidOf,
  textOf,
  timeOf,
  titleOf,
} from "./talks.ts";

const FROM = "SillyTavern";

/** Whether a file that begins with this line is one of theirs. */
export const isSillyTavern = (first: Fields): boolean =>
  "chat_metadata" in first || ("user_name" in first && "character_name" in first);

/** A clock as they once wrote it, `2:05pm`, and a day with its clock, `2024-5-1@10h05m12s`. */
const CLOCK = /(\d)(am|pm)$/i;
const STAMP = /^(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s/;

/**
 * A time in one of the ways in which they wrote it.
 * @outside
 */
export function sentAt(value: unknown): string | null {
  if (typeof value !== "string") return timeOf(value);
  const [, ...stamp] = STAMP.exec(value) ?? [];
  if (stamp.length > 0) {
    const [year = 0, month = 1, ...rest] = stamp.map(Number);
    return timeOf(new Date(year, month - 1, ...rest).getTime());
  }
  return timeOf(/^\d{10,16}$/.test(value) ? Number(value) : value.replace(CLOCK, "$1 $2"));
}

function saidBy(message: Fields, before: string, left: Counts): Said | null {
  const { name, is_user, is_system, mes, send_date, swipes } = message;
  if (is_system === true) {
    count(left, "hidden");
    return null;
  }
  count(left, "branches", Math.max(0, listOf(swipes).length - 1));
  return saidOf({
    role: is_user === true ? "user" : "assistant",
    ...(is_user === true ? {} : { name: nameOf(name) || FROM }),
    at: sentAt(send_date) ?? before,
    content: textOf(mes),
  }, left);
}

/** One file: it is one conversation. */
export class SillyTavernChat {
  readonly #messages: Said[] = [];
  readonly #left: Counts = {};
  /** Of what the lines say: times are read as those of whoever reads them. */
  readonly #print = new Fingerprint();
  #lines = 0;

  /** When it began, read once: its text may be as long as a line. */
  readonly #begun: string | null;

  constructor(readonly first: Fields) {
    this.#begun = sentAt(first["create_date"]);
  }

  /**
   * The next line; null for one that is too long or no JSON.
   * @outside
   */
  add(line: unknown): void {
    this.#lines++;
    const fields = fieldsOf(line);
    if (typeof fields["mes"] !== "string") return count(this.#left, "unknown");
    this.#print.add(JSON.stringify([fields["name"], fields["send_date"], fields["mes"]]));
    const at = this.#messages.at(-1)?.at ?? this.#begun ?? NO_TIME;
    const said = saidBy(fields, at, this.#left);
    if (said) this.#messages.push(said);
  }

  end(): Reading {
    const messages = this.#messages;
    const [begun] = messages;
    if (!begun) {
      count(this.#left, "blank_talks");
      return { talks: [], left: this.#left };
    }
    const names = new Set(messages.flatMap(({ name }) => name ?? []));
    const title = titleOf([...names].slice(0, 5).join(", "));
    const at = this.#begun ?? begun.at;
    const known = idOf(fieldsOf(this.first["chat_metadata"])["integrity"]);
    const id = known || madeId(this.#print);
    // They number no messages: the last one is told by how many there are.
    const head = `${this.#lines} ${messages.at(-1)?.at ?? ""}`;
    return { talks: [{ from: FROM, id, head, title, at, messages }], left: this.#left };
  }
}
