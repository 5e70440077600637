/**
 * The settings of the workspace as the fold of their events. Nothing is ever removed: what was archived keeps
 * its name.
 */
import type { AnyEvent } from "../events/catalog/envelope.ts";
import { workspaceEvent } from "../events/catalog/typed_event.ts";
import type { Kept, WorkspaceState } from "./shapes/settings_fold.ts";
import type { Agent, Provider, WorkspaceEvent } from "../events/catalog/workspace.ts";
import type { Fold } from "./fold.ts";

export type { Kept, WorkspaceState };

function initial(): WorkspaceState {
  return {
    seq: 0,
    providers: {},
    roles: {},
    personalities: {},
    agents: {},
    agencies: {},
    panelFormats: {},
    tokens: {},
    keys: {},
    told: {},
    mcpServers: {},
    mcp: {},
    notes: {},
    projects: {},
    settings: {},
    nextAgentNumber: 1,
  };
}

function keep<T extends { id: string }>(record: Record<string, Kept<T>>, resource: T): void {
  record[resource.id] = { ...resource, archived: record[resource.id]?.archived ?? false };
}

function archive<T extends { id: string }>(
  record: Record<string, Kept<T>>,
  id: string,
  archived: boolean,
): void {
  const resource = record[id];
  if (resource) record[id] = { ...resource, archived };
}

/** Whether two settings of a provider speak to the same server in the same way. */
export const isSameServer = (
  one: Pick<Provider, "kind" | "baseUrl"> | undefined,
  other: Pick<Provider, "kind" | "baseUrl">,
): boolean => one?.kind === other.kind && one.baseUrl === other.baseUrl;

function keepAgent(state: WorkspaceState, agent: Agent): void {
  keep(state.agents, agent);
  state.nextAgentNumber = Math.max(state.nextAgentNumber, agent.number + 1);
}

type McpEvent = Extract<WorkspaceEvent, { type: `Mcp${string}` }>;

/** Servers of tools. Of another address nothing was said, and what was confirmed there is not confirmed here. */
function applyMcp(state: WorkspaceState, event: McpEvent): void {
  const { id } = event.data;
  const known = state.mcp[id] ?? { hasSecret: false, trusted: [] };
  switch (event.type) {
    case "McpServerCreated":
    case "McpServerChanged":
      state.mcp[id] = state.mcpServers[id]?.url === event.data.url
        ? known
        : { hasSecret: known.hasSecret, trusted: [] };
      return keep(state.mcpServers, event.data);
    case "McpServerArchived":
      return archive(state.mcpServers, id, true);
    case "McpServerRestored":
      return archive(state.mcpServers, id, false);
    case "McpSecretSet":
    case "McpSecretCleared":
      state.mcp[id] = { ...known, hasSecret: event.type === "McpSecretSet" };
      return;
    case "McpLoginSet":
      state.mcp[id] = { ...known, login: { issuer: event.data.issuer, at: event.at } };
      return;
    case "McpLoginEnded": {
      const { login: _, ...others } = known;
      state.mcp[id] = others;
      return;
    }
    case "McpToolsListed": {
      const { list, tools } = event.data;
      state.mcp[id] = { ...known, list: { list, tools } };
      return;
    }
    case "McpToolTrusted": {
      const { tool, definition } = event.data;
      const others = known.trusted.filter((one) => one.tool !== tool);
      state.mcp[id] = { ...known, trusted: definition === "" ? others : [...others, { tool, definition }] };
      return;
    }
    default:
      event satisfies never;
  }
}

type SearchEvent = Extract<WorkspaceEvent, { type: `WebSearch${string}` }>;

function applySearch(state: WorkspaceState, event: SearchEvent): void {
  if (event.type === "WebSearchSet") state.webSearch = event.data;
  else delete state.webSearch;
}

type NoteEvent = Extract<WorkspaceEvent, { type: `Note${string}` }>;

/** Notes. One whose words are gone is out of use, also where it was read before they left the log. */
function applyNote({ notes }: WorkspaceState, event: NoteEvent): void {
  const { id } = event.data;
  const known = notes[id];
  switch (event.type) {
    case "NoteCreated":
    case "NoteChanged": {
      const { at, by, seqs } = known ?? { at: event.at, by: event.by, seqs: [] };
      const changed = event.type === "NoteChanged" ? { changedAt: event.at } : {};
      const gone = event.erased ? { erased: true as const } : {};
      return keep(notes, {
        ...event.data,
        seq: event.seq,
        at,
        by,
        seqs: [...seqs, event.seq],
        ...changed,
        ...gone,
      });
    }
    case "NoteArchived":
    case "NoteRestored":
      return known?.erased ? undefined : archive(notes, id, event.type === "NoteArchived");
    case "NoteErased":
      if (known) notes[id] = { ...known, text: "", erased: true, archived: true };
      return;
    default:
      event satisfies never;
  }
}

type ProjectEvent = Extract<WorkspaceEvent, { type: `Project${string}` }>;

/** Projects. One whose words are gone is out of use, also where it was read before they left the log. */
function applyProject({ projects }: WorkspaceState, event: ProjectEvent): void {
  const { id } = event.data;
  const known = projects[id];
  switch (event.type) {
    case "ProjectCreated":
    case "ProjectChanged": {
      const { at, seqs } = known ?? { at: event.at, seqs: [] };
      const gone = event.erased ? { erased: true as const } : {};
      return keep(projects, { ...event.data, seq: event.seq, at, seqs: [...seqs, event.seq], ...gone });
    }
    case "ProjectArchived":
    case "ProjectRestored":
      return known?.erased ? undefined : archive(projects, id, event.type === "ProjectArchived");
    case "ProjectErased":
      if (known) {
        projects[id] = { ...known, name: "", instructions: "", files: [], erased: true, archived: true };
      }
      return;
    default:
      event satisfies never;
  }
}

function apply(state: WorkspaceState, event: WorkspaceEvent): void {
  switch (event.type) {
    case "ProviderCreated":
    case "ProviderChanged": {
      // Of another server nothing has been told.
      if (!isSameServer(state.providers[event.data.id], event.data)) delete state.told[event.data.id];
      return keep(state.providers, event.data);
    }
    case "ModelsTold":
      state.told[event.data.id] = event.data.models;
      return;
    case "ProviderArchived":
    case "ProviderRestored":
      return archive(state.providers, event.data.id, event.type === "ProviderArchived");
    case "ProviderKeySet":
      state.keys[event.data.id] = true;
      return;
    case "ProviderKeyCleared":
      delete state.keys[event.data.id];
      return;
    case "McpServerCreated":
    case "McpServerChanged":
    case "McpServerArchived":
    case "McpServerRestored":
    case "McpSecretSet":
    case "McpSecretCleared":
    case "McpLoginSet":
    case "McpLoginEnded":
    case "McpToolsListed":
    case "McpToolTrusted":
      return applyMcp(state, event);
    case "WebSearchSet":
    case "WebSearchRemoved":
      return applySearch(state, event);
    case "NoteCreated":
    case "NoteChanged":
    case "NoteArchived":
    case "NoteRestored":
    case "NoteErased":
      return applyNote(state, event);
    case "ProjectCreated":
    case "ProjectChanged":
    case "ProjectArchived":
    case "ProjectRestored":
    case "ProjectErased":
      return applyProject(state, event);
    case "PanelJudged":
    case "ComparisonJudged":
    case "JudgementErased":
      // Folds of their own.
      return;
    case "TokenCreated":
      return keep(state.tokens, { ...event.data, createdAt: event.at });
    case "TokenRevoked":
      return archive(state.tokens, event.data.id, true);
    case "WorkspaceSettingsChanged":
      state.settings = event.data;
      return;
    default:
      return applyWho(state, event);
  }
}

type WhoEvent = Extract<
  WorkspaceEvent,
  {
    type:
      | `Role${string}`
      | `Personality${string}`
      | `Agent${string}`
      | `Agency${string}`
      | `PanelFormat${string}`;
  }
>;

/** Who one talks with. */
function applyWho(state: WorkspaceState, event: WhoEvent): void {
  switch (event.type) {
    case "RoleCreated":
    case "RoleChanged":
      return keep(state.roles, event.data);
    case "RoleArchived":
    case "RoleRestored":
      return archive(state.roles, event.data.id, event.type === "RoleArchived");
    case "PersonalityCreated":
    case "PersonalityChanged":
      return keep(state.personalities, event.data);
    case "PersonalityArchived":
    case "PersonalityRestored":
      return archive(state.personalities, event.data.id, event.type === "PersonalityArchived");
    case "AgentCreated":
    case "AgentChanged":
      return keepAgent(state, event.data);
    case "AgentArchived":
    case "AgentRestored":
      return archive(state.agents, event.data.id, event.type === "AgentArchived");
    case "PanelFormatCreated":
    case "PanelFormatChanged":
      return keep(state.panelFormats, event.data);
    case "PanelFormatArchived":
    case "PanelFormatRestored":
      return archive(state.panelFormats, event.data.id, event.type === "PanelFormatArchived");
    case "AgencyCreated":
    case "AgencyChanged":
      return keep(state.agencies, event.data);
    case "AgencyArchived":
    case "AgencyRestored":
      return archive(state.agencies, event.data.id, event.type === "AgencyArchived");
    default:
      event satisfies never;
  }
}

/** Configuration of agents, roles, personalities and providers (S0-3, S0-4). */
export const workspace: Fold<WorkspaceState> = {
  name: "workspace",
  version: 11,
  initial,
  evolve(state: WorkspaceState, event: AnyEvent) {
    // Reading is the edge where stored bytes become typed events; unknown types fall through `apply`.
    apply(state, workspaceEvent(event));
    state.seq = event.seq;
    return state;
  },
};
