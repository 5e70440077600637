/** What MCP servers offer to people: prompts, whose words go into the message box, and resources, which go onto the message. */
import "./offers.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { McpOffers } from "../../server/contract/resources.ts";
import { Sheet, useSubmit, Wrong } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { mcpServersOf, type ServerHere } from "../settings/mcp_servers_here.ts";
import type { AttachingFiles } from "../state/attaching.ts";
import { askMcpOffers, askMcpPrompt, askMcpResource } from "../state/settings_commands.ts";
import { settings } from "../state/server_state.ts";
import { dialog, insert } from "../state/ui_state.ts";
import { words } from "../words/mcp.ts";
import { filesOf } from "./resource_files.ts";
import { words as server } from "../words/sayings.ts";

type Offered = Extract<McpOffers, { ok: true }>;
type Prompt = Offered["prompts"][number];

export function OffersSheet({ files }: { files: AttachingFiles }) {
  const all = settings.value ? mcpServersOf(settings.value) : [];
  const chosen = useSignal(all[0]?.id ?? "");
  const one = all.find(({ id }) => id === chosen.value);
  return (
    <Sheet title={words.offers}>
      <p class="hint">{words.offersMean}</p>
      {all.length > 1 && (
        <label class="field">
          <span>{words.offersOf}</span>
          <select value={chosen.value} onChange={(event) => (chosen.value = event.currentTarget.value)}>
            {all.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </select>
        </label>
      )}
      {one && <OffersOf key={one.id} one={one} files={files} />}
    </Sheet>
  );
}

/** A server is asked when somebody looks. */
function OffersOf({ one, files }: { one: ServerHere; files: AttachingFiles }) {
  const offers = useSignal<McpOffers | null>(null);
  const wrong = useSignal("");
  useEffect(() => {
    return unlessLate(askMcpOffers(one.id), (answer) => {
      if (answer.ok) offers.value = answer.value;
      else wrong.value = answer.message;
    });
  }, [one.id]);
  const given = offers.value;
  if (wrong.value) return <Wrong of={wrong} />;
  if (!given) return <p aria-busy="true" role="status">{words.asking}</p>;
  if (!given.ok) return <p class="problem" role="alert">{server.notice(given.error)}</p>;
  const { prompts, resources, cut } = given;
  if (prompts.length + resources.length === 0) return <p class="hint">{words.offersNothing}</p>;
  return (
    <>
      {prompts.length > 0 && (
        <section class="offers">
          <h3>{words.prompts}</h3>
          <ul>
            {prompts.map((prompt) => (
              <li key={prompt.name}>
                <PromptRow one={one} prompt={prompt} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {resources.length > 0 && (
        <section class="offers">
          <h3>{words.resources}</h3>
          <ul>
            {resources.map((resource) => (
              <li key={resource.uri}>
                <ResourceRow one={one} resource={resource} files={files} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {cut > 0 && <p class="hint">{words.offersCut(cut)}</p>}
    </>
  );
}

/** Its words are shown before anything is sent: they come into the message box, with whose they are. */
function PromptRow({ one, prompt }: { one: ServerHere; prompt: Prompt }) {
  const { name, title, description } = prompt;
  const args = useSignal<Readonly<Record<string, string>>>({});
  const form = useSubmit(async () => {
    const given = Object.fromEntries(Object.entries(args.value).filter(([, value]) => value !== ""));
    const answer = await askMcpPrompt(one.id, { name, args: given });
    if (!answer.ok) return answer.message;
    if (!answer.value.ok) return server.notice(answer.value.error);
    insert.value = `${words.promptFrom(one.name, title)}\n\n${answer.value.text}\n`;
    dialog.value = null;
    return "";
  });
  return (
    <form class="form" onSubmit={form.onSubmit}>
      <b>
        <Name of={title} />
      </b>
      {description !== "" && <p class="hint said" dir="auto">{description}</p>}
      {prompt.arguments.map((argument) => (
        <label class="field" key={argument.name}>
          <span>{argument.name}</span>
          <input
            type="text"
            autocomplete="off"
            required={argument.required}
            value={args.value[argument.name] ?? ""}
            onInput={(event) => (args.value = { ...args.value, [argument.name]: event.currentTarget.value })}
          />
          {argument.description !== "" && <small class="hint" dir="auto">{argument.description}</small>}
        </label>
      ))}
      <Wrong of={form.wrong} />
      <p class="buttons">
        <button type="submit" class="outline" disabled={form.busy.value} aria-label={words.putInNamed(title)}>
          {words.putIn}
        </button>
      </p>
    </form>
  );
}

interface ResourceProps {
  readonly one: ServerHere;
  readonly resource: Offered["resources"][number];
  readonly files: AttachingFiles;
}

function ResourceRow({ one, resource, files }: ResourceProps) {
  const { uri, title, description } = resource;
  const form = useSubmit(async () => {
    const answer = await askMcpResource(one.id, uri);
    if (!answer.ok) return answer.message;
    if (!answer.value.ok) return server.notice(answer.value.error);
    const made = filesOf(answer.value);
    dialog.value = null;
    await files.add(made);
    return "";
  });
  return (
    <form class="form" onSubmit={form.onSubmit}>
      <b>
        <Name of={title} />
      </b>
      <p class="hint address">
        <code dir="ltr">{uri}</code>
      </p>
      {description !== "" && <p class="hint said" dir="auto">{description}</p>}
      <Wrong of={form.wrong} />
      <p class="buttons">
        <button
          type="submit"
          class="outline"
          disabled={form.busy.value}
          aria-label={words.attachNamed(title)}
        >
          {words.attach}
        </button>
      </p>
    </form>
  );
}
