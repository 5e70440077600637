/** The parts of the settings, always in the same place, and the search through all of them. */
import { useSignal } from "@preact/signals";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { Name } from "../parts/name.tsx";
import { ListButton } from "../sidebar/list_button.tsx";
import { go, type Section } from "../state/router.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/settings.ts";
import { findSettings } from "./find_settings.ts";
import { settingsIndex } from "./settings_index.ts";

const GROUPS: readonly (readonly [title: string, sections: readonly Section[]])[] = [
  [words.groups.talk, [
    "providers",
    "agents",
    "personalities",
    "roles",
    "agencies",
    "panels",
    "mcp",
    "search",
    "projects",
    "notes",
    "schedules",
    "checks",
    "import",
  ]],
  [words.groups.server, ["prices", "tokens", "webhooks", "retention", "signing", "password", "status"]],
  [words.groups.browser, ["preferences"]],
];
const ICONS: Readonly<Record<Section, IconName>> = {
  providers: "plug",
  agents: "users-round",
  personalities: "drama",
  roles: "book-open",
  agencies: "network",
  panels: "columns-3",
  mcp: "wrench",
  search: "search",
  projects: "folder",
  notes: "sticky-note",
  schedules: "calendar-clock",
  checks: "list-checks",
  import: "download",
  prices: "coins",
  tokens: "key-round",
  webhooks: "webhook",
  retention: "hourglass",
  signing: "shield-check",
  status: "activity",
  password: "lock",
  preferences: "sliders-horizontal",
};

interface Props {
  readonly here: Section;
  /** On a phone nothing stands beside it. */
  readonly alone: boolean;
}

export function SettingsNav({ here, alone }: Props) {
  const Heading = alone ? "h1" : "h2";
  const query = useSignal("");
  const wanted = query.value.trim();
  return (
    <nav class="settings-nav" aria-label={words.sections}>
      <Heading class="title">
        <ListButton />
        {words.settings}
      </Heading>
      <label class="search-field">
        <Icon name="search" />
        <input
          type="search"
          placeholder={words.searchShort}
          aria-label={words.search}
          value={query.value}
          onInput={(event) => (query.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            const [first] = found(query.value);
            if (first) {
              go(first.href);
              query.value = "";
            }
          }}
        />
      </label>
      {wanted
        ? <Found query={wanted} left={() => (query.value = "")} />
        : <Groups here={here} level={alone ? "h2" : "h3"} />}
    </nav>
  );
}

const found = (query: string) => settings.value ? findSettings(settingsIndex(settings.value), query) : [];

function Groups({ here, level: Level }: { here: Section; level: "h2" | "h3" }) {
  return (
    <>
      {GROUPS.map(([title, sections]) => (
        <section key={title}>
          <Level>{title}</Level>
          <ul>
            {sections.map((name) => (
              <li key={name}>
                <a href={`/settings/${name}`} data-go aria-current={name === here ? "page" : undefined}>
                  <Icon name={ICONS[name]} />
                  <span>{words.names[name]}</span>
                  <Icon name="chevron-right" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Found({ query, left }: { query: string; left(): void }) {
  const shown = found(query);
  return (
    <section>
      <h3>{words.results}</h3>
      <p class="hint" role="status">{shown.length === 0 ? words.nothingFound(query) : ""}</p>
      <ul>
        {shown.map(({ label, path, href }) => (
          <li key={`${href} ${label}`}>
            <a class="hit" href={href} data-go onClick={left}>
              <Name of={label} />
              {path.length > 0 && <small>{path.join(" › ")}</small>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
