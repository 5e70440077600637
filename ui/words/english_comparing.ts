/** English words of comparisons that nobody sees into. */
import { counted, digits } from "./counting.ts";

export const english = {
  title: "Blind comparison",
  begin: "Compare blind…",
  means:
    "Each agent is asked this alone, without the talk and without tools. The answers come together, under letters by chance; you judge them, and then it is revealed whose they are.",
  notHidden:
    "Until then no page, file, figure or other program is told who is who, and nobody sees at once what these agents do. Not hidden are the server’s own log and the disk it writes to.",
  question: "Question",
  who: "Who is asked",
  howMany: (least: number, most: string) => `Choose from ${least} to ${most}.`,
  label: "Kind of task, if you like",
  criteria: "Judged by, besides which is best; one a line",
  ask: "Ask all of them",
  another: "Ask something else",
  earlier: "Comparisons of this conversation",
  reading: "Reading…",
  asked: (n: number) => `${n} of ${n} asked`,
  together: "The answers are shown together, as soon as all are there. Who does not answer is a gap.",
  stop: "Wait no more",
  answers: "Answers",
  answer: (letter: string) => `Answer ${letter}`,
  gap: "No answer: it failed, came too late, or was stopped.",
  erased: "Its words were erased.",
  names: "It has the name of an agent, a model or a maker in it.",
  same: (same: number, all: number, bytes: string) =>
    `The same ${bytes} bytes of the question stand in ${same} of ${all} requests, each proven by its hash.`,
  sameFile: (name: string, same: number, all: number) =>
    `“${name}” stands in ${same} of ${all} requests: its bytes, or all of its text.`,
  best: "Which is best?",
  byKey: "or press its letter",
  tie: "As good as one another",
  none: "None of them",
  open: "not judged",
  by: (criterion: string) => `Best by “${criterion}”`,
  judge: "Judge",
  judgeAnew: "Judge otherwise",
  judged: "Your judgement is kept. It can be changed until it is revealed.",
  judgements: (n: number) => counted(n, { one: "# judgement", other: "# judgements" }),
  reveal: "Reveal whose they are",
  revealHint: "Nothing can be judged afterwards, and it cannot be hidden again.",
  revealed: "Revealed",
  verified:
    "Who had which letter was fixed before anybody was asked: the digest in the log is that of these names.",
  differs: "The digest in the log is not that of these names.",
  digest: "Digest",
  made: "Made of",
  sent: "What each was sent and said",
  elsewhere:
    "This was asked in the conversation of which this one is a copy. It is judged and revealed there.",
  yours: "Your judgement",
  machine: (name: string, model: string) => `A model’s judgement (${name}, ${model})`,
  noVerdict: "none was given",
  eraseQuestion: "Erase the question…",
  eraseReason: "Erase its words",
  gone: "Its conversation is not there any more.",
  ranking: "Ranking",
  nothingJudged:
    "Nothing was judged yet. Compare agents blind, judge their answers and reveal whose they are: each kind of task then has a ranking of its own.",
  rankingMeans: (most: string) =>
    `A ranking is of one kind of task, never of all. It is made of the last ${most} comparisons that were judged and revealed, of all kinds; each counts once, however many judged the same answers. The bar goes from never to always: how often one would be found better than the average one of its list, and where that is with 95 % certainty. An agent counts in all its versions, a model wherever it runs. Panels that were judged count here for nobody.`,
  task: "Kind of task",
  noLabel: "Without a label",
  ranked: "Of",
  agents: "Agents",
  models: "Models",
  judgedBy: "Judged by",
  whichIsBest: "which is best",
  formerAgent: "An agent that is not here",
  rankingOf: (comparisons: number, votes: number) =>
    `${counted(comparisons, { one: "# comparison", other: "# comparisons" })} with ${
      counted(votes, { one: "# judgement", other: "# judgements" })
    } of this kind of task alone.`,
  known: (apart: number, pairs: number) =>
    apart === 0
      ? "That is too little to tell anybody apart: every difference may be chance."
      : apart === pairs
      ? "Each can be told from every other."
      : `Of ${counted(pairs, { one: "# pair", other: "# pairs" })} ${
        digits(apart)
      } can be told apart; every other difference may be chance.`,
  notConnected:
    "These were never compared with those above, not by way of others either: who of both is better, nothing says.",
  stands: (best: string, low: string, high: string) => `${best} % (${low} to ${high} %).`,
  inComparisons: (n: number, won: number) =>
    `${counted(n, { one: "# comparison", other: "# comparisons" })}, best in ${
      counted(won, { one: "# judgement", other: "# judgements" })
    }.`,
  notApart: (a: string, b: string) => `${a} and ${b} cannot be told apart yet.`,
  tiedTimes: (n: number) => `As good as one another: ${digits(n)}.`,
  noneTimes: (n: number) => `None of them good, which says nothing of who is better: ${digits(n)}.`,
  silentTimes: (n: number) => `Not judged so, or of somebody who is not ranked: ${digits(n)}.`,
  leftOut: (n: number, whom: string) => `Compared too seldom to be ranked (${whom}): ${digits(n)}.`,
  judgedComparisons: "What it is made of",
  allJudged: (n: string) => `All ${n}`,
};
export type ComparingWords = typeof english;
