/** Resources that a tool's result names. Their server is asked for one when a person presses, and nobody else is ever. */
import "./resource_links.css";
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ToolUse } from "../../projections/shapes/folds.ts";
import { filesOf, type GivenResource } from "../offers/resource_files.ts";
import { fileSize } from "../parts/format.ts";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { askMcpResource } from "../state/settings_commands.ts";
import { settings } from "../state/server_state.ts";
import { serverOf } from "../state/tool_names.ts";
import { attach } from "../state/ui_state.ts";
import { words } from "../words/mcp.ts";
import { words as server } from "../words/sayings.ts";
import { words as tools } from "../words/tools.ts";
import { stillThere } from "./still_there.ts";

type Link = NonNullable<ToolUse["links"]>[number];

export function ResourceLinks({ use, live }: { use: ToolUse; live: boolean }) {
  const serverId = stillThere(serverOf(use.tool), use.host)?.id ?? null;
  return (
    <div class="resource-links">
      <ul aria-label={words.resources}>
        {use.links?.map((link) => (
          <li key={link.uri}>
            <LinkRow link={link} host={use.host ?? ""} serverId={live ? serverId : null} />
          </li>
        ))}
      </ul>
      {settings.value && !serverId && <small>{words.linksGone}</small>}
    </div>
  );
}

interface RowProps {
  readonly link: Link;
  readonly host: string;
  /** Null: nobody can be asked. */
  readonly serverId: string | null;
}

function LinkRow({ link: { uri, name, type }, host, serverId }: RowProps) {
  const opened = useSignal<GivenResource | null>(null);
  const read = async (use: (given: GivenResource) => void) => {
    const answer = await askMcpResource(serverId ?? "", uri);
    if (!answer.ok) return answer.message;
    if (!answer.value.ok) return server.notice(answer.value.error);
    use(answer.value);
    return "";
  };
  const open = useSubmit(() => {
    if (!opened.value) return read((given) => (opened.value = given));
    opened.value = null;
    return Promise.resolve("");
  });
  const put = useSubmit(() => read((given) => (attach.value = filesOf(given))));
  const called = clearText(name ?? uri);
  return (
    <>
      {name !== undefined && (
        <b>
          <Name of={name} />
        </b>
      )} <code dir="ltr">{clearText(uri)}</code>
      {type !== undefined && <small dir="ltr">{clearText(type)}</small>}
      {serverId !== null && (
        <span class="decide">
          <form onSubmit={open.onSubmit}>
            <button
              type="submit"
              class="outline"
              disabled={open.busy.value}
              aria-expanded={opened.value !== null}
              aria-label={opened.value ? words.closeNamed(called) : words.openNamed(called)}
            >
              {opened.value ? words.close : words.open}
            </button>
          </form>
          <form onSubmit={put.onSubmit}>
            <button
              type="submit"
              class="outline"
              disabled={put.busy.value}
              aria-label={words.attachNamed(called)}
            >
              {words.attach}
            </button>
          </form>
        </span>
      )}
      <Wrong of={open.wrong} />
      <Wrong of={put.wrong} />
      {opened.value && <Opened given={opened.value} host={host} />}
    </>
  );
}

/** As it would go onto a message; what is no text is told by what it is. */
function Opened({ given, host }: { given: GivenResource; host: string }) {
  return (
    <>
      <small class="outside">{tools.outside(host)}</small>
      {given.files.map(({ name, type, text, bytes = "" }, index) =>
        text === undefined
          ? (
            <p key={index}>
              <Name of={name} /> · {type} · {fileSize(Math.floor(bytes.length * 3 / 4))} · {words.attachToSee}
            </p>
          )
          : <pre key={index} dir="auto">{text}</pre>
      )}
    </>
  );
}
