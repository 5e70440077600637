/** Tokens for programs: made here with what they may do and until when, shown once, revoked at once. */
import { Name } from "../parts/avatar.tsx";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { TokenScope } from "../../events/catalog/workspace.ts";
import { clock, date } from "../parts/format.ts";
import { copyText } from "../state/clipboard.ts";
import { settings } from "../state/server_state.ts";
import { useSubmit } from "../parts/form.tsx";
import { makeToken, revokeToken } from "../state/commands.ts";
import { tokens as tokensInUse } from "../state/queries.ts";
import { orSay } from "../state/toast.ts";

/** What a token may do: in a word, and in full. */
const SCOPES: Readonly<Record<TokenScope, readonly [name: string, what: string]>> = {
  chat: ["Chat", "Talks with agents and agencies at /v1, in conversations of its own."],
  read: ["Read", "Reads everything, prompts and every conversation too, and changes nothing."],
  metrics: ["Metrics", "Sees how the server is doing and what was used."],
  all: ["All", "May do whatever you may, settings and deleting too."],
};
/** What is offered first does the least. */
const FIRST: TokenScope = "chat";

/** The scope of this name; the one that does the least for any other. */
const scopeOf = (name: string): TokenScope =>
  (Object.keys(SCOPES) as TokenScope[]).find((scope) => scope === name) ?? FIRST;

/** Days a token may live; null: until it is revoked. */
const LIVES: readonly (readonly [days: number | null, label: string])[] = [
  [30, "30 days"],
  [90, "90 days"],
  [365, "A year"],
  [null, "Until it is revoked"],
];
const DAY_MS = 86_400_000;
const FIRST_LIFE = "90";

/** When a token ends, or that it has, or that it does not. */
function endOf(expiresAt: string | undefined): string {
  if (expiresAt === undefined) return "does not expire";
  return `${Date.parse(expiresAt) <= Date.now() ? "expired" : "until"} ${date(expiresAt)}`;
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
  const revoke = (id: string) => void orSay(revokeToken(id), "Revoked.");
  return (
    <>
      {tokens.map((token) => {
        const last = used.value[token.id];
        return (
          <article class="resource" key={token.id}>
            <header>
              <b>
                <Name of={token.name} />
              </b>
              <span class="buttons">
                <button type="button" class="outline" onClick={() => revoke(token.id)}>Revoke</button>
              </span>
            </header>
            <p class="hint">
              {token.scope ?? "all"} · since {date(token.createdAt)} · {endOf(token.expiresAt)} ·{" "}
              {last ? `last used ${clock(last)}` : "not used yet"}
            </p>
          </article>
        );
      })}
      {fresh.value && (
        <p class="resource" role="status">
          Copy it now, it is not shown again: <code>{fresh.value}</code>{" "}
          <button type="button" class="outline" onClick={() => void copyText(fresh.value ?? "")}>Copy</button>
        </p>
      )}
      <NewToken made={(token) => (fresh.value = token)} />
    </>
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
    <form class="form" onSubmit={onSubmit}>
      <label class="field">
        <span>Name of the program</span>
        <input value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
      </label>
      <div class="field">
        <label for="token-scope">What it may do</label>
        <select
          id="token-scope"
          aria-describedby="token-scope-hint"
          value={scope.value}
          onChange={(event) => (scope.value = scopeOf(event.currentTarget.value))}
        >
          {Object.entries(SCOPES).map(([value, [label]]) => <option key={value} value={value}>{label}
          </option>)}
        </select>
        <small class="hint" id="token-scope-hint">{SCOPES[scope.value][1]}</small>
      </div>
      <label class="field">
        <span>How long</span>
        <select value={life.value} onChange={(event) => (life.value = event.currentTarget.value)}>
          {LIVES.map(([days, label]) => <option key={label} value={days ?? ""}>{label}</option>)}
        </select>
      </label>
      <p>
        <button type="submit" class="primary">Make a token</button>
      </p>
    </form>
  );
}
