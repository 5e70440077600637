/** One field of a project, or of what else is told as it changes, set at once: one request after the other, and the last choice is what stays. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Answer } from "../state/api.ts";

interface Field<T> {
  /** What it is as the settings tell. */
  readonly told: T;
  /** Tells the server. */
  change(value: T): Promise<Answer<unknown>>;
}

export function useSetting<T>({ told, change }: Field<T>) {
  const own = useSignal(told);
  const problem = useSignal("");
  const there = useRef(told);
  const line = useRef(Promise.resolve());
  const open = useRef(0);
  useEffect(() => {
    // What is on its way here says more than what others changed meanwhile.
    if (open.current > 0) return;
    there.current = told;
    own.value = told;
  }, [JSON.stringify(told)]);
  const send = async (wanted: T) => {
    if (own.value === wanted) {
      const answer = await change(wanted);
      problem.value = answer.ok ? "" : answer.message;
      if (answer.ok) there.current = wanted;
      else if (own.value === wanted) own.value = there.current;
    }
    open.current--;
  };
  return {
    value: own,
    problem,
    set(wanted: T) {
      own.value = wanted;
      open.current++;
      line.current = line.current.then(() => send(wanted));
    },
  };
}
