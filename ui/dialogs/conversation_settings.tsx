/** What holds for one conversation: the web, a message that comes while agents answer, and what it may cost. */
import { useSignal } from "@preact/signals";
import type { Settings } from "../../events/catalog/conversation.ts";
import { MANAGER_TURNS } from "../../events/catalog/limits.ts";
import { count, typedNumber, typedWhole } from "../parts/format.ts";
import { write } from "../state/api.ts";
import { current } from "../state/server_state.ts";
import { dialog, say } from "../state/ui_state.ts";
import { submits } from "../parts/submits.ts";

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
  const failed = useSignal("");
  if (!store) return <p class="hint">No conversation is open.</p>;
  const save = async () => {
    const limits = limitsOf(texts.value);
    if (!limits) {
      failed.value = "A limit is a number above zero, or blank for none.";
      return;
    }
    const answer = await write("PATCH", `/api/conversations/${store.id}`, {
      webAccess: webAccess.value,
      onNewMessage: onNewMessage.value,
      limits,
    });
    if (!answer.ok) {
      failed.value = answer.message;
      return;
    }
    dialog.value = null;
    say("Saved.");
  };
  return (
    <form
      onSubmit={submits(save)}
    >
      <h2>Settings of this conversation</h2>
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
      {failed.value && <p class="problem" role="alert">{failed.value}</p>}
      <p class="buttons">
        <button type="button" class="outline" onClick={() => (dialog.value = null)}>Cancel</button>
        <button type="submit" class="primary">Save</button>
      </p>
    </form>
  );
}
