/** What happened to the settings, said as in `sentences.ts`: one sentence for every event of the workspace. */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { NewWorkspaceEvent } from "../../events/catalog/workspace.ts";
import type { StoryWords } from "../words/english_story.ts";
import type { Named, Sentence } from "../words/sentence.ts";
import { byOf } from "./telling.ts";

export interface ToldOfWorkspace {
  readonly words: StoryWords;
  /** The name of what has this id; null where it is gone. */
  readonly name: (id: string) => string | null;
}

type Type = NewWorkspaceEvent["type"];
type Kind = "provider" | "role" | "personality" | "agent" | "agency";
type Did = "created" | "changed" | "archived" | "restored" | "keySet" | "keyCleared" | "revoked" | "settings";

/** What each type does, and to what. */
const DOES: Record<Type, readonly [Did, Kind | "token"]> = {
  ProviderCreated: ["created", "provider"],
  ProviderChanged: ["changed", "provider"],
  ProviderArchived: ["archived", "provider"],
  ProviderRestored: ["restored", "provider"],
  ProviderKeySet: ["keySet", "provider"],
  ProviderKeyCleared: ["keyCleared", "provider"],
  RoleCreated: ["created", "role"],
  RoleChanged: ["changed", "role"],
  RoleArchived: ["archived", "role"],
  RoleRestored: ["restored", "role"],
  PersonalityCreated: ["created", "personality"],
  PersonalityChanged: ["changed", "personality"],
  PersonalityArchived: ["archived", "personality"],
  PersonalityRestored: ["restored", "personality"],
  AgentCreated: ["created", "agent"],
  AgentChanged: ["changed", "agent"],
  AgentArchived: ["archived", "agent"],
  AgentRestored: ["restored", "agent"],
  AgencyCreated: ["created", "agency"],
  AgencyChanged: ["changed", "agency"],
  AgencyArchived: ["archived", "agency"],
  AgencyRestored: ["restored", "agency"],
  TokenCreated: ["created", "token"],
  TokenRevoked: ["revoked", "token"],
  WorkspaceSettingsChanged: ["settings", "provider"],
};

/** What happened to the settings; null for what is no event of them. */
export function workspaceSentenceOf(
  event: Pick<AnyEvent, "type" | "by" | "data">,
  told: ToldOfWorkspace,
): Sentence | null {
  const does = Object.entries(DOES).find(([type]) => type === event.type)?.[1];
  if (!does) return null;
  const [did, kind] = does;
  const words = told.words.workspace;
  const by = byOf(event.by, told);
  const { id = "", name = "" } = Object(event.data);
  const found = String(name) || told.name(String(id)) || words.nameless;
  const named: Named = { name: found };
  switch (did) {
    case "created":
    case "changed":
    case "archived":
    case "restored":
      return words[did](by, words[kind], named);
    case "settings":
      return words.settings(by);
    default:
      return words[did](by, named);
  }
}
