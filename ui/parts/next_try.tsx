/** In how many seconds the server is asked for again. Counts only while it is shown; nobody is read it aloud. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { nextTry } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";

export function NextTry() {
  const now = useSignal(Date.now());
  useEffect(() => {
    now.value = Date.now();
    const timer = setInterval(() => (now.value = Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [nextTry.value]);
  const seconds = Math.ceil((nextTry.value - now.value) / 1_000);
  return (
    <span class="next-try" aria-hidden="true">
      {seconds > 0 ? words.nextTry(seconds) : words.tryingNow}
    </span>
  );
}
