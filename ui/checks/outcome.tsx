/** Whether an expectation holds: a sign, and the word for who does not see it. */
import type { Checks } from "../../server/contract/expectation_shapes.ts";
import { words } from "../words/checks.ts";

type Outcome = Checks["results"][number]["outcome"];
const SIGNS: Readonly<Record<Outcome, string>> = { held: "✓", failed: "✗", open: "?" };

export function OutcomeMark({ of }: { readonly of: Outcome }) {
  const told = words.outcome[of];
  return (
    <span class="check-mark" data-outcome={of} role="img" aria-label={told} title={told}>{SIGNS[of]}</span>
  );
}
