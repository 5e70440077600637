/** The key that signs where conversations stand: whose it is known by, when it signed last, and another in its place. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { shortKey } from "../../events/catalog/proof.ts";
import type { SigningState } from "../../server/contract/signing_shapes.ts";
import { count, exact } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { copyText } from "../state/clipboard.ts";
import { KEYS_ADDRESS, signing } from "../state/queries.ts";
import { changeSigningKey, signNow } from "../state/settings_commands.ts";
import { orSay, say } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words as all } from "../words/settings.ts";
import { words } from "../words/signing.ts";

type Newest = NonNullable<SigningState["newest"]>;

/** What the last checkpoint signed, in a sentence. */
export const signedBy = ({ heads, why }: Pick<Newest, "heads" | "why">): string =>
  heads === 0 ? words.nothing(words.why[why]) : words.what(heads, words.why[why]);

export function SigningPage() {
  const known = useSignal<SigningState | null>(null);
  useEffect(() => {
    return unlessLate(orSay(signing()), (answer) => {
      if (answer.ok) known.value = answer.value;
    });
  }, []);
  if (!known.value) return <p aria-busy="true">{all.loading}</p>;
  const { key, newest, lost } = known.value;
  return (
    <>
      <article class="resource">
        {lost && <p class="problem" role="alert">{words.lost(count(lost.n))}</p>}
        {key === null || newest === null ? <p>{words.none}</p> : <Key of={key} newest={newest} />}
        <Acts known={known} />
      </article>
      <p>{words.proves}</p>
      <p>{words.provesNot}</p>
      <p class="hint">{words.copies}</p>
      <p class="hint">
        {words.known} <a href={KEYS_ADDRESS} target="_blank" rel="noopener">{KEYS_ADDRESS}</a>
      </p>
    </>
  );
}

function Key({ of: key, newest }: { of: string; newest: Newest }) {
  return (
    <dl class="signing">
      <dt>{words.fingerprint}</dt>
      <dd>
        <code>{shortKey(key)}</code>
      </dd>
      <dt>{words.key}</dt>
      <dd>
        <code class="whole">{key}</code>
      </dd>
      <dt>{words.last}</dt>
      <dd>
        <time dateTime={newest.at}>{words.lastOf(count(newest.n), exact(newest.at))}</time>
        <p class="hint">{signedBy(newest)}</p>
      </dd>
    </dl>
  );
}

function Acts({ known }: { known: Signal<SigningState | null> }) {
  const before = known.value?.newest?.n;
  const key = known.value?.key ?? null;
  const copy = async (text: string) => say(await copyText(text) ? words.copied : words.notCopied);
  const sign = async () => {
    const answer = await orSay(signNow());
    if (!answer.ok) return;
    say(answer.value.newest?.n === before ? words.unchanged : words.signed);
    known.value = answer.value;
  };
  const change = () => {
    dialog.value = {
      name: "confirm",
      title: words.changeAsk,
      text: words.changeMeans,
      action: words.change,
      run: async () => {
        const answer = await orSay(changeSigningKey(), words.changed);
        if (answer.ok) known.value = answer.value;
      },
    };
  };
  return (
    <div class="buttons signing-acts">
      <button type="button" class="primary" onClick={() => void sign()}>{words.sign}</button>
      {key !== null && (
        <>
          <button type="button" class="outline" onClick={() => void copy(key)}>
            <Icon name="copy" /> {words.copy}
          </button>
          <button type="button" class="outline" onClick={change}>{words.change}</button>
        </>
      )}
    </div>
  );
}
