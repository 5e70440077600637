/** Tokens for programs: made here with what they may do and until when, shown once, revoked at once. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { TokenScope } from "../../events/catalog/workspace.ts";
import { useSubmit } from "../parts/form.tsx";
import { clock, date } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { copyText } from "../state/clipboard.ts";
import { makeToken, revokeToken } from "../state/settings_commands.ts";
import { tokens as tokensInUse } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import { orSay } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words as all } from "../words/settings.ts";

const words = all.tokens;

/** In the order in which they are offered: what does the least comes first. */
const SCOPES: readonly TokenScope[] = ["chat", "read", "metrics", "all"];
const FIRST: TokenScope = "chat";

/** The scope of this name; the one that does the least for any other. */
const scopeOf = (name: string): TokenScope => SCOPES.find((scope) => scope === name) ?? FIRST;

/** Days a token may live; null: until it is revoked. */
const LIVES: readonly (readonly [days: number | null, label: string])[] = [
  [30, words.days(30)],
  [90, words.days(90)],
  [365, words.year],
  [null, words.forever],
];
const DAY_MS = 86_400_000;
const FIRST_LIFE = "90";

/** When a token ends, or that it has, or that it does not. */
function endOf(expiresAt: string | undefined): string {
  if (expiresAt === undefined) return words.endless;
  const over = Date.parse(expiresAt) <= Date.now();
  return over ? words.expired(date(expiresAt)) : words.until(date(expiresAt));
}

export function Tokens() {
  const fresh = useSignal<string | null>(null);
  const used = useSignal<Readonly<Record<string, string | null>>>({});
  const tokens = Object.values(settings.value?.tokens ?? {}).filter((token) => !token.archived);
  const load = async () => {
    const answer = await tokensInUse();
    if (answer.ok) used.value = Object.fromEntries(answer.value.items.map((one) => [one.id, one.lastUsedAt]));
  };
  // Uses are no events: they are asked for, also when a token was made or taken back.
  useEffect(() => void load(), [tokens.length]);
  const revoke = (id: string, name: string) => {
    dialog.value = {
      name: "confirm",
      title: words.revokeAsk(name),
      text: words.revokeMeans,
      action: words.revoke,
      danger: true,
      run: () => void orSay(revokeToken(id), words.revoked(name)),
    };
  };
  return (
    <>
      {tokens.length === 0 && <p class="hint">{words.none}</p>}
      <ul class="resources">
        {tokens.map((token) => {
          const last = used.value[token.id];
          return (
            <li key={token.id}>
              <article class="resource">
                <header>
                  <b>
                    <Name of={token.name} />
                  </b>
                  <span class="buttons">
                    <button
                      type="button"
                      class="outline danger"
                      aria-label={words.revokeNamed(token.name)}
                      onClick={() => revoke(token.id, token.name)}
                    >
                      {words.revoke}
                    </button>
                  </span>
                </header>
                <p class="hint">
                  {words.scopes[scopeOf(token.scope ?? "all")][0]} · {words.since(date(token.createdAt))} ·
                  {" "}
                  {endOf(token.expiresAt)} · {last ? words.lastUsed(clock(last)) : words.unused}
                </p>
              </article>
            </li>
          );
        })}
      </ul>
      {fresh.value && <Fresh token={fresh.value} />}
      <NewToken made={(token) => (fresh.value = token)} />
    </>
  );
}

/** A token that was just made, to be copied: it is told this once. */
function Fresh({ token }: { token: string }) {
  return (
    <p class="resource fresh" role="status">
      {words.once} <code>{token}</code>{" "}
      <button type="button" class="outline" onClick={() => void copyText(token)}>
        <Icon name="copy" /> {words.copy}
      </button>
    </p>
  );
}

function NewToken({ made }: { made: (token: string) => void }) {
  const name = useSignal("");
  const scope = useSignal<TokenScope>(FIRST);
  const life = useSignal(FIRST_LIFE);
  const { onSubmit } = useSubmit(async () => {
    if (!name.value.trim()) return "";
    const answer = await orSay(makeToken({
      name: name.value.trim(),
      scope: scope.value,
      expiresAt: life.value === "" ? null : new Date(Date.now() + Number(life.value) * DAY_MS).toISOString(),
    }));
    if (!answer.ok) return "";
    made(answer.value.token);
    name.value = "";
    return "";
  });
  return (
    <form class="form resource" onSubmit={onSubmit}>
      <label class="field">
        <span>{words.name}</span>
        <input
          autocomplete="off"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <div class="field">
        <label for="token-scope">{words.scope}</label>
        <select
          id="token-scope"
          aria-describedby="token-scope-hint"
          value={scope.value}
          onChange={(event) => (scope.value = scopeOf(event.currentTarget.value))}
        >
          {SCOPES.map((value) => <option key={value} value={value}>{words.scopes[value][0]}</option>)}
        </select>
        <small class="hint" id="token-scope-hint">{words.scopes[scope.value][1]}</small>
      </div>
      <label class="field">
        <span>{words.life}</span>
        <select value={life.value} onChange={(event) => (life.value = event.currentTarget.value)}>
          {LIVES.map(([days, label]) => <option key={label} value={days ?? ""}>{label}</option>)}
        </select>
      </label>
      <div class="buttons">
        <button type="submit" class="primary">{words.make}</button>
      </div>
    </form>
  );
}
