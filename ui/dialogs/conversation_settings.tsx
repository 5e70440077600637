/** What holds for one conversation: the web, a message that comes while agents answer, and what it may cost. */
import { useSignal } from "@preact/signals";
import type { Settings } from "../../events/catalog/conversation.ts";
import { MANAGER_TURNS } from "../../events/catalog/limits.ts";
import { DialogForm, useSubmit } from "../parts/form.tsx";
import { count, typedNumber, typedWhole } from "../parts/format.ts";
import { configure } from "../state/commands.ts";
import { current } from "../state/server_state.ts";
import { say } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";

type Limits = NonNullable<Settings["limits"]>;
type Limit = keyof Limits;

const LIMITS: readonly { name: Limit; label: string; help: string; step: string; max?: number }[] = [
  { name: "tokens", label: "Tokens", help: "In and out together; then nobody is asked any more.", step: "1" },
  { name: "usd", label: "US dollars", help: "As far as prices are known.", step: "any" },
  {
    name: "managerTurns",
    label: "Turns a manager may cause",
    help: `For one message, at most ${MANAGER_TURNS}.`,
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

export function ConversationSettings() {
  const store = current.value;
  const settings = store?.state.settings ?? {};
  const texts = useSignal<Readonly<Record<Limit, string>>>({
    tokens: String(settings.limits?.tokens ?? ""),
    usd: String(settings.limits?.usd ?? ""),
    managerTurns: String(settings.limits?.managerTurns ?? ""),
  });
  const webAccess = useSignal(settings.webAccess ?? false);
  const onNewMessage = useSignal<NonNullable<Settings["onNewMessage"]>>(settings.onNewMessage ?? "cancel");
  const form = useSubmit(async () => {
    const limits = limitsOf(texts.value);
    if (!store) return "";
    if (!limits) return "A limit is a number above zero, or blank for none.";
    const chosen = { webAccess: webAccess.value, onNewMessage: onNewMessage.value, limits };
    const answer = await configure(store.id, chosen);
    if (!answer.ok) return answer.message;
    dialog.value = null;
    say("Saved.");
    return "";
  });
  if (!store) return <p class="hint">No conversation is open.</p>;
  return (
    <DialogForm form={form} title="Settings of this conversation" action="Save">
      <fieldset>
        <legend>A new message while agents answer</legend>
        {([["cancel", "stops those answers"], ["queue", "waits until they are done"]] as const).map((
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
        <legend>The web</legend>
        <label>
          <input
            type="checkbox"
            checked={webAccess.value}
            onChange={(event) => (webAccess.value = event.currentTarget.checked)}
          />{" "}
          Every agent here may read web pages
        </label>
      </fieldset>
      <fieldset>
        <legend>Limits</legend>
        <p class="hint">Used so far: {count(store.state.tokens)} tokens. Blank is no limit.</p>
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
    </DialogForm>
  );
}
