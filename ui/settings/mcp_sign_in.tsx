/** Signing in at an MCP server: where that is said before anybody is led there, what came of it, and how it ends. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConnectMcpServer, McpConnecting, McpServerView } from "../../server/contract/resources.ts";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { clock } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { copyText } from "../state/clipboard.ts";
import { mcpServer } from "../state/queries.ts";
import { connectMcpServer, disconnectMcpServer } from "../state/settings_commands.ts";
import { orSay } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/mcp.ts";
import { words as server } from "../words/sayings.ts";
import type { ServerHere } from "./mcp_servers_here.ts";

interface Props {
  readonly one: ServerHere;
  /** It lets in who signed in alone, and nobody is. */
  readonly wanted: boolean;
  /** Told when somebody signed in, or nobody is any more. */
  changed(): void;
}

const hostOf = (issuer: string): string => URL.parse(issuer)?.host ?? issuer;

export function SignIn({ one, wanted, changed }: Props) {
  const { id, name, login } = one;
  const view = useSignal<McpServerView | null>(null);
  const next = useSignal<McpConnecting | null>(null);
  const load = async () => {
    const answer = await mcpServer(id);
    if (answer.ok) view.value = answer.value;
  };
  useEffect(() => {
    next.value = null;
    void load();
    changed();
    // One signs in on another page, and comes back to this one.
    const back = () => void load();
    addEventListener("focus", back);
    return () => removeEventListener("focus", back);
  }, [id, login?.at]);
  const failed = view.value?.signInFailed ?? null;
  const wantedScope = view.value?.wantedScope ?? null;
  const connect = async (given: ConnectMcpServer = {}) => {
    const answer = await orSay(connectMcpServer(id, given));
    if (answer.ok) next.value = answer.value;
  };
  const disconnect = () => {
    dialog.value = {
      name: "confirm",
      title: words.disconnectAsk(name),
      text: words.disconnectMeans,
      action: words.disconnect,
      danger: true,
      run: () => void ended(id),
    };
  };
  const leads = next.value !== null && next.value.next !== "failed";
  if (!wanted && !login && failed === null) return null;
  return (
    <div class="sign-in">
      {login
        ? <p class="hint">{words.signedIn(hostOf(login.issuer), clock(login.at))}</p>
        : <p class="hint">{words.wantsSignIn}</p>}
      {failed !== null && <p class="problem" role="status">{server.notice(failed)}</p>}
      {wantedScope !== null && <WantsMore scope={wantedScope} />}
      {!leads && (
        <p class="buttons">
          <button
            type="button"
            class={login && wantedScope === null ? "outline" : "primary"}
            aria-label={login ? words.connectAgainNamed(name) : words.connectNamed(name)}
            onClick={() => void connect()}
          >
            {login ? words.connectAgain : words.connect}
          </button>
          {login && (
            <button
              type="button"
              class="outline danger"
              aria-label={words.disconnectNamed(name)}
              onClick={disconnect}
            >
              {words.disconnect}
            </button>
          )}
        </p>
      )}
      {next.value && <Next next={next.value} leave={() => (next.value = null)} connect={connect} />}
    </div>
  );
}

/** What is wanted beyond the sign-in: seen before anybody agrees to it. */
function WantsMore({ scope }: { scope: string }) {
  return (
    <p class="problem" role="status">
      {words.wantsMore} {scope !== "" && <code dir="ltr">{scope}</code>}
    </p>
  );
}

async function ended(id: string): Promise<void> {
  const answer = await orSay(disconnectMcpServer(id), words.disconnected);
  // What was not given up elsewhere can still be used by who has it.
  if (answer.ok && answer.value.revoked === false) {
    dialog.value = {
      name: "confirm",
      title: words.notRevoked,
      text: words.notRevokedMeans,
      action: words.understood,
      run() {},
    };
  }
}

interface NextProps {
  readonly next: McpConnecting;
  leave(): void;
  connect(given?: ConnectMcpServer): Promise<void>;
}

/** What comes after *Connect*. */
function Next({ next, leave, connect }: NextProps) {
  if (next.next === "failed") return <p class="problem" role="alert">{server.notice(next.error)}</p>;
  if (next.next === "client") return <ClientForm next={next} leave={leave} connect={connect} />;
  return (
    <div class="leads" role="group" aria-label={words.leads(next.host)}>
      <p>{words.leads(next.host)}</p>
      <p class="buttons">
        <a
          class="button primary"
          href={next.url}
          target="_blank"
          rel="noopener noreferrer"
          ref={(link) => link?.focus()}
          onClick={leave}
        >
          {words.goThere(next.host)} <Icon name="arrow-right" />
        </a>
        <button type="button" class="outline" onClick={leave}>{words.cancel}</button>
      </p>
    </div>
  );
}

/** What this program is called where nobody is taken in by itself. */
function ClientForm(
  { next, leave, connect }: NextProps & { readonly next: { redirect: string; host: string } },
) {
  const clientId = useSignal("");
  const clientSecret = useSignal("");
  const form = useSubmit(async () => {
    const secret = clientSecret.value === "" ? {} : { clientSecret: clientSecret.value };
    await connect({ clientId: clientId.value.trim(), ...secret });
    return "";
  });
  return (
    <form class="form leads" onSubmit={form.onSubmit}>
      <p>{words.clientMeans(next.host)}</p>
      <p class="address">
        <code dir="ltr">{next.redirect}</code>{" "}
        <button type="button" class="outline" onClick={() => void copyText(next.redirect)}>
          <Icon name="copy" /> {words.copy}
        </button>
      </p>
      <label class="field">
        <span>{words.clientId}</span>
        <input
          type="text"
          autocomplete="off"
          required
          value={clientId.value}
          onInput={(event) => (clientId.value = event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{words.clientSecret}</span>
        <input
          type="password"
          autocomplete="off"
          value={clientSecret.value}
          onInput={(event) => (clientSecret.value = event.currentTarget.value)}
        />
        <small class="hint">{words.clientSecretHint}</small>
      </label>
      <Wrong of={form.wrong} />
      <div class="buttons">
        <button type="submit" class="primary">{words.connect}</button>
        <button type="button" class="outline" onClick={leave}>{words.cancel}</button>
      </div>
    </form>
  );
}
