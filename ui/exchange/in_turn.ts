/** What the ends of answers change beside their cards is shown in frames of its own. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { oneAFrame } from "../state/one_a_frame.ts";

/** What `now` was when it was last shown: at first as it is, then as it became, in a frame in which nothing ends. */
export function useInTurn(now: string): string {
  const shown = useSignal(now);
  useEffect(() => {
    if (now === shown.peek()) return;
    let off = false;
    oneAFrame.add(() => {
      if (!off) shown.value = now;
    });
    return () => void (off = true);
  }, [now]);
  return shown.value;
}
