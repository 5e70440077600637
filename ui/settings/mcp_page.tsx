/** MCP servers: where they are, which tools they say they have, and which of these run without asking. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { McpTools } from "../../server/contract/resources.ts";
import { ChangedElsewhere } from "../parts/changed_elsewhere.tsx";
import { touched, useFollowing } from "../parts/form_follows.ts";
import { useSubmit, useTries, Wrong, wrongOf } from "../parts/form.tsx";
import { clock } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import type { Answer } from "../state/api.ts";
import { mcpTools } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import {
  askMcpTools,
  changeMcpServer,
  makeMcpServer,
  removeMcpServer,
  trustMcpTool,
} from "../state/settings_commands.ts";
import { orSay } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/mcp.ts";
import { words as server } from "../words/sayings.ts";
import { SignIn } from "./mcp_sign_in.tsx";
import { mcpServersOf, type ServerHere } from "./mcp_servers_here.ts";

/** `item`: the one that somebody comes back to from signing in; `over`: from a sign-in that nobody knows. */
export function McpPage({ item }: { item?: string | undefined }) {
  // The one that is being changed: its id, or "new".
  const open = useSignal("");
  const state = settings.value;
  if (!state) return null;
  const all = mcpServersOf(state);
  return (
    <>
      <p>
        <button type="button" class="primary" onClick={() => (open.value = "new")}>
          <Icon name="plus" /> {words.add}
        </button>
      </p>
      {item === "over" && <p class="problem" role="status">{words.signInOver}</p>}
      {open.value === "new" && <ServerForm open={open} />}
      {all.length === 0 && <p class="hint">{words.none}</p>}
      <ul class="resources">
        {all.map((one) => (
          <li
            key={one.id}
            ref={(row) => {
              if (one.id === item) row?.scrollIntoView({ block: "nearest" });
            }}
          >
            {open.value === one.id ? <ServerForm open={open} one={one} /> : <Server open={open} one={one} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Server({ one, open }: { one: ServerHere; open: Signal<string> }) {
  const { id, name, url } = one;
  const tools = useSignal<McpTools | null>(null);
  const asking = useSignal(false);
  /** Counts what was asked for; only the last answer counts. */
  const asked = useRef(0);
  const keep = async (list: Promise<Answer<McpTools>>) => {
    const mine = ++asked.current;
    const answer = await list;
    if (answer.ok && mine === asked.current) tools.value = answer.value;
    return tools.value;
  };
  const load = () => keep(mcpTools(id));
  const ask = async () => {
    asking.value = true;
    await keep(orSay(askMcpTools(id)));
    asking.value = false;
  };
  useEffect(() => {
    // One that was added a moment ago has never been asked.
    void load().then((list) => list && list.readAt === null && list.failed === null ? ask() : undefined);
  }, [id, url, one.list]);
  /** Somebody signed in since the list was asked for, or out. */
  const again = () => {
    const known = tools.value;
    if (known && known.wantsSignIn === (one.login !== undefined)) void ask();
  };
  const list = tools.value;
  return (
    <article class="resource mcp">
      <header>
        <b>
          <Name of={name} />
        </b>
        <span class="hint">{told(list, one.hasSecret)}</span>
        {asking.value && <span role="status">{words.asking}</span>}
        <Buttons of={one} asking={asking.value} ask={ask} change={() => (open.value = id)} />
      </header>
      <p class="hint address">
        <code dir="ltr">{url}</code>
      </p>
      {list?.failed && !list.wantsSignIn && <p class="problem" role="status">{server.notice(list.failed)}</p>}
      <SignIn one={one} wanted={list?.wantsSignIn === true} changed={again} />
      {list && list.items.length > 0 && <Tools one={one} list={list} load={load} />}
    </article>
  );
}

interface ButtonsProps {
  readonly of: ServerHere;
  readonly asking: boolean;
  ask(): Promise<void>;
  change(): void;
}

function Buttons({ of: { id, name }, asking, ask, change }: ButtonsProps) {
  const remove = () => {
    dialog.value = {
      name: "confirm",
      title: words.removeAsk(name),
      text: words.removeMeans,
      action: words.remove,
      danger: true,
      run: () => void orSay(removeMcpServer(id), words.removed),
    };
  };
  return (
    <span class="buttons">
      <button
        type="button"
        class="outline"
        aria-label={words.askNamed(name)}
        disabled={asking}
        onClick={() => void ask()}
      >
        {words.ask}
      </button>
      <button type="button" class="outline" aria-label={words.changeNamed(name)} onClick={change}>
        {words.change}
      </button>
      <button type="button" class="outline danger" aria-label={words.removeNamed(name)} onClick={remove}>
        {words.remove}
      </button>
    </span>
  );
}

/** What is known of a server in a line. */
function told(list: McpTools | null, hasSecret: boolean): string {
  if (!list) return "";
  return [
    // One that lets nobody in was asked: what it wants stands below.
    ...list.readAt !== null ? [words.count(list.items.length)] : list.wantsSignIn ? [] : [words.unasked],
    ...list.cut > 0 ? [words.cut(list.cut)] : [],
    ...list.readAt === null ? [] : [words.listedAt(clock(list.readAt))],
    ...hasSecret ? [words.withKey] : [],
  ].join(" · ");
}

interface ToolsProps {
  readonly one: ServerHere;
  readonly list: McpTools;
  load(): Promise<unknown>;
}

function Tools({ one, list, load }: ToolsProps) {
  const trust = async (tool: string, definition: string | null) => {
    await orSay(trustMcpTool(one.id, { tool, definition }));
    await load();
  };
  return (
    <details>
      <summary>{words.tools}</summary>
      <p class="hint">{words.toolsMean}</p>
      <ul class="mcp-tools">
        {list.items.map(({ name, title, description, readOnly, trusted, definition }) => (
          <li key={name}>
            <div>
              <code>{`${one.slug}.${name}`}</code>
              {title !== undefined && <Name of={title} />}
              {readOnly && <small class="hint">{words.saysReadOnly}</small>}
            </div>
            {description !== "" && <p class="hint said" dir="auto">{description}</p>}
            <label class="check">
              <input
                type="checkbox"
                aria-label={words.trustsNamed(name)}
                checked={trusted}
                onChange={(event) => void trust(name, event.currentTarget.checked ? definition : null)}
              />{" "}
              {words.trusts}
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

function ServerForm({ one, open }: { one?: ServerHere; open: Signal<string> }) {
  const name = useSignal(one?.name ?? "");
  const url = useSignal(one?.url ?? "");
  const secret = useSignal("");
  const header = useSignal(one?.header ?? "");
  const tries = useTries("save");
  const now = one && { name: one.name, url: one.url, header: one.header ?? "" };
  const typed = { name: name.value.trim(), url: url.value.trim(), header: header.value.trim() };
  const both = useFollowing(typed, now, (moved) => {
    name.value = moved.name ?? name.value;
    url.value = moved.url ?? url.value;
    header.value = moved.header ?? header.value;
  });
  const form = useSubmit(async () => {
    const { header: named, ...others } = touched(typed, now);
    const fields = {
      ...others,
      ...(secret.value === "" ? {} : { secret: secret.value }),
      ...(named ? { header: named } : named === "" && one ? { header: null } : {}),
    };
    const answer = one
      ? await changeMcpServer(one.id, fields)
      : await tries.send(fields, (key) => makeMcpServer(fields, key));
    return wrongOf(answer, () => void (open.value = ""));
  });
  const field = (label: string, of: Signal<string>, hint: string, more: Record<string, unknown> = {}) => (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        autocomplete="off"
        {...more}
        value={of.value}
        onInput={(event) => (of.value = event.currentTarget.value)}
      />
      {hint !== "" && <small class="hint">{hint}</small>}
    </label>
  );
  return (
    <form class="form resource" onSubmit={form.onSubmit}>
      {field(words.name, name, "", { required: true })}
      {field(words.url, url, words.urlHint, { type: "url", required: true, placeholder: "https://" })}
      {field(words.secret, secret, words.secretHint, { type: "password" })}
      {field(words.header, header, words.headerHint)}
      <ChangedElsewhere both={both} labels={{ name: words.name, url: words.url, header: words.header }} />
      <Wrong of={form.wrong} />
      <div class="buttons">
        <button type="submit" class="primary">{words.save}</button>
        <button type="button" class="outline" onClick={() => (open.value = "")}>{words.cancel}</button>
        {one?.hasSecret && (
          <button
            type="button"
            class="outline danger"
            onClick={() => void orSay(changeMcpServer(one.id, { secret: null }), words.forgotten)}
          >
            {words.forget}
          </button>
        )}
      </div>
    </form>
  );
}
