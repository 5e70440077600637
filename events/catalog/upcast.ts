/**
 * Takes events of any published version to the one the folds know, at the read boundary. A published version
 * never changes; unknown types pass untouched. Plain data, without zod, so that the browser can import it.
 */
import type { NewConversationEvent } from "./conversation.ts";
import type { AnyEvent } from "./envelope.ts";
import type { NewWorkspaceEvent } from "./workspace.ts";

/** The current version of each type of the catalog: the one list of them that the compiler compares with it. */
export const versions = {
  ConversationStarted: 2,
  ConversationRenamed: 1,
  ConversationArchived: 1,
  ConversationRestored: 1,
  ConversationFiled: 1,
  DeletionRequested: 1,
  DeletionWithdrawn: 1,
  ConversationDeleted: 1,
  ModeChanged: 1,
  SettingsChanged: 1,
  ParticipantAdded: 1,
  ParticipantRemoved: 1,
  ParticipantEnabled: 1,
  ParticipantDisabled: 1,
  ParticipantsReordered: 1,
  ProjectSet: 1,
  MessagePosted: 2,
  ContentErased: 1,
  InclusionSet: 1,
  PinSet: 1,
  TrialStarted: 1,
  AnswerTaken: 1,
  TurnRequested: 8,
  TurnStarted: 2,
  ProviderCalled: 3,
  ProviderCallFailed: 1,
  ToolCalled: 3,
  ToolDecided: 2,
  InputAsked: 2,
  InputAnswered: 1,
  ToolReturned: 2,
  AnswerPaused: 1,
  TurnCompleted: 5,
  TurnFailed: 3,
  TurnInterrupted: 1,
  TurnCancelled: 1,
  ExchangeCompleted: 1,
  ScheduleSet: 1,
  SchedulePaused: 1,
  ScheduleResumed: 1,
  ScheduleRemoved: 1,
  ScheduleRan: 1,
  ExpectationSet: 2,
  ExpectationRemoved: 1,
  HandsSet: 1,
  HandsEnded: 1,
  CheckNamed: 1,
  CheckRunBegun: 2,
  QuestionPlanned: 1,
  SeatCast: 1,
  JudgeSeated: 1,
  ChecksEnded: 2,
  PanelStarted: 1,
  StageBegun: 1,
  StageEnded: 1,
  PanelEnded: 1,
  ComparisonBegun: 1,
  ComparisonAnswered: 1,
  ComparisonReady: 2,
  ComparisonVoted: 1,
  ComparisonRevealed: 3,
  RoomSealed: 1,
  RoomOpened: 1,
  ProviderCreated: 3,
  ProviderChanged: 3,
  ProviderArchived: 1,
  ProviderRestored: 1,
  ProviderKeySet: 1,
  ProviderKeyCleared: 1,
  ModelsTold: 1,
  RoleCreated: 1,
  RoleChanged: 1,
  RoleArchived: 1,
  RoleRestored: 1,
  PersonalityCreated: 1,
  PersonalityChanged: 1,
  PersonalityArchived: 1,
  PersonalityRestored: 1,
  AgentCreated: 5,
  AgentChanged: 5,
  AgentArchived: 1,
  AgentRestored: 1,
  AgencyCreated: 1,
  AgencyChanged: 1,
  AgencyArchived: 1,
  AgencyRestored: 1,
  PanelFormatCreated: 1,
  PanelFormatChanged: 1,
  PanelFormatArchived: 1,
  PanelFormatRestored: 1,
  McpServerCreated: 1,
  McpServerChanged: 1,
  McpServerArchived: 1,
  McpServerRestored: 1,
  McpSecretSet: 1,
  McpSecretCleared: 1,
  McpLoginSet: 1,
  McpLoginEnded: 1,
  McpToolsListed: 1,
  McpToolTrusted: 1,
  WebSearchSet: 1,
  WebSearchRemoved: 1,
  NoteCreated: 1,
  NoteChanged: 1,
  NoteArchived: 1,
  NoteRestored: 1,
  NoteErased: 1,
  ProjectCreated: 1,
  ProjectChanged: 1,
  ProjectArchived: 1,
  ProjectRestored: 1,
  ProjectErased: 1,
  PanelJudged: 2,
  ComparisonJudged: 1,
  JudgementErased: 1,
  TokenCreated: 1,
  TokenRevoked: 1,
  WorkspaceSettingsChanged: 2,
} as const satisfies Record<NewConversationEvent["type"] | NewWorkspaceEvent["type"], number>;

/** The same by any name, as a log may hold it. */
const published: ReadonlyMap<string, number> = new Map(Object.entries(versions));

/** Takes the data of one version to the next. */
export type Upcaster = (data: unknown) => unknown;

/** What came since may be absent: an event from before it has it not. */
const asItIs: Upcaster = (data) => data;

/** Says of the hash in `shared`, where there is one, that it is not salted. */
const withPlainHash: Upcaster = (data) => {
  const { shared, ...rest }: Record<string, unknown> = { ...Object(data) };
  return shared === undefined ? rest : { ...rest, shared: { hash: "plain", ...Object(shared) } };
};

/** By `<type>@<version it takes>`. */
export const upcasters: ReadonlyMap<string, Upcaster> = new Map<string, Upcaster>([
  // Before it was salted, the hash of a request was that of its bytes.
  ["ProviderCalled@1", (data) => ({ ...Object(data), hash: "plain" })],
  // No hash was among the words.
  ["ProviderCalled@2", asItIs],
  // No copy told from which message it went on, and no agent had a look of its own.
  ["ConversationStarted@1", asItIs],
  ["AgentCreated@1", asItIs],
  ["AgentChanged@1", asItIs],
  // There were three words for how long a model may think.
  ["AgentCreated@2", asItIs],
  ["AgentChanged@2", asItIs],
  // No provider spoke Responses.
  ["ProviderCreated@1", asItIs],
  ["ProviderChanged@1", asItIs],
  // Nothing went with requests that only one server knows, and agents said less of how they answer.
  ["ProviderCreated@2", asItIs],
  ["ProviderChanged@2", asItIs],
  ["AgentCreated@3", asItIs],
  ["AgentChanged@3", asItIs],
  // Nobody was asked to merge answers, and where in its answer a tool was called was not noted.
  ["TurnRequested@1", asItIs],
  ["ToolCalled@1", asItIs],
  // No tool was another server's, and nobody let one run for the rest of a conversation.
  ["ToolCalled@2", asItIs],
  ["ToolDecided@1", asItIs],
  // Of pictures that tools gave, and of resources that they named, nothing was kept.
  ["ToolReturned@1", asItIs],
  // No call was made again after an address was opened.
  ["InputAsked@1", asItIs],
  // Of a file only its bytes were known: not its text, its pages or its sides.
  ["MessagePosted@1", asItIs],
  // Of several answers one was written, and nothing else.
  ["TurnRequested@2", asItIs],
  // There were no notes and no projects.
  ["TurnStarted@1", asItIs],
  // No cache was asked to keep anything for an hour.
  ["TurnCompleted@1", asItIs],
  ["TurnFailed@1", asItIs],
  // No answer named where it had something from.
  ["TurnCompleted@2", asItIs],
  // Nobody counted what a maker searched.
  ["TurnCompleted@3", asItIs],
  ["TurnFailed@2", asItIs],
  // Nothing ran without a person.
  ["WorkspaceSettingsChanged@1", asItIs],
  // No answer was held to a schema.
  ["AgentCreated@4", asItIs],
  ["AgentChanged@4", asItIs],
  ["TurnCompleted@4", asItIs],
  // No turn was a panel's.
  ["TurnRequested@3", asItIs],
  // Nothing was asked beside the talk.
  ["TurnRequested@4", asItIs],
  // Nothing was expected of an answer that was not there yet.
  ["ExpectationSet@1", asItIs],
  // Nobody judged in a run what answers are like.
  ["TurnRequested@5", asItIs],
  ["CheckRunBegun@1", asItIs],
  ["ChecksEnded@1", asItIs],
  // Nobody was asked whether there is something to add.
  ["TurnRequested@6", asItIs],
  // Nobody but people judged whether a panel was worth it.
  ["TurnRequested@7", asItIs],
  ["ComparisonRevealed@1", asItIs],
  ["PanelJudged@1", asItIs],
  // Why a judge found what it found was told a second time.
  ["ComparisonRevealed@2", asItIs],
  // Before it was salted, the hash of what was the same in every request was that of its bytes.
  ["ComparisonReady@1", withPlainHash],
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
