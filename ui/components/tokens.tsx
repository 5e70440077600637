/** Tokens for programs: made here, shown once, revoked at once. */
import { Name } from "./avatar.tsx";
import { useSignal } from "@preact/signals";
import { date } from "../format.ts";
import { write } from "../store/api.ts";
import { copyText } from "../store/clipboard.ts";
import { settings } from "../store/store.ts";
import { say } from "../store/ui_store.ts";
import { submits } from "../submits.ts";

export function Tokens() {
  const name = useSignal("");
  const fresh = useSignal<string | null>(null);
  const tokens = Object.values(settings.value?.tokens ?? {}).filter((token) => !token.archived);
  const create = async () => {
    if (!name.value.trim()) return;
    const answer = await write<{ token: string }>("POST", "/api/tokens", { name: name.value.trim() });
    if (!answer.ok) return say(answer.message, true);
    fresh.value = answer.value.token;
    name.value = "";
  };
  const revoke = async (id: string) => {
    const answer = await write("DELETE", `/api/tokens/${id}`);
    say(answer.ok ? "Revoked." : answer.message, !answer.ok);
  };
  return (
    <>
      {fresh.value && (
        <p class="resource" role="status">
          Copy it now, it is not shown again: <code>{fresh.value}</code>{" "}
          <button type="button" class="outline" onClick={() => void copyText(fresh.value ?? "")}>Copy</button>
        </p>
      )}
      {tokens.map((token) => (
        <article class="resource" key={token.id}>
          <header>
            <b>
              <Name of={token.name} />
            </b>
            <span class="hint">since {date(token.createdAt)}</span>
            <button type="button" class="outline" onClick={() => void revoke(token.id)}>Revoke</button>
          </header>
        </article>
      ))}
      <form
        class="form"
        onSubmit={submits(create)}
      >
        <label class="field">
          <span>Name of the program</span>
          <input value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <p>
          <button type="submit" class="primary">Make a token</button>
        </p>
      </form>
    </>
  );
}
