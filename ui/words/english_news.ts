/** English words of what is told to somebody who looks elsewhere. */
import { counted } from "./counting.ts";

export const english = {
  done: (n: number) => counted(n, { one: "# answer is there", other: "# answers are there" }),
  doneSome: (n: number, failed: number) =>
    `${counted(n, { one: "# answer", other: "# answers" })}, ${counted(failed, { other: "# failed" })}`,
  noneDone: "The answers failed",
  waits: (name: string) => `${name} waits for your yes or no`,
  somebody: "An agent",
  answering: (name: string) => `${name} is answering`,
  answered: (name: string, text: string) => `${name} answered: ${text}`,
  asks: (name: string, tool: string) => `${name} asks to use ${tool}`,
};
export type NewsWords = typeof english;
