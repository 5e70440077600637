/** English words of what is said without a person. */
import type { DataOf } from "../../events/catalog/conversation.ts";
import { counted } from "./counting.ts";

const minutes = (n: number) => counted(n, { one: "# minute", other: "# minutes" });

/** What became of a run. */
const outcomes: Record<DataOf<"ScheduleRan">["outcome"], string> = {
  ran: "said",
  missed: "missed: nobody was there to run it",
  busy: "left out: its last run was still going on",
  over_cap: "left out: as often as it may on one day",
  over_budget: "left out: the budget of the day was used up",
  unchanged: "the address had not changed",
  unreachable: "the address could not be read",
  nobody: "left out: none of its agents takes part any more",
  replanned: "planned anew: the time zone has other rules, or the clock was set back",
};

export const english = {
  title: "Schedules",
  lead: "What is said in this conversation without a person, and answered as if one had said it.",
  none: "Nothing is said here by itself.",
  add: "Add a schedule",
  edit: "Change the schedule",
  save: "Save",
  close: "Close",
  back: "Back",

  what: "What is said",
  whatHint: "As you would ask it. The agents know that a schedule asks, and no person.",
  when: "When",
  kinds: {
    times: "On days of the week",
    every: "Every so many minutes",
    watch: "When an address changes",
    idle: "Some minutes after the last word",
  },
  days: "Days",
  time: "Time",
  zone: "Time zone",
  zoneHint: "Where clocks change, the missing hour runs once when it ends, the doubled hour the first time.",
  minutes: "Minutes",
  address: "Address",
  addressHint: "Its readable text is compared with the last reading. Public addresses alone.",
  who: "Who answers",
  whoHint: "Nobody chosen: whoever answers a person.",
  runTokens: "Tokens of one run, at most",
  runTokensHint: "Nothing more is begun in a run when they are used; an answer that is being given goes on.",
  runsPerDay: "Runs of one day, at most",
  wrongNumbers: "Minutes, tokens and runs are whole numbers.",
  noDays: "Choose a day at least.",

  budget: "Daily budget of all that runs without a person",
  budgetFirst: "Nothing runs without a person before you say how much all of it together may use on a day.",
  budgetHint: "Over all conversations, days in UTC. Dollars count where the price of a model is known.",
  budgetTokens: "Tokens a day",
  budgetUsd: "US dollars a day",
  budgetWrong: "Say how many tokens and how many dollars a day may use, each more than nothing.",
  noBudget: "Nobody has said yet: nothing runs without a person.",
  budgetSaved: "The daily budget is set.",
  stopAll: "Let nothing run",
  stopped: "Nothing runs without a person any more.",
  used: (tokens: string, most: string, usd: string, mostUsd: string) =>
    `Today ${tokens} of ${most} tokens, ${usd} of ${mostUsd}.`,
  usedUnknown: "For some of it no price is known.",
  adding: "What was used today is being added up.",

  weekdays: "Every weekday",
  weekend: "Every day of the weekend",
  everyDay: "Every day",
  onDays: (days: string) => `Every ${days}`,
  at: (days: string, time: string, zone: string) => `${days} at ${time}, ${zone}`,
  every: (n: number) => `Every ${minutes(n)}`,
  watching: (address: string, n: number) => `When ${address} changes, looked at every ${minutes(n)}`,
  idle: (n: number) => `${minutes(n)} after the last word`,
  next: (time: string) => `next: ${time}`,
  nextUnknown: "next: when somebody has spoken",
  pausedBy: {
    person: "paused",
    archived: "paused when the conversation was archived",
    imported: "paused: it came with a copy or a file",
  },
  measure: (tokens: string, runs: string) => `at most ${tokens} tokens a run, ${runs} a day`,
  runs: (n: number) => counted(n, { one: "# run", other: "# runs" }),

  runNow: "Run now",
  begun: "It is said now.",
  pause: "Pause",
  resume: "Let it go on",
  change: "Change",
  remove: "Remove",
  removed: "The schedule is removed.",
  last: "Last runs",
  asked: "asked for",
  outcomes,
  missed: (n: number, from: string, to: string) =>
    counted(n, { one: `# run missed (${from})`, other: `# runs missed (${from} to ${to})` }),
  more: "Not all conversations with schedules are listed.",
  all: "In which conversations",
  nowhere: "No conversation says anything by itself. Schedules are set in the menu of a conversation.",
};
export type SchedulesWords = typeof english;
