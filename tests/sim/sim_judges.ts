/** Judges in the simulation: of answers by a rule, in runs of checks, and of a panel's answer beside another, in rooms. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { MockBody } from "../../actors/providers/practice/render_mock.ts";
import type { WorkspaceEvent } from "../../events/catalog/workspace.ts";
import type { Comparison } from "../../projections/shapes/comparison_folds.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { AGENTS, CANARIES } from "./furnish.ts";
import type { Complain } from "./observers.ts";

const NAMES = [...AGENTS, ...CANARIES].map(({ name }) => name);
/** What stands before what is judged, where no rule does. */
const OF_TWO = "Which answer is better?\n\n";
const BY_RULE = "The rule: this answer must be like this.\n";

/** What an answer says for whoever compares it: of a brief its answer alone. */
function saidBy({ bodies }: ConversationState, messageId: string): string {
  const { content = "", raw } = bodies[messageId] ?? {};
  try {
    const { answer, agreed } = JSON.parse(raw ?? "");
    return typeof answer === "string" && Array.isArray(agreed) ? answer : content;
  } catch {
    return content;
  }
}

/** A judge was sent one message, with the rule, the question and what it judges, and nothing beside; and no name of anybody. */
export function checkSentToJudge(
  state: ConversationState,
  { id, judges, participantId }: Turn,
  body: string,
  complain: Complain,
): void {
  if (!judges) return;
  const { system, messages, tools } = MockBody.parse(JSON.parse(body));
  const [sent, ...more] = messages;
  // Who answers in another form is asked once more, behind its own answer.
  const roles = more.map(({ role }) => role).join();
  if (!["", "assistant,user"].includes(roles) || tools.length > 0) {
    complain(`${state.id}: ${id} was sent more than what it judges`);
  }
  const own = [...state.participants, ...state.former].find((one) => one.id === participantId)?.name;
  for (const name of NAMES) {
    if (name !== own && system.includes(name)) complain(`${state.id}: ${id} was told of ${name}`);
  }
  const content = (of: string) => state.bodies[of]?.content ?? "";
  const quoted = (value: object) => JSON.stringify(value, null, 1);
  const answers = "answers" in judges ? judges.answers : [judges.messageId];
  const question = content(state.messages[answers[0] ?? ""]?.question ?? "");
  const expected = "answers" in judges
    ? OF_TWO + quoted({ question, A: saidBy(state, judges.answers[0]), B: saidBy(state, judges.answers[1]) })
    : `${BY_RULE}${state.expectations?.find((one) => one.id === judges.expectationId)?.text}\n\n` +
      quoted({ question, answer: content(judges.messageId) });
  if (sent?.content !== expected) complain(`${state.id}: ${id} was sent something else than what it judges`);
}

/** What the answer of a judge finds, read by itself; undefined: nothing. */
function foundBy(events: readonly ConversationEvent[], turnId: string): string | undefined {
  const ended = events.find((event) => event.type === "TurnCompleted" && event.data.turnId === turnId);
  try {
    const { best } = ended?.type === "TurnCompleted" ? JSON.parse(ended.data.content) : {};
    return typeof best === "string" ? best : undefined;
  } catch {
    return undefined;
  }
}

/**
 * In a room with a judge: it was asked once at most, when everybody had ended and nobody was a gap, about the two answers
 * in the order of their letters; what is told of it with the reveal, and kept in the settings, is what it found.
 * @param secret what happened while the room was sealed
 * @param room as it is when all is at rest
 */
export function checkJudge(
  one: Comparison,
  room: ConversationState,
  secret: readonly ConversationEvent[],
  kept: WorkspaceEvent | undefined,
  complain: Complain,
): void {
  const [seat] = secret.flatMap((event) => event.type === "JudgeSeated" ? [event.data] : []);
  const { revealed } = one;
  if (!revealed) return;
  if ((revealed.judge !== undefined) !== (seat !== undefined)) complain("tells of a judge that it has not");
  if (!seat) return;
  const asked = secret.flatMap((event) => event.type === "TurnRequested" && event.data.judges ? [event] : []);
  if (asked.length > 1) complain(`asked its judge ${asked.length} times`);
  const [verdict] = asked;
  const panelSeat = revealed.seated.findIndex(({ panel }) => panel !== undefined);
  const whole = wholeIn(room, secret, panelSeat);
  if (!verdict && whole) complain("never asked its judge");
  if (verdict && !whole) complain("asked its judge of a gap");
  if (verdict && whole) {
    const { judges } = verdict.data;
    if (!judges || !("answers" in judges) || judges.answers.join() !== whole.join()) {
      complain("asked its judge of other answers");
    }
    if (openBefore(secret, verdict.seq) > 0) complain("asked its judge before all had answered");
  }
  const best = revealed.judge?.best;
  const told = typeof best === "number" ? "AB"[best] : best;
  const found = verdict && foundBy(secret, verdict.data.turnId);
  // Its words may have gone since.
  const isErased = secret.some(({ erased }) => erased);
  if (!isErased && told !== found) complain(`tells ${told} of its judge, who found ${found}`);
  if (revealed.judge?.agentId !== seat.agentId) complain("tells of another judge");
  if (kept?.type !== "PanelJudged") return;
  const { judge } = kept.data;
  const fared = best === undefined
    ? "open"
    : best === "tie"
    ? "tied"
    : best === "none"
    ? "none"
    : best === panelSeat
    ? "won"
    : "lost";
  if (judge?.agentId !== seat.agentId || judge.found !== fared) {
    complain(`keeps ${judge?.found} of its judge, who found ${told}`);
  }
}

const ENDS = new Set(["TurnCompleted", "TurnFailed", "TurnCancelled"]);

/** Turns that had not ended when this event was written. */
function openBefore(events: readonly ConversationEvent[], before: number): number {
  const open = new Set<string>();
  for (const { type, data, seq } of events) {
    if (seq >= before) break;
    if (type === "TurnRequested") open.add(data.turnId);
    else if (ENDS.has(type) && "turnId" in data && data.turnId) open.delete(data.turnId);
  }
  return open.size;
}

/** The two answers, in the order of their letters; null where one is not whole. */
function wholeIn(
  room: ConversationState,
  secret: readonly ConversationEvent[],
  panelSeat: number,
): readonly string[] | null {
  const completed = new Set(
    secret.flatMap((event) =>
      event.type === "TurnCompleted" && !event.data.passed ? [event.data.turnId] : []
    ),
  );
  const isCompleted = secret.some((event) => event.type === "PanelEnded" && event.data.how === "completed");
  const lastRound = Object.values(room.panels ?? {})[0]?.rounds.at(-1);
  const turns = Object.values(room.turns).filter(({ requestedSeq, judges }) =>
    !judges && secret.some(({ seq }) => seq === requestedSeq)
  );
  const alone = turns.find(({ panel }) => !panel);
  const last = turns.find(({ panel }) =>
    panel && panel.stage === lastRound?.stage && panel.round === lastRound.round
  );
  if (!isCompleted || !alone || !last || ![alone, last].every(({ id }) => completed.has(id))) return null;
  const empty = [alone, last].some(({ messageId }) => {
    const { erased } = room.messages[messageId] ?? {};
    return !erased && saidBy(room, messageId).trim() === "";
  });
  if (empty) return null;
  const [own, other] = [last.messageId, alone.messageId];
  return panelSeat === 0 ? [own, other] : [other, own];
}
