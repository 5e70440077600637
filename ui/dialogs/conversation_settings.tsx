/** What holds for one conversation: the web, a message that comes while agents answer, and what it may cost. */
import { useSignal } from "@preact/signals";
import type { Settings } from "../../events/catalog/conversation.ts";
import { MANAGER_TURNS } from "../../events/catalog/limits.ts";
import { ChangedElsewhere } from "../parts/changed_elsewhere.tsx";
import { touched, useFollowing } from "../parts/form_follows.ts";
import { DialogForm, useSubmit } from "../parts/form.tsx";
import { count, typedNumber, typedWhole } from "../parts/format.ts";
import { lazy } from "../parts/lazy.tsx";
import { configure } from "../state/commands.ts";
import { choice, choose } from "../home/choosing.ts";
import { here } from "../state/server_state.ts";
import { say } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/rules.ts";

const ImportedFacts = lazy(async () => (await import("../chat/imported.tsx")).ImportedFacts, true);

type Limits = NonNullable<Settings["limits"]>;
type Limit = keyof Limits;
type OnNewMessage = NonNullable<Settings["onNewMessage"]>;

const LIMITS: readonly { name: Limit; label: string; help: string; step: string; max?: number }[] = [
  { name: "tokens", label: words.tokens, help: words.tokensHint, step: "1" },
  { name: "usd", label: words.usd, help: words.usdHint, step: "any" },
  {
    name: "managerTurns",
    label: words.managerTurns,
    help: words.managerTurnsHint(MANAGER_TURNS),
    step: "1",
    max: MANAGER_TURNS,
  },
];

/** The limits as written; null where one is no number above zero. Blank is no limit. */
export function limitsOf(texts: Readonly<Record<Limit, string>>): Limits | null {
  const limits: Partial<Record<Limit, number>> = {};
  for (const { name, step, max = Infinity } of LIMITS) {
    const text = texts[name];
    if (text.trim() === "") continue;
    const value = step === "1" ? typedWhole(text) : typedNumber(text);
    if (!(value > 0) || value > max) return null;
    limits[name] = value;
  }
  return limits;
}

interface Chosen {
  readonly webAccess: boolean;
  readonly onNewMessage: OnNewMessage;
  readonly limits: Limits;
}

/** As it is typed. */
type Typed = Readonly<Record<Limit, string>> & Omit<Chosen, "limits">;

const typedOf = ({ limits, webAccess = false, onNewMessage = "cancel" }: Settings): Typed => ({
  tokens: String(limits?.tokens ?? ""),
  usd: String(limits?.usd ?? ""),
  managerTurns: String(limits?.managerTurns ?? ""),
  webAccess,
  onNewMessage,
});

const LABELS = {
  ...Object.fromEntries(LIMITS.map(({ name, label }) => [name, label])),
  webAccess: words.webAccess,
  onNewMessage: words.onNewMessage,
};

/** What was chosen, without what holds anyway. */
export const unusual = ({ webAccess, onNewMessage, limits }: Chosen): Settings => ({
  ...(webAccess ? { webAccess } : {}),
  ...(onNewMessage === "cancel" ? {} : { onNewMessage }),
  ...(Object.keys(limits).length > 0 ? { limits } : {}),
});

/** Kept here until the next conversation begins; its rounds are chosen elsewhere. */
function chooseNext(chosen: Chosen): { readonly ok: true } {
  const { rounds } = choice.value.settings;
  choose({ settings: { ...(rounds === undefined ? {} : { rounds }), ...unusual(chosen) } });
  return { ok: true };
}

interface LimitsProps {
  readonly typed: Typed;
  change(changed: Partial<Typed>): void;
}

function LimitFields({ typed, change }: LimitsProps) {
  return (
    <>
      {LIMITS.map(({ name, label, help }) => (
        <label class="field" key={name}>
          <span>{label}</span>
          <input
            inputMode={name === "usd" ? "decimal" : "numeric"}
            autocomplete="off"
            value={typed[name]}
            onInput={(event) => change({ [name]: event.currentTarget.value })}
          />
          <small class="hint">{help}</small>
        </label>
      ))}
    </>
  );
}

/** Of the conversation that one looks at; where one looks at none, of the one that begins next. */
export function ConversationSettings() {
  const store = here.value;
  const settings = store ? store.now.settings : choice.value.settings;
  const typed = useSignal(typedOf(settings));
  const change = (changed: Partial<Typed>) => (typed.value = { ...typed.value, ...changed });
  const now = store ? typedOf(settings) : undefined;
  const both = useFollowing(typed.value, now, change);
  const form = useSubmit(async () => {
    const limits = limitsOf(typed.value);
    if (!limits) return words.wrong;
    const { webAccess, onNewMessage } = typed.value;
    const { tokens, usd, managerTurns, ...others } = touched(typed.value, now);
    const limited = tokens ?? usd ?? managerTurns;
    const answer = store
      ? await configure(store.id, { ...others, ...(limited === undefined ? {} : { limits }) })
      : chooseNext({ webAccess, onNewMessage, limits });
    if (!answer.ok) return answer.message;
    dialog.value = null;
    say(words.saved);
    return "";
  });
  return (
    <DialogForm form={form} title={store ? words.title : words.titleNext} action={words.save}>
      <fieldset>
        <legend>{words.onNewMessage}</legend>
        {([["cancel", words.cancel], ["queue", words.queue]] as const).map((
          [value, label],
        ) => (
          <label key={value}>
            <input
              type="radio"
              name="onNewMessage"
              checked={typed.value.onNewMessage === value}
              onChange={() => change({ onNewMessage: value })}
            />{" "}
            {label}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{words.web}</legend>
        <label>
          <input
            type="checkbox"
            checked={typed.value.webAccess}
            onChange={(event) => change({ webAccess: event.currentTarget.checked })}
          />{" "}
          {words.webAccess}
        </label>
      </fieldset>
      <fieldset>
        <legend>{words.limits}</legend>
        <p class="hint">{store ? words.used(count(store.state.tokens)) : words.blank}</p>
        <LimitFields typed={typed.value} change={change} />
      </fieldset>
      <ChangedElsewhere both={both} labels={LABELS} />
      {store?.state.importedThrough !== undefined && <ImportedFacts store={store} />}
    </DialogForm>
  );
}
