/** Where the web is searched for models whose makers do not: one service, its key, and whether it answers. */
import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import type { TryWebSearch, WebSearchView } from "../../server/contract/web_search_shapes.ts";
import { useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { webSearch } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import { changeWebSearch, tryWebSearch } from "../state/settings_commands.ts";
import { orSay, say } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words as server } from "../words/sayings.ts";
import { words as all } from "../words/settings.ts";
import { words } from "../words/websearch.ts";
import { SecretInput } from "./secret_input.tsx";

type Kind = NonNullable<WebSearchView["service"]>["kind"];
/** Where each kind is, unless somebody says otherwise; a SearXNG is somebody's own. */
const PLACES: Readonly<Record<Kind, string>> = {
  searxng: "",
  brave: "https://api.search.brave.com",
  tavily: "https://api.tavily.com",
};
/** As their makers call them, in every language. */
const NAMES: Readonly<Record<Kind, string>> = { searxng: "SearXNG", brave: "Brave Search", tavily: "Tavily" };
const KINDS: readonly Kind[] = ["searxng", "brave", "tavily"];

export function WebSearchPage() {
  const known = useSignal<WebSearchView | null>(null);
  const set = settings.value?.webSearch;
  // Somebody else may choose, too.
  useEffect(() => {
    return unlessLate(orSay(webSearch()), (answer) => {
      if (answer.ok) known.value = answer.value;
    });
  }, [set?.kind, set?.url]);
  const view = known.value;
  if (!view) return <p aria-busy="true">{all.loading}</p>;
  const remove = () => {
    dialog.value = {
      name: "confirm",
      title: words.removeAsk,
      text: words.removeMeans,
      action: words.remove,
      danger: true,
      run: () =>
        void orSay(changeWebSearch({ service: null }), words.removed).then((answer) => {
          if (answer.ok) known.value = answer.value;
        }),
    };
  };
  const { service, keyHint } = view;
  return (
    <>
      {service
        ? (
          <article class="resource">
            <header>
              <b>{NAMES[service.kind]}</b>
              <span class="hint">{keyHint === null ? words.withoutKey : words.withKey(keyHint)}</span>
              <span class="buttons">
                <button type="button" class="outline danger" onClick={remove}>{words.remove}</button>
              </span>
            </header>
            <p class="hint address">
              <code dir="ltr">{service.url}</code>
            </p>
          </article>
        )
        : <p class="hint">{words.none}</p>}
      <ServiceForm
        key={`${service?.kind} ${service?.url}`}
        view={view}
        saved={(next) => (known.value = next)}
      />
    </>
  );
}

/** What a try comes to, for people. */
async function cameOf(service: TryWebSearch): Promise<string> {
  const answer = await tryWebSearch(service);
  if (!answer.ok) return answer.message;
  return answer.value.ok ? words.works(answer.value.results) : server.notice(answer.value.error);
}

function Kinds({ name, chosen, choose }: { name: string; chosen: Kind; choose(next: Kind): void }) {
  return (
    <fieldset class="field">
      <legend>{words.kind}</legend>
      {KINDS.map((one) => (
        <label key={one} class="check">
          <input type="radio" name={name} checked={chosen === one} onChange={() => choose(one)} />{" "}
          {NAMES[one]}
        </label>
      ))}
    </fieldset>
  );
}

function ServiceForm({ view, saved }: { view: WebSearchView; saved(next: WebSearchView): void }) {
  const id = useId();
  const kind = useSignal<Kind>(view.service?.kind ?? "searxng");
  const url = useSignal(view.service?.url ?? PLACES.searxng);
  const secret = useSignal("");
  const tried = useSignal("");
  const fields = () => ({ kind: kind.value, url: url.value.trim() });
  const key = () => secret.value === "" ? {} : { key: secret.value };
  const form = useSubmit(async () => {
    return wrongOf(await changeWebSearch({ service: fields(), ...key() }), (value) => {
      secret.value = "";
      saved(value);
      say(words.saved);
    });
  });
  const check = async () => {
    tried.value = words.checking;
    tried.value = await cameOf({ ...fields(), ...key() });
  };
  const choose = (next: Kind) => {
    // What was typed stays.
    if (Object.values(PLACES).includes(url.value.trim())) url.value = PLACES[next];
    kind.value = next;
  };
  return (
    <form class="form resource" onSubmit={form.onSubmit}>
      <Kinds name={`${id}-kind`} chosen={kind.value} choose={choose} />
      <div class="field">
        <label for={`${id}-url`}>{words.url}</label>
        <input
          id={`${id}-url`}
          type="url"
          autocomplete="off"
          required
          placeholder="https://"
          value={url.value}
          onInput={(event) => (url.value = event.currentTarget.value)}
        />
        <small class="hint">{words.urlHints[kind.value]}</small>
      </div>
      <div class="field">
        <label for={`${id}-key`}>{words.key}</label>
        <SecretInput
          id={`${id}-key`}
          value={secret.value}
          autocomplete="off"
          isKey
          show={words.showKey}
          hide={words.hideKey}
          set={(typed) => (secret.value = typed)}
        />
        <small class="hint">{words.keyHint}</small>
      </div>
      <Wrong of={form.wrong} />
      <div class="buttons">
        <button type="submit" class="primary">{words.save}</button>
        <button type="button" class="outline" onClick={() => void check()}>{words.check}</button>
        <span role="status">{tried.value}</span>
      </div>
    </form>
  );
}
