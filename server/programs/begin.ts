/** From a call to a message in its conversation, which is its own unless it names one. */
import { isDeepStrictEqual } from "node:util";
import type { Asking, Joining, Managing, Posting } from "../../actors/conversation/commands.ts";
import { ownTools } from "../../actors/turn/means.ts";
import { capabilitiesOf } from "../../actors/providers/models.ts";
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { LABEL_CODE_POINTS } from "../../events/catalog/limits.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { resultsIn } from "../../projections/conversation/client_calls.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { modelOfAgent } from "../../projections/told_models.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Completion } from "../contract/completion_shapes.ts";
import {
  carried,
  conversationIdFor,
  execute,
  keyedName,
  noConversation,
  reusedKey,
} from "../http/commands.ts";
import { alike, checkMaker, holds, sameResults, SOUGHT, toldBefore } from "./continuing.ts";
import { Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { mint } from "../http/services.ts";
import { checkSettings, settingsOf } from "./call_settings.ts";
import { unsupported } from "./unsupported.ts";
import { type Asked, askedOf } from "./caller_messages.ts";
import { attached, brought, firstPortion, type Sent } from "./history.ts";
import { freeName, isHalf, openLong } from "./long_history.ts";
import { checkNames } from "./caller_tools.ts";
import { chatOf, isTaken } from "./chat_id.ts";
import { isOwn } from "./own.ts";
import { based, type Basis } from "./previous.ts";
import { isImage } from "./sent_files.ts";

export type { Basis };

/** Who answers: one agent, or an agency with its manager. */
export interface Target {
  readonly model: string;
  readonly agents: readonly Joining[];
  readonly managing?: Managing;
  /** What its message is put to. */
  readonly panel?: Asking;
}

export interface Started {
  readonly conversationId: string;
  /** Id of the posted message: its exchange. */
  readonly exchange: string;
  /** The participant whose answer is the call's. */
  readonly speakerId: string;
}

/** What a call asks for, checked: nothing of it will be lost. */
interface Wanted {
  readonly asked: Asked;
  readonly settings: CallSettings | undefined;
}

/** Throws what cannot be honoured, before anything is kept or anybody asked. */
export async function wantedOf(call: Call<Completion>, target: Target, basis: Basis): Promise<Wanted> {
  const asked = based(basis, await askedOf(call.body, basis.previous?.calls));
  const settings = settingsOf(call.body);
  const { agents } = target;
  const managing = target.managing ?? target.panel;
  const workspace = await call.services.system.workspace();
  const ids = agents.map(({ agentId }) => agentId);
  if (settings) checkSettings(call.body, settings, workspace, ids, managing !== undefined);
  const { before, results } = asked;
  if (managing && (results || before.some(({ calls }) => calls))) {
    throw unsupported(
      "messages",
      target.panel
        ? "A panel’s agents call none of your tools; ask an agent."
        : "An agency’s agents call none of your tools; ask an agent.",
    );
  }
  checkNames(call.body, ids.flatMap((id) => workspace.agents[id]?.tools ?? []));
  checkImages(asked, workspace, target.managing?.managerAgentId ?? ids[0] ?? "");
  return { asked, settings };
}

/** Refuses images for a model that is known to read none. */
function checkImages({ before, files }: Asked, workspace: WorkspaceState, agentId: string): void {
  const { model, told } = modelOfAgent(workspace, agentId);
  if (capabilitiesOf(model, told).images !== false) return;
  const why = "The agent’s model reads no images.";
  const image = [...before.flatMap((one) => one.files), ...files].find(isImage);
  if (image) throw unsupported(image.path, why);
  if (before.some(({ kept }) => kept?.some(isImage))) throw unsupported("previous_response_id", why);
}

/** Posts the call's message into its conversation, or into a new one. */
export async function begin(call: Call<Completion>, target: Target, basis?: Basis): Promise<Started> {
  const wanted = await wantedOf(call, target, basis ?? {});
  const previous = basis?.previous;
  // Its messages are all that is new: it goes on from an answer or from none, and a note is a note.
  const known = basis ? undefined : call.body.conversation_id ?? await notedId(call);
  const name = keyedName(call);
  // A key names a conversation of its own; where nothing is kept, there is nothing to go on with.
  const goesOn = known === undefined && name === undefined && call.body.store !== false;
  const named = goesOn && !previous ? chatOf(call) : undefined;
  const chat = named && await freeName(call, named);
  let conversationId = known ?? chat ?? await freeName(call, conversationIdFor(call));
  if (known !== undefined) await mayGoOn(call, known);
  const exchange = name ? `message_${name}` : mint(call.services, "message");
  const message = {
    ...await messageOf(call, wanted, exchange),
    ...(target.panel ? { panel: target.panel } : {}),
  };
  // The call was made before: its answer is only waited for.
  const repeated = async (): Promise<Started | null> => {
    const state = name ? await asCalled(call, conversationId) : null;
    if (!state?.messages[exchange]) return null;
    if (isSame(state, exchange, message)) {
      // Another model was called where the key alone leads to this conversation; who names one is told who answers there.
      const speakerId = known === undefined ? speakerIn(state, target) : speakerOf(state, target);
      // To a conversation that is named the last message alone is added.
      if (speakerId && (known !== undefined || toldBefore(state, speakerId, exchange, wanted.asked))) {
        return { conversationId, exchange, speakerId };
      }
    }
    throw reusedKey();
  };
  const before = await repeated();
  if (before) return before;
  if (goesOn) {
    const sought = previous ? [previous.conversationId] : await soughtFor(call, wanted.asked.before, chat);
    const started = await goOn(call, target, wanted.asked, message, sought);
    if (started) return started;
  }
  if (known === undefined) {
    try {
      await open(call, target, conversationId, wanted, message);
    } catch (error) {
      // The same call at the same moment may have been first.
      const other = await repeated();
      if (other) return other;
      // The chat says something else now than its conversation does: that is another conversation.
      if (chat === undefined || !isTaken(error)) throw error;
      conversationId = conversationIdFor(call);
      await open(call, target, conversationId, wanted, message);
    }
  }
  const state = await asCalled(call, conversationId);
  if (!state) throw noConversation();
  const speakerId = speakerOf(state, target);
  if (known !== undefined) {
    checkWeb(call, state);
    checkMaker(state, target.agents[0]?.agentId, wanted.asked.results);
    // Beside others the model that was asked for answers alone; a manager needs no asking.
    const alone = target.managing !== undefined || target.panel !== undefined ||
      state.participants.length === 1;
    const mentions = alone ? {} : { mentions: [speakerId] };
    await execute(call, conversationId, { type: "post", ...message, ...mentions }, { by: call.by });
  }
  return { conversationId, exchange, speakerId };
}

/** Conversations that this call may continue. */
async function soughtFor(
  { services: { system } }: Call,
  before: Asked["before"],
  chat: string | undefined,
): Promise<string[]> {
  if (before.length === 0) return [];
  const page = await system.recent.page(SOUGHT.shelf, null, SOUGHT.limit);
  const found = alike(page?.rows ?? [], before);
  return chat === undefined ? found : [chat, ...found];
}

/** Posts into the first of these conversations that this call continues; null where it continues none. */
async function goOn(
  call: Call<Completion>,
  target: Target,
  asked: Asked,
  { instructions: _, ...message }: Posting,
  sought: readonly string[],
): Promise<Started | null> {
  const { system } = call.services;
  for (const conversationId of sought) {
    if (!await isOwn(call, conversationId)) continue;
    const state = await system.conversation(conversationId);
    const speakerId = state && speakerIn(state, target);
    if (!state || !speakerId || state.participants.length !== target.agents.length) continue;
    if (!holds(state, speakerId, asked)) continue;
    checkWeb(call, state);
    const command = { type: "post", ...message, after: state.seq } as const;
    const outcome = await system.execute(conversationId, command, { by: call.by });
    if (!outcome.ok && (outcome.code === "conflict" || outcome.code === "not_found")) continue;
    carried(outcome);
    return { conversationId, exchange: message.id ?? "", speakerId };
  }
  return null;
}

/** A conversation of the caller's own that its `metadata.conversation_id` names; a note of any other kind is a note. */
async function notedId(call: Call<Completion>): Promise<string | undefined> {
  const noted = call.body.metadata?.["conversation_id"];
  if (call.body.store === false || !Id.safeParse(noted).success || noted === undefined) return undefined;
  return await isOwn(call, noted) && await call.services.system.conversation(noted) ? noted : undefined;
}

/** A conversation may give a tool to all its agents. */
const checkWeb = ({ body }: Call<Completion>, state: ConversationState): void =>
  checkNames(body, ownTools({ tools: [] }, state));

async function messageOf(call: Call<Completion>, { asked, settings }: Wanted, id: string): Promise<Posting> {
  const attachments = await attached(call.services.system, asked.files);
  return {
    id,
    content: asked.content,
    program: true,
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(asked.results ? { results: asked.results } : {}),
    // Also where it asks for nothing: that it is a program's call stands there.
    call: settings ?? {},
    ...(asked.instructions ? { instructions: asked.instructions } : {}),
  };
}

/** Whether the message that stands there is the one that is about to be posted. */
function isSame(state: ConversationState, id: string, message: Posting): boolean {
  const { content, call } = state.bodies[id] ?? {};
  return content === message.content && isDeepStrictEqual(call ?? {}, message.call) &&
    isDeepStrictEqual(state.messages[id]?.attachments, message.attachments) &&
    sameResults(resultsIn(state, id), message.results ?? []);
}

/** A conversation of the call's own: in one commit with its history and its message, or, where that is too much, aside. */
async function open(
  call: Call<Completion>,
  target: Target,
  id: string,
  { asked }: Wanted,
  message: Posting,
): Promise<void> {
  const { system } = call.services;
  const { before, content, files, results } = asked;
  const start = startOf(call, target);
  const last: Sent = { role: "user", content, files, ...(results ? { results } : {}) };
  if (firstPortion([...before, last]).length > before.length) {
    const command = { ...start, message, said: await brought(system, before) };
    const outcome = await system.execute(id, command, { by: call.by });
    if (outcome.ok || outcome.code !== "conflict" || !await isHalf(call, id)) return void carried(outcome);
  }
  const speaks = (state: ConversationState) => speakerIn(state, target);
  if (!await openLong(call, { id, start, before, message, speakerIn: speaks })) {
    throw keyedName(call) ? reusedKey() : new Problem("conflict", "A conversation with this id exists.");
  }
}

/** How a conversation of a call's own begins. */
export const startOf = (call: Call<Completion>, { agents, managing }: Target) => ({
  type: "start",
  title: "",
  mode: managing ? "manager" : "parallel",
  settings: {},
  agents,
  labels: labelsOf(call),
  ...(managing ? { managing } : {}),
} as const);

/** A program's conversations are filed under the name of its token. */
function labelsOf({ who, by }: Call<Completion>): string[] {
  const label = [...by.name].slice(0, LABEL_CODE_POINTS).join("").trim();
  return who.credential === "token" && label !== "" ? [label] : [];
}

/** The conversation as whoever made the call may see it: one that is not kept is gone for everybody else by its end. */
export function asCalled(
  { services: { system }, body }: Call<Completion>,
  id: string,
): Promise<ConversationState | null> {
  return body.store === false ? system.hidden(id) : system.conversation(id);
}

/** A token that may only chat goes on in conversations it began itself; of others it does not learn that they are. */
async function mayGoOn(call: Call<Completion>, conversationId: string): Promise<void> {
  if (call.who.scope === "chat" && !await isOwn(call, conversationId)) throw noConversation();
}

/** Who of the conversation answers for the model; undefined where that is nobody. */
function speakerIn(state: ConversationState, { managing, agents }: Target): string | undefined {
  const managed = factsOf(state.mode).addressed;
  const speaker = managing
    ? managed && state.manager?.agencyId === managing.agencyId && state.manager?.participantId
    : !managed && state.participants.find((p) => p.agentId === agents[0]?.agentId)?.id;
  return speaker || undefined;
}

/** The same; 404 where it is nobody. */
function speakerOf(state: ConversationState, target: Target): string {
  const speaker = speakerIn(state, target);
  if (speaker) return speaker;
  throw new Problem("not_found", "That model does not answer in this conversation.", [
    { path: "conversation_id", message: "that model does not answer in this conversation" },
  ]);
}
