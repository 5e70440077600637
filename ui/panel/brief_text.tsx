/** The brief in which a panel ends: its answer, and lines that each lead to the words they come from. */
import "./brief.css";
import { clearText } from "../../events/catalog/clear_text.ts";
import { BRIEF_PARTS, briefOf, type Passage, type PlacedLine } from "../../projections/panels/brief.ts";
import { wantedOf } from "../find/finding.ts";
import { mark, rangesIn } from "../find/marking.ts";
import { Markdown } from "../message/markdown.tsx";
import { colorOf } from "../message/facts.tsx";
import { Icon } from "../parts/icon.tsx";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { conversation } from "../state/queries.ts";
import { sought } from "../state/server_state.ts";
import { words } from "../words/panelling.ts";
import { stageName } from "./panel_stages.tsx";

/** Frames in which the element of a passage is waited for: its stage has to be shown first. */
const FRAMES = 120;

/** Leads to a passage, and marks its words in the page until something else is looked for. */
function lead({ messageId, words: said }: Passage): void {
  sought.value = messageId;
  // As it stands in the page: without the marks of Markdown.
  const plain = wantedOf(said.replace(/[*_`]/g, "").replace(/^[#>\-\s]+/, ""));
  let frames = 0;
  const look = () => {
    const element = document.getElementById(messageId);
    const ranges = element ? rangesIn(element, plain) : [];
    if (ranges.length > 0) return mark(ranges, null);
    if (++frames < FRAMES) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Props {
  readonly store: ConversationStore;
  readonly shown: Shown;
}

export function BriefText({ store, shown: { message, body } }: Props) {
  const brief = briefOf(store.now, message.id);
  if (!brief) return <Markdown text={body?.content ?? ""} />;
  const address = (format: string) =>
    conversation(store.id, `/messages/${message.id}/brief?format=${format}`);
  return (
    <div class="brief">
      <div class="brief-answer">
        <Markdown text={brief.answer} />
      </div>
      {BRIEF_PARTS.filter((part) => brief[part].length > 0).map((part) => (
        <section key={part} class={`brief-part ${part}`}>
          <h2>
            <i />
            {words[part]}
          </h2>
          <ul>
            {brief[part].map((line, index) => <Line key={index} store={store} line={line} />)}
          </ul>
        </section>
      ))}
      <p class="brief-out">
        <a href={address("markdown")} download>
          <Icon name="download" size={14} />
          {words.asMarkdown}
        </a>
        <a href={address("json")} download="brief.json">
          <Icon name="download" size={14} />
          {words.asJson}
        </a>
      </p>
    </div>
  );
}

function Line({ store, line: { text, from } }: { store: ConversationStore; line: PlacedLine }) {
  return (
    <li dir="auto">
      <span>{clearText(text)}</span>
      <span class="brief-from">
        {from.map((passage, index) => <Source key={index} store={store} passage={passage} />)}
      </span>
    </li>
  );
}

/** Whose words they are; pointed at, it tells them. */
function Source({ store, passage }: { store: ConversationStore; passage: Passage }) {
  const { state } = store;
  const message = state.messages[passage.messageId];
  const panel = state.panels?.[message?.panel?.panelId ?? ""];
  if (!message) return null;
  const name = clearText(message.author.name);
  const stage = panel ? stageName(panel, message.panel?.stage ?? 0) : "";
  const label = words.comesFrom(name, stage);
  return (
    <button
      type="button"
      class={passage.found ? "brief-source" : "brief-source loose"}
      data-color={colorOf(state, message)}
      aria-label={label}
      title={`“${clearText(passage.words)}”${passage.found ? "" : `\n${words.notWordForWord}`}`}
      onClick={() => lead(passage)}
    >
      {name}
    </button>
  );
}
