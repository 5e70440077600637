/** What holds for one conversation: the web, a message that comes while agents answer, and what it may cost. */
import { useSignal } from "@preact/signals";
import type { Settings } from "../../events/catalog/conversation.ts";
import { MANAGER_TURNS } from "../../events/catalog/limits.ts";
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

/** Of the conversation that one looks at; where one looks at none, of the one that begins next. */
export function ConversationSettings() {
  const store = here.value;
  const settings = store ? store.state.settings : choice.value.settings;
  const texts = useSignal<Readonly<Record<Limit, string>>>({
    tokens: String(settings.limits?.tokens ?? ""),
    usd: String(settings.limits?.usd ?? ""),
    managerTurns: String(settings.limits?.managerTurns ?? ""),
  });
  const webAccess = useSignal(settings.webAccess ?? false);
  const onNewMessage = useSignal<OnNewMessage>(settings.onNewMessage ?? "cancel");
  const form = useSubmit(async () => {
    const limits = limitsOf(texts.value);
    if (!limits) return words.wrong;
    const chosen = { webAccess: webAccess.value, onNewMessage: onNewMessage.value, limits };
    const answer = store ? await configure(store.id, chosen) : chooseNext(chosen);
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
              checked={onNewMessage.value === value}
              onChange={() => (onNewMessage.value = value)}
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
            checked={webAccess.value}
            onChange={(event) => (webAccess.value = event.currentTarget.checked)}
          />{" "}
          {words.webAccess}
        </label>
      </fieldset>
      <fieldset>
        <legend>{words.limits}</legend>
        <p class="hint">{store ? words.used(count(store.state.tokens)) : words.blank}</p>
        {LIMITS.map(({ name, label, help }) => (
          <label class="field" key={name}>
            <span>{label}</span>
            <input
              inputMode={name === "usd" ? "decimal" : "numeric"}
              autocomplete="off"
              value={texts.value[name]}
              onInput={(event) => (texts.value = { ...texts.value, [name]: event.currentTarget.value })}
            />
            <small class="hint">{help}</small>
          </label>
        ))}
      </fieldset>
      {store?.state.importedThrough !== undefined && <ImportedFacts store={store} />}
    </DialogForm>
  );
}
