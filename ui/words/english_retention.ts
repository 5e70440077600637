/** English words of what is deleted by itself. */
import { counted } from "./counting.ts";

const talks = (n: number) => counted(n, { one: "# conversation", other: "# conversations" });

export const english = {
  off: "Off: nothing is deleted by itself.",
  on: (days: number) =>
    counted(days, {
      one: "On: what nobody touched for # day is deleted.",
      other: "On: what nobody touched for # days is deleted.",
    }),
  first: (time: string) => `Nothing goes before ${time}.`,
  /** `more`: others are still to be looked at. */
  soon: (n: number, more: boolean) => `Within a day: ${talks(n)}${more ? " or more" : ""}.`,
  looked: (time: string, deleted: number) => `Last look ${time}, ${talks(deleted)} deleted.`,
  turnOff: "Turn off",
  turnedOff: "Nothing is deleted by itself any more.",
  days: "Days without a touch",
  hint: (least: string, most: string) => `From ${least} to ${most}. Nothing goes in the first 24 hours.`,
  rules:
    "A conversation is touched when somebody says or changes something in it; reading is no touch, and what was " +
    "imported counts from that day. Pinned conversations stay, and those in which somebody answers. Archived ones go " +
    "like others. Times of more than a day in which no server ran count for nothing.",
  wrong: (least: string, most: string) => `Days are a whole number from ${least} to ${most}.`,
  show: "Show what would go",
  would: (n: number, more: boolean) =>
    n === 0
      ? "Nothing would go now."
      : `${more ? "At least " : ""}${
        counted(n, { one: "# conversation would go", other: "# conversations would go" })
      }.`,
  from: (time: string) => `At the earliest ${time}. What is touched or pinned before that stays.`,
  touched: (day: string) => `last touched ${day}`,
  others: (n: number) => counted(n, { one: "and # other", other: "and # others" }),
  /** Of the button that does it. */
  turnOn: (n: number, more: boolean) =>
    n === 0 ? "Turn on" : `Turn on and delete ${more ? "at least " : ""}${talks(n)}`,
  change: (n: number, more: boolean) =>
    n === 0 ? "Save" : `Save and delete ${more ? "at least " : ""}${talks(n)}`,
  chosen: (time: string) => `Saved. Nothing goes before ${time}.`,
};
export type RetentionWords = typeof english;
