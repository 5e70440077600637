/** What a room gave: the answers in the order of the seats, and what was the same in every request. */
import type { Attachment } from "../../events/catalog/attachment.ts";
import type { DataOf } from "../../events/catalog/conversation.ts";
import type { Seated } from "../../events/catalog/comparisons.ts";
import type { EventLog } from "../../events/store/types.ts";
import { saysName } from "../../projections/comparisons/names_said.ts";
import { verdictOf } from "../../projections/comparisons/judged_result.ts";
import { wasJudged } from "../../projections/comparisons/comparisons.ts";
import { saidOf } from "../../projections/panels/brief.ts";
import { answersIn as panelAnswers } from "../../projections/panels/panels.ts";
import type { Comparison } from "../../projections/shapes/comparison_folds.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { Panel } from "../../projections/shapes/panel_folds.ts";
import type { Asking, CommandOf, Joining } from "../conversation/commands.ts";
import { explainTurn } from "../turn/explain.ts";
import { requestHash } from "../turn/request_hash.ts";

type Answers = CommandOf<"answer_comparison">["answers"];
type Shared = NonNullable<DataOf<"ComparisonReady">["shared"]>;
const encoder = new TextEncoder();

/** Whose a seat is. */
export const seatOf = ({ agentId, agentVersion, model }: Omit<Seated, "panel">): Omit<Seated, "panel"> => ({
  agentId,
  agentVersion,
  model,
});

interface Sides {
  readonly asking: Pick<Asking, "seats"> & {
    readonly format: { readonly stages: readonly { readonly who: readonly string[] }[] };
  };
  readonly panelSeat: number;
  readonly aloneId: string;
}

/** The two seats of a panel and of one agent alone; of the panel it is whose who speaks last in it. */
export function sidesOf({ asking, panelSeat, aloneId }: Sides, agents: readonly Joining[]): Seated[] {
  const byId = new Map(agents.map((agent) => [agent.agentId, seatOf(agent)]));
  const of = (id: string) => byId.get(id) ?? { agentId: id, agentVersion: 1, model: "" };
  const last = asking.format.stages.at(-1)?.who ?? [];
  const writer = asking.seats.find(({ role }) => last.includes(role)) ?? asking.seats[0];
  const panel = asking.seats.map(({ role, agentId }) => ({ role, ...of(agentId) }));
  const ofPanel = { ...of(writer?.agentId ?? aloneId), panel };
  return panelSeat === 0 ? [ofPanel, of(aloneId)] : [of(aloneId), ofPanel];
}

const panelIn = ({ panels }: ConversationState): Panel | undefined => Object.values(panels ?? {})[0];

/** Who had which seat, as it was fixed from the start. */
export function seatedIn(room: ConversationState): Seated[] {
  const { participants, room: { worth } = {} } = room;
  const panel = panelIn(room);
  if (!worth || !panel) return participants.map(seatOf);
  const agentOf = (id: string | undefined) => participants.find((one) => one.id === id)?.agentId ?? "";
  return sidesOf({
    asking: {
      seats: panel.seats.map(({ role, participantId }) => ({ role, agentId: agentOf(participantId) })),
      format: { stages: panel.shape.stages },
    },
    panelSeat: worth.panelSeat,
    aloneId: agentOf(worth.alone),
  }, participants);
}

/** What each seat is called, and its color. */
export function namesOf(room: ConversationState): { names: string[]; colors: number[] } {
  const title = panelIn(room)?.texts?.name ?? "";
  const told = seatedIn(room).map(({ agentId, panel }) => {
    const { name = "", color = 1 } = room.participants.find((one) => one.agentId === agentId) ?? {};
    return { name: panel ? title : name, color };
  });
  return { names: told.map(({ name }) => name), colors: told.map(({ color }) => color) };
}

/** The turns of a room in the order of the seats; undefined for one that was not asked. */
function turnsIn(room: ConversationState): (Turn | undefined)[] {
  const { participants, turns, room: { worth } = {} } = room;
  const all = Object.values(turns);
  if (!worth) return participants.map(({ id }) => all.find(({ participantId }) => participantId === id));
  const alone = all.find(({ panel, participantId }) => !panel && participantId === worth.alone);
  const last = lastOf(room);
  return worth.panelSeat === 0 ? [last, alone] : [alone, last];
}

/** The answer in which a panel ended: the first of its last stage; undefined where it has none. */
function lastOf(room: ConversationState): Turn | undefined {
  const panel = panelIn(room);
  const round = panel?.how === "completed" ? panel.rounds.at(-1) : undefined;
  const [answer] = panel && round ? panelAnswers(room, panel, round) : [];
  return room.turns[room.messages[answer?.messageId ?? ""]?.turnId ?? ""];
}

/** The message with the answer of each seat; undefined for one that was not asked. */
const messagesIn = (room: ConversationState): (string | undefined)[] =>
  turnsIn(room).map((turn) => turn?.messageId);

/** The message of a room that says what one of its comparison does; undefined where it has none, or it is of another. */
export function messageIn(
  room: ConversationState,
  { messageId, answers }: Pick<Comparison, "messageId" | "answers">,
  id: string,
): string | undefined {
  if (messageId === id) return room.order[0];
  const seat = answers.findIndex((one) => one.messageId === id);
  return seat < 0 ? undefined : messagesIn(room)[seat];
}

/** What was said by each; a gap for who did not say anything whole. */
export function answersIn(room: ConversationState): Answers {
  const names = room.participants.map(({ name }) => name);
  const models = room.participants.map(({ model }) => model);
  return turnsIn(room).map((turn) => {
    const message = room.messages[turn?.messageId ?? ""];
    // By its other parts a brief is known for what a panel ends in.
    const content = saidOf(room, message?.id ?? "");
    if (message?.status !== "complete" || message.passed || content.trim() === "") {
      return { content: "", gap: true };
    }
    return { content, ...(saysName(content, names, models) ? { names: true as const } : {}) };
  });
}

/** The two answers that the judge of a room is to be asked about; null: it has none, was asked, or there is a gap. */
export function toCompare(room: ConversationState): readonly [string, string] | null {
  if (room.room?.judge === undefined || wasJudged(room) || answersIn(room).some(({ gap }) => gap)) {
    return null;
  }
  const [a, b, ...more] = turnsIn(room).map((turn) => turn?.messageId);
  return a !== undefined && b !== undefined && more.length === 0 ? [a, b] : null;
}

/** What the judge of a room found; nothing where there is none. */
export function foundIn(room: ConversationState): Pick<CommandOf<"reveal_comparison">, "judge"> {
  const judge = room.former.find(({ id }) => id === room.room?.judge);
  if (!judge) return {};
  const { best } = verdictOf(room) ?? {};
  return { judge: { ...seatOf(judge), ...(best === undefined ? {} : { best }), name: judge.name } };
}

/**
 * In how many of the requests, each proven by its hash, the question stands byte for byte; undefined: none was made, or
 * its words are gone.
 * @param of the conversation that asked
 */
export async function sharedIn(
  log: EventLog,
  room: ConversationState,
  of: string,
  begun: number,
): Promise<Shared | undefined> {
  if (room.messages[room.question ?? ""]?.erased) return undefined;
  const { attachments = [] } = room.messages[room.question ?? ""] ?? {};
  const question = quoted(room.bodies[room.question ?? ""]?.content ?? "");
  const bytes = encoder.encode(question);
  const looked = await Promise.all(attachments.map((one) => formsOf(log, one)));
  const files = looked.map(() => 0);
  let [requests, same] = [0, 0];
  for (const turn of Object.values(room.turns)) {
    // Whoever judges was asked something else.
    if (turn.judges) continue;
    const told = await explainTurn(log, room, turn);
    for (const { body, proof } of told?.calls ?? []) {
      if (proof === "erased") return undefined;
      requests++;
      if (proof !== "proven" || body === null) continue;
      if (body.includes(question)) same++;
      looked.forEach((forms, at) => {
        if (forms.some((form) => body.includes(form))) files[at] = (files[at] ?? 0) + 1;
      });
    }
  }
  const salt = await saltOf(log, of, begun);
  if (requests === 0 || salt === undefined) return undefined;
  const found = {
    hash: "salted" as const,
    sha256: requestHash([salt], bytes),
    bytes: bytes.length,
    requests,
    same,
  };
  return attachments.length > 0 ? { ...found, files } : found;
}

/** Of the words of an event; undefined where they are gone, and it with them. */
async function saltOf(log: EventLog, id: string, seq: number): Promise<string | undefined> {
  for await (const [event] of log.read(id, seq - 1, seq)) return event?.salt;
  return undefined;
}

/** A text as it stands inside a request. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/** How a file can stand in a request: its bytes, and its text where it has one. */
async function formsOf(log: EventLog, { sha256, type, text }: Attachment): Promise<string[]> {
  const read = async (sha: string) => (await log.blobs.get(sha))?.bytes;
  const own = await read(sha256);
  const ofText = type.startsWith("text/") ? own : text && await read(text.sha256);
  const said = ofText && quoted(new TextDecoder().decode(ofText));
  return [...(own ? [own.toBase64()] : []), ...(said ? [said] : [])].filter((form) => form !== "");
}
