/** English words of comparisons that nobody sees into. */
import { counted } from "./counting.ts";

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
};
export type ComparingWords = typeof english;
