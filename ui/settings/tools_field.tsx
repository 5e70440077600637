/** Any number of things, and above all tools: this program's, and of each MCP server all or single ones. */
import { useSignal } from "@preact/signals";
import type { McpTools } from "../../server/contract/resources.ts";
import { mcpTools } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/mcp.ts";
import type { Choice } from "./forms.ts";
import { mcpServersOf, type ServerHere } from "./mcp_servers_here.ts";

interface Props {
  readonly value: unknown;
  readonly options: readonly Choice[];
  set(value: readonly string[]): void;
}

const chosenIn = (value: unknown): string[] => Array.isArray(value) ? value.map(String) : [];

export function Choices({ value, options, set }: Props) {
  const chosen = chosenIn(value);
  const choose = (name: string, on: boolean) =>
    set(on ? [...chosen, name] : chosen.filter((other) => other !== name));
  return (
    <span class="choices">
      {options.map((one) => (
        <label key={one.value}>
          <input
            type="checkbox"
            checked={chosen.includes(one.value)}
            onChange={(event) => choose(one.value, event.currentTarget.checked)}
          />
          {one.label}
        </label>
      ))}
    </span>
  );
}

export function ToolsField({ value, options, set }: Props) {
  const servers = settings.value ? mcpServersOf(settings.value) : [];
  const all = servers.map(({ slug, name }) => ({ value: `${slug}.*`, label: words.allOf(name) }));
  return (
    <>
      <Choices value={value} options={[...options, ...all]} set={set} />
      {servers.filter(({ slug }) => !chosenIn(value).includes(`${slug}.*`)).map((server) => (
        <FromServer key={server.id} server={server} value={value} set={set} />
      ))}
    </>
  );
}

/** Single tools of a server; its list is read when somebody looks. */
function FromServer({ server, value, set }: Omit<Props, "options"> & { server: ServerHere }) {
  const list = useSignal<McpTools | null>(null);
  const load = async () => {
    const answer = await mcpTools(server.id);
    if (answer.ok) list.value = answer.value;
  };
  const names = [
    ...new Set([
      ...chosenIn(value).filter((name) => name.startsWith(`${server.slug}.`)),
      ...list.value?.items.map(({ name }) => `${server.slug}.${name}`) ?? [],
    ]),
  ];
  return (
    <details class="from-server" onToggle={(event) => event.currentTarget.open && void load()}>
      <summary>{words.choose(server.name)}</summary>
      <Choices value={value} options={names.map((name) => ({ value: name, label: name }))} set={set} />
    </details>
  );
}
