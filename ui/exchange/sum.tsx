/** What answers to the same come to together: how many, how far, how long. Of those asked last it stands in the head of a phone. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Elapsed } from "../message/facts.tsx";
import { seconds, usd } from "../parts/format.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { prices } from "../state/prices_now.ts";
import { words } from "../words/answers.ts";
import type { Answer } from "./grouping.ts";
import { summaryOf } from "./summary.ts";

interface SumProps {
  readonly store: ConversationStore;
  readonly answers: readonly Answer[];
}

export function Sum({ store, answers }: SumProps) {
  const { open, asks, ms, since, usd: cost, charged } = summaryOf(store.state, answers, {
    prices: prices.value,
    // With each try that begins or ends the sum is another.
    read: (id) => store.message(id)?.value.message,
  });
  return (
    <span class={open > 0 ? "sum num open" : "sum num"}>
      <b>{words.answers(answers.length)}</b>
      {open > asks && ` · ${words.nWriting(open - asks)}`}
      {asks > 0 && <span class="asks">{` · ${words.nAsk(asks)}`}</span>}
      {open > 0 && since !== null && store.live
        ? (
          <>
            {" · "}
            <Elapsed since={since} />
          </>
        )
        : ms !== null && ` · ${seconds(ms)}`}
      {charged && cost !== null && <span class="cost">{` · ${usd(cost)}`}</span>}
    </span>
  );
}

/** Those whose sum stands in the head: of the last bar that is drawn. */
const headed = signal<SumProps | null>(null);

/** Whether the sum of these answers stands in the head, where `shown` says that it may. */
export function useHeaded(shown: boolean, { store, answers }: SumProps): boolean {
  const own = useRef<SumProps>(null);
  const key = answers.map(({ versions }) => versions.join(" ")).join();
  useLayoutEffect(() => {
    if (!shown) return;
    own.current = headed.value = { store, answers };
    return () => {
      if (headed.value === own.current) headed.value = null;
      own.current = null;
    };
  }, [shown, store, key]);
  return headed.value !== null && headed.value === own.current;
}

/** The title in the head, with that sum, where there is no room for it over the answers. */
export function Summed(
  { store, children }: Pick<SumProps, "store"> & { readonly children: ComponentChildren },
) {
  const of = headed.value;
  const sum = of?.store === store ? <Sum {...of} /> : null;
  return <div class={sum ? "title-words summed" : "title-words"}>{children}{sum}</div>;
}
