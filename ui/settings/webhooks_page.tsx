/** Webhooks: other programs that are told what happens, how that goes, and their end. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { WEBHOOK_EVENTS } from "../../events/catalog/limits.ts";
import type { WebhookView } from "../../server/contract/webhook_shapes.ts";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { clock } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { copyText } from "../state/clipboard.ts";
import { webhooks as webhooksNow } from "../state/queries.ts";
import { changeWebhook, makeWebhook, removeWebhook, testWebhook } from "../state/settings_commands.ts";
import { orSay } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words as all } from "../words/settings.ts";
import { words } from "../words/webhooks.ts";

/** How its last try went. */
function lastOf({ disabled, tries: [last] }: WebhookView): string {
  if (disabled) return words.off[disabled.why];
  if (!last) return words.untried;
  if (last.ok) return words.taken(clock(last.at));
  return last.status === null ? words.silent(clock(last.at)) : words.refused(last.status, clock(last.at));
}

export function Webhooks() {
  const hooks = useSignal<readonly WebhookView[] | null>(null);
  const fresh = useSignal<string | null>(null);
  const load = async () => {
    const answer = await webhooksNow();
    if (answer.ok) hooks.value = answer.value.items;
  };
  useEffect(() => void load(), []);
  if (!hooks.value) return <p aria-busy="true">{all.loading}</p>;
  return (
    <>
      {hooks.value.length === 0 && <p class="hint">{words.none}</p>}
      <ul class="resources">
        {hooks.value.map((hook) => <Hook key={hook.id} hook={hook} load={load} />)}
      </ul>
      {fresh.value && (
        <p class="resource fresh" role="status">
          {words.once} <code>{fresh.value}</code>{" "}
          <button type="button" class="outline" onClick={() => void copyText(fresh.value ?? "")}>
            <Icon name="copy" /> {words.copy}
          </button>
        </p>
      )}
      <NewWebhook fresh={fresh} load={load} />
    </>
  );
}

function Hook({ hook, load }: { hook: WebhookView; load(): Promise<void> }) {
  const { id, url, disabled, pending, events } = hook;
  const on = disabled !== null;
  const remove = () => {
    dialog.value = {
      name: "confirm",
      title: words.removeAsk(url),
      text: words.removeMeans,
      action: words.remove,
      danger: true,
      run: () => void orSay(removeWebhook(id), words.removed).then(load),
    };
  };
  return (
    <li>
      <article class="resource">
        <header>
          <b>{url}</b>
          <span class="buttons">
            {!on && (
              <button
                type="button"
                class="outline"
                aria-label={words.testNamed(url)}
                onClick={() => void orSay(testWebhook(id), words.tested).then(load)}
              >
                {words.test}
              </button>
            )}
            <button
              type="button"
              class="outline"
              aria-label={on ? words.turnOnNamed(url) : words.turnOffNamed(url)}
              onClick={() => void orSay(changeWebhook(id, { enabled: on })).then(load)}
            >
              {on ? words.turnOn : words.turnOff}
            </button>
            <button type="button" class="outline danger" aria-label={words.removeNamed(url)} onClick={remove}>
              {words.remove}
            </button>
          </span>
        </header>
        <p class="hint">
          {[words.told(events.length), lastOf(hook), ...pending > 0 ? [words.waiting(pending)] : []].join(
            " · ",
          )}
        </p>
      </article>
    </li>
  );
}

function NewWebhook({ fresh, load }: { fresh: Signal<string | null>; load(): Promise<void> }) {
  const url = useSignal("");
  const events = useSignal<ReadonlySet<string>>(new Set(WEBHOOK_EVENTS));
  const form = useSubmit(async () => {
    const chosen = WEBHOOK_EVENTS.filter((name) => events.value.has(name));
    const answer = await makeWebhook({ url: url.value.trim(), events: chosen });
    if (!answer.ok) return answer.message;
    fresh.value = answer.value.secret;
    url.value = "";
    await load();
    return "";
  });
  const choose = (name: string, on: boolean) => {
    const next = new Set(events.value);
    if (on) next.add(name);
    else next.delete(name);
    events.value = next;
  };
  return (
    <form class="form resource" onSubmit={form.onSubmit}>
      <label class="field">
        <span>{words.url}</span>
        <input
          type="url"
          autocomplete="off"
          required
          placeholder="https://"
          value={url.value}
          onInput={(event) => (url.value = event.currentTarget.value)}
        />
        <small class="hint">{words.urlHint}</small>
      </label>
      <fieldset class="field">
        <legend>{words.events}</legend>
        {WEBHOOK_EVENTS.map((name) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={events.value.has(name)}
              onChange={(event) => choose(name, event.currentTarget.checked)}
            />{" "}
            {words.named[name]}
          </label>
        ))}
      </fieldset>
      <Wrong of={form.wrong} />
      <div class="buttons">
        <button type="submit" class="primary">{words.make}</button>
      </div>
    </form>
  );
}
