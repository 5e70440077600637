/** Settings: what there is on the left, the chosen part beside it; on a phone one after the other. */
import "./forms.css";
import "./settings.css";
import "./resources.css";
import "./preview.css";
import "./add_provider.css";
import "./models.css";
import "./model_field.css";
import "./use_for.css";
import "./segments.css";
import "./mcp.css";
import type { ComponentChildren } from "preact";
import { type Section, SECTIONS } from "../state/router.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/settings.ts";
import { AddProvider } from "./add_provider.tsx";
import { Tokens } from "./api_tokens.tsx";
import { FORMS } from "./forms.ts";
import { ImportPage } from "./import_page.tsx";
import { ChecksPage } from "../checks/checks_here.tsx";
import { NotesPage } from "../memory/notes_page.tsx";
import { McpPage } from "./mcp_page.tsx";
import { Back, Title } from "./page_head.tsx";
import { Password } from "./password.tsx";
import { PreferencesPage } from "./preferences_page.tsx";
import { Prices } from "./prices.tsx";
import { ResourcePage } from "./resource_page.tsx";
import { Resources } from "./resources.tsx";
import { SchedulesPage } from "../schedules/schedules_page.tsx";
import { RetentionPage } from "./retention_page.tsx";
import { lazy } from "../parts/lazy.tsx";
import { SettingsNav } from "./settings_nav.tsx";
import { Status } from "./server_status.tsx";
import { WebSearchPage } from "./web_search_page.tsx";
import { Webhooks } from "./webhooks_page.tsx";

const ProjectsPage = lazy(async () => (await import("../projects/projects_page.tsx")).ProjectsPage);
const PanelsPage = lazy(async () => (await import("../panel/panels_page.tsx")).PanelsPage);
const SigningPage = lazy(async () => (await import("./signing_page.tsx")).SigningPage);

interface Props {
  /** Empty: all of them. */
  readonly section: string;
  readonly item?: string | undefined;
}

export function Settings({ section, item }: Props) {
  const here = SECTIONS.find((name) => name === section) ?? "providers";
  return (
    <section class={`settings ${section === "" ? "at-index" : "at-section"}`}>
      <SettingsNav here={here} alone={section === ""} />
      <div class="settings-page" key={`${here}/${item ?? ""}`}>
        {settings.value ? <Chosen here={here} item={item} /> : <p aria-busy="true">{words.loading}</p>}
      </div>
    </section>
  );
}

function Chosen({ here, item }: { here: Section; item: string | undefined }) {
  switch (here) {
    case "tokens":
      return <Page here={here} content={<Tokens />} />;
    case "import":
      return <Page here={here} content={<ImportPage />} />;
    case "mcp":
      return <Page here={here} content={<McpPage item={item} />} />;
    case "search":
      return <Page here={here} content={<WebSearchPage />} />;
    case "projects":
      return <Page here={here} content={<ProjectsPage />} />;
    case "panels":
      return <Page here={here} content={<PanelsPage />} />;
    case "notes":
      return <Page here={here} content={<NotesPage />} />;
    case "schedules":
      return <Page here={here} content={<SchedulesPage />} />;
    case "checks":
      return <Page here={here} content={<ChecksPage />} />;
    case "webhooks":
      return <Page here={here} content={<Webhooks />} />;
    case "signing":
      return <Page here={here} content={<SigningPage />} />;
    case "retention":
      return <Page here={here} content={<RetentionPage />} />;
    case "status":
      return <Page here={here} content={<Status />} />;
    case "password":
      return <Page here={here} content={<Password />} />;
    case "prices":
      return <Page here={here} content={<Prices />} />;
    case "preferences":
      return <Page here={here} content={<PreferencesPage />} />;
    default:
      if (item === undefined) return <Page here={here} content={<Resources form={FORMS[here]} />} />;
      return here === "providers" && item === "new"
        ? <AddProvider />
        : <ResourcePage form={FORMS[here]} id={item} />;
  }
}

/** A section: what it is called and what it is for. */
function Page({ here, content }: { here: Section; content: ComponentChildren }) {
  return (
    <>
      <Back href="/settings" label={words.settings} narrow />
      <Title text={words.names[here]} lead={words.help[here]} />
      {content}
    </>
  );
}
