/** What is made of an answer once its end is on the screen, so that one task has not to do all of it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { oneAFrame } from "../state/one_a_frame.ts";
import { after } from "../state/timer.ts";

/** Milliseconds after an answer's end: some frames. */
export const SETTLES_MS = 80;

/** Whether an answer ended before it was shown, or some frames ago; `open`: it has not ended. */
export function useSettled(open: boolean): boolean {
  const settled = useSignal(!open);
  useEffect(() => {
    if (open || settled.peek()) return;
    return after(SETTLES_MS, () => oneAFrame.add(() => (settled.value = true)));
  }, [open]);
  return settled.value;
}
