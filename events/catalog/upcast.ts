/**
 * Takes events of any published version to the one the folds know, at the read boundary. A published version
 * never changes; unknown types pass untouched. Plain data, without zod, so that the browser can import it.
 */
import type { NewConversationEvent } from "./conversation.ts";
import type { AnyEvent } from "./envelope.ts";
import type { NewWorkspaceEvent } from "./workspace.ts";

/** The current version of each type of the catalog: the one list of them that the compiler compares with it. */
export const versions = {
  ConversationStarted: 1,
  ConversationRenamed: 1,
  ConversationArchived: 1,
  ConversationRestored: 1,
  ConversationDeleted: 1,
  ModeChanged: 1,
  SettingsChanged: 1,
  ParticipantAdded: 1,
  ParticipantRemoved: 1,
  ParticipantEnabled: 1,
  ParticipantDisabled: 1,
  ParticipantsReordered: 1,
  MessagePosted: 1,
  InclusionSet: 1,
  TurnRequested: 1,
  TurnStarted: 1,
  ProviderCalled: 2,
  ProviderCallFailed: 1,
  ToolCalled: 1,
  ToolDecided: 1,
  ToolReturned: 1,
  TurnCompleted: 1,
  TurnFailed: 1,
  TurnInterrupted: 1,
  TurnCancelled: 1,
  ExchangeCompleted: 1,
  ProviderCreated: 1,
  ProviderChanged: 1,
  ProviderArchived: 1,
  ProviderKeySet: 1,
  ProviderKeyCleared: 1,
  RoleCreated: 1,
  RoleChanged: 1,
  RoleArchived: 1,
  PersonalityCreated: 1,
  PersonalityChanged: 1,
  PersonalityArchived: 1,
  AgentCreated: 1,
  AgentChanged: 1,
  AgentArchived: 1,
  AgencyCreated: 1,
  AgencyChanged: 1,
  AgencyArchived: 1,
  TokenCreated: 1,
  TokenRevoked: 1,
  WorkspaceSettingsChanged: 1,
} as const satisfies Record<NewConversationEvent["type"] | NewWorkspaceEvent["type"], number>;

/** The same by any name, as a log may hold it. */
const published: ReadonlyMap<string, number> = new Map(Object.entries(versions));

/** Takes the data of one version to the next. */
export type Upcaster = (data: unknown) => unknown;

/** By `<type>@<version it takes>`. */
export const upcasters: ReadonlyMap<string, Upcaster> = new Map<string, Upcaster>([
  // Before it was salted, the hash of a request was that of its bytes.
  ["ProviderCalled@1", (data) => ({ ...Object(data), hash: "plain" })],
]);

/** An event that a later release wrote: folding on without it would show something that is not so. */
export class NewerVersion extends Error {
  override name = "NewerVersion";
  constructor(type: string, v: number, known: number) {
    super(
      `The log holds ${type} in version ${v}, written by a later release; this one knows version ${known}.`,
    );
  }
}

/**
 * `event` in its current version.
 * @throws {NewerVersion} for a known type with a newer `v`
 */
export function upcast(event: AnyEvent, current = published, steps = upcasters): AnyEvent {
  const known = current.get(event.type);
  if (known === undefined || known === event.v) return event;
  if (event.v > known) throw new NewerVersion(event.type, event.v, known);
  let data = event.data;
  for (let v = event.v; v < known; v++) {
    const step = steps.get(`${event.type}@${v}`);
    if (!step) throw new Error(`There is no step from version ${v} of ${event.type}.`);
    data = step(data);
  }
  return { ...event, v: known, data };
}
