/** What a move is about to do and has done, in English sentences for a terminal. */
import type { Fault } from "../../projections/moving_in/archive.ts";
import type { Moved, Survey } from "../../projections/moving_in/moving.ts";
import { type Counts, LEFT, type LeftOut, MARKDOWN } from "../../projections/moving_in/talks.ts";

const NUMBER = new Intl.NumberFormat("en");
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBER.format(count)} ${count === 1 ? one : many}`;

/** Why the file cannot be taken in at all. */
export const FAULTS: Readonly<Record<Fault, string>> = {
  unknown:
    "Nothing in this file is known. Exports of ChatGPT, Claude, Open WebUI, LibreChat and SillyTavern can be imported, and conversations in Markdown.",
  long_talks: "The conversations in this file are too long to be imported.",
  blank_talks: "No conversation in this file has words that can be imported.",
  cut: "The archive is cut short or damaged. Download it again.",
  locked: "The archive is locked with a password. Unpack it first.",
  packing: "The archive is packed in a way that is not known here. Unpack it first.",
  many: "The archive has too many files.",
  bomb: "The archive would unpack to far more than an export has.",
  false_size: "The archive says something else of its files than they are.",
};

const LEFT_OUT: Readonly<Record<LeftOut, readonly [one: string, many: string]>> = {
  hidden: ["instruction or hidden message", "instructions and hidden messages"],
  tools: ["call or result of a tool", "calls and results of tools"],
  thoughts: ["thought of a model", "thoughts of models"],
  empty: ["message without words", "messages without words"],
  long: ["message that is too long", "messages that are too long"],
  branches: ["other branch", "other branches (--branches takes them in)"],
  lost_files: ["file that is not in the archive", "files that are not in the archive"],
  other_files: ["file of a kind that cannot be attached", "files of kinds that cannot be attached"],
  large_files: ["file that is too large", "files that are too large or too many"],
  blank_talks: ["conversation without words", "conversations without words"],
  long_talks: ["conversation that is too long", "conversations that are too long"],
  unknown: ["record that is not known", "records that are not known"],
};

/** A line each. */
export function leftOut(left: Counts): string[] {
  return LEFT.flatMap((why) => {
    const count = left[why];
    return count === undefined ? [] : [`  ${counted(count, ...LEFT_OUT[why])}`];
  });
}

const withLeft = (lines: readonly string[], left: Counts): string => {
  const out = leftOut(left);
  return [...lines, ...(out.length > 0 ? ["Left out:", ...out] : []), ""].join("\n");
};

/** What is in the file. */
export function preview(so: Survey): string {
  const days = so.first === "" ? "" : `, ${so.first.slice(0, 10)} to ${so.last.slice(0, 10)}`;
  const parts = [
    counted(so.talks, "conversation"),
    ...(so.branches > 0 ? [counted(so.branches, "branch", "branches")] : []),
    counted(so.messages, "message"),
    ...(so.files > 0 ? [counted(so.files, "file")] : []),
  ];
  const lines = [
    `${so.from}: ${parts.join(", ")}${days}.`,
    ...(so.here > 0 ? [`${NUMBER.format(so.here)} of them are here already.`] : []),
    ...(so.deleted > 0
      ? [`${NUMBER.format(so.deleted)} were imported and deleted before, and stay so.`]
      : []),
    ...(so.from === MARKDOWN
      ? ["Who says what was guessed from lines such as `## User` and `**Assistant:**`."]
      : []),
  ];
  return withLeft(lines, so.left);
}

/** What became of it. */
export function outcome(so: Moved): string {
  const lines = [
    `Imported ${counted(so.created, "conversation")} with ${counted(so.messages, "message")}` +
    `${so.files > 0 ? ` and ${counted(so.files, "file")}` : ""}.`,
    ...(so.here > 0 ? [`${NUMBER.format(so.here)} were here already.`] : []),
    ...(so.deleted > 0 ? [`${NUMBER.format(so.deleted)} were deleted before, and stay so.`] : []),
  ];
  return withLeft(lines, so.left);
}
