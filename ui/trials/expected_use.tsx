/** What something is expected to use, told before anybody is asked. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ExpectedUse } from "../../server/contract/trial_shapes.ts";
import { count, usdOrFree } from "../parts/format.ts";
import type { Answer } from "../state/api.ts";
import { words } from "../words/trials.ts";

/** Milliseconds without a change after which it is asked: nobody is told about every letter that is typed. */
const PAUSE_MS = 300;

function usedText({ answers, tokens, usd: money }: ExpectedUse): string {
  return money === null
    ? words.costUnknown(answers, count(tokens))
    : words.cost(answers, count(tokens), usdOrFree(money));
}

/**
 * @param what is going to be asked; null: nothing can be yet
 * @returns what is told of it; "" where nothing can be asked, and before the first answer what is being done
 */
export function useExpected<T>(what: T | null, ask: (what: T) => Promise<Answer<ExpectedUse>>) {
  const told = useSignal<string | null>(null);
  const asked = JSON.stringify(what);
  useEffect(() => {
    if (what === null) return;
    let late = false;
    const timer = setTimeout(async () => {
      const answer = await ask(what);
      if (!late) told.value = answer.ok ? usedText(answer.value) : answer.message;
    }, told.peek() === null ? 0 : PAUSE_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return {
    /** Nothing was told yet: what it costs is not known to who asks. */
    waits: what !== null && told.value === null,
    told: what === null ? "" : told.value ?? words.counting,
  };
}
