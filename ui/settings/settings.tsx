/** Settings: providers, agents, roles, personalities, agencies, prices, tokens, the password. */
import "./forms.css";
import "./settings.css";
import { sidebarOpen } from "../state/ui_state.ts";
import { SECTIONS } from "../state/router.ts";
import { settings } from "../state/server_state.ts";
import { FORMS } from "./forms.ts";
import { Password } from "./password.tsx";
import { Prices } from "./prices.tsx";
import { Resources } from "./resources.tsx";
import { Tokens } from "./api_tokens.tsx";

const HELP: Record<(typeof SECTIONS)[number], string> = {
  providers:
    "Where models are reached: OpenAI, Anthropic, or any compatible server. Keys are stored encrypted and never shown again.",
  agents: "Who you talk with: a name, a model, and what it is told about itself.",
  roles: "What an agent is for; several agents can share one.",
  personalities: "How an agent talks.",
  agencies: "A manager and its members, with the principles they follow.",
  prices:
    "What answers cost, in US dollars per million tokens. Your own prices come before the list; a model in neither costs “unknown”.",
  tokens: "For programs that use the interface at /v1 and /api.",
  password: "One for everybody who uses this server. Without it, only this machine can.",
};

export function Settings({ section }: { section: string }) {
  const here = SECTIONS.find((name) => name === section) ?? "providers";
  return (
    <section class="settings">
      <div>
        <h1>
          <button
            type="button"
            class="icon only-narrow"
            aria-label="Show conversations"
            onClick={() => (sidebarOpen.value = true)}
          >
            ☰
          </button>{" "}
          Settings
        </h1>
        <nav aria-label="Sections">
          {SECTIONS.map((name) => (
            <a
              key={name}
              href={`/settings/${name}`}
              data-go
              aria-current={name === here ? "page" : undefined}
            >
              {name[0]?.toUpperCase() + name.slice(1)}
            </a>
          ))}
        </nav>
        <p class="hint">{HELP[here]}</p>
        {!settings.value
          ? <p aria-busy="true">Loading…</p>
          : here === "tokens"
          ? <Tokens />
          : here === "password"
          ? <Password />
          : here === "prices"
          ? <Prices />
          : <Resources key={here} form={FORMS[here]} />}
      </div>
    </section>
  );
}
