/** What must hold of comparisons when a simulated run has come to rest. */
import { isDeepStrictEqual } from "node:util";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { WorkspaceEvent } from "../../events/catalog/workspace.ts";
import { digestOf } from "../../actors/conversation/rules/comparisons.ts";
import type { Comparison } from "../../projections/shapes/comparison_folds.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { CANARY_NAMES } from "./furnish.ts";
import type { Up } from "./node.ts";
import type { Complain } from "./observers.ts";
import { checkJudge } from "./sim_judges.ts";

/** What lies in the store at the end. */
export interface Found {
  readonly streams: ReadonlyMap<string, readonly ConversationEvent[]>;
  readonly states: ReadonlyMap<string, ConversationState>;
  /** Of the settings. */
  readonly settings: readonly WorkspaceEvent[];
}

/** The digest is that of whom it names, who said what is told under their letters, and what was judged is kept once. */
export function checkRevealed(
  one: Comparison,
  talk: ConversationState,
  { states, settings }: Found,
  secret: readonly ConversationEvent[],
  judged: boolean,
  complain: Complain,
): void {
  const { revealed, digest, seats, answers, votes, messageId } = one;
  if (!revealed) return;
  if (digestOf(revealed.salt, revealed.seated) !== digest) complain("is not what its digest was made of");
  if (revealed.seated.length !== seats || answers.length !== seats) complain("has other seats");
  const erased = talk.messages[messageId]?.erased === true;
  if (one.shared && !judged && one.shared.same !== one.shared.requests) {
    complain(`has the same question in ${one.shared.same} of ${one.shared.requests} requests`);
  }
  if (one.shared?.files?.some((same) => same !== one.shared?.requests) && !judged) {
    complain("has a file that does not stand in every request");
  }
  const told = settings.filter(({ type, data }) =>
    (type === "ComparisonJudged" || type === "PanelJudged") && data.id === one.id
  );
  const gone = settings.some(({ type, data }) => type === "JudgementErased" && data.id === one.id);
  const due = judged || (votes.length > 0 && !erased);
  if (told.length > 1) complain(`was judged ${told.length} times`);
  if (due && told.length === 0) complain("was judged, and that is kept nowhere");
  const kept = told[0];
  if (kept?.type === "ComparisonJudged") {
    if (erased !== gone) complain(erased ? "is counted, and its question is gone" : "is counted no more");
    const found = votes.map(({ best, criteria }) => ({ best, ...(criteria ? { criteria } : {}) }));
    if (!isDeepStrictEqual(kept.data.votes, found)) complain("was judged otherwise than it is counted");
  }
  const room = states.get(one.roomId);
  const asked = secret.flatMap((event) =>
    event.type === "TurnRequested" && !event.data.panel && !event.data.judges ? [event.data] : []
  );
  // Its room may have been deleted since, as any conversation.
  if (!room || room.deleted) return;
  checkJudge(one, room, secret, kept, complain);
  if (asked.length !== (judged ? 1 : seats)) complain(`asked ${asked.length} of ${seats}`);
  answers.forEach((answer, seat) => {
    const { agentId, panel } = revealed.seated[seat] ?? {};
    if (panel || talk.messages[answer.messageId]?.erased) return;
    const participant = room.participants.find((one) => one.agentId === agentId)?.id;
    const message = room.messages[asked.find((turn) => turn.participantId === participant)?.messageId ?? ""];
    if (message?.erased) return;
    const said = room.bodies[message?.id ?? ""]?.content ?? "";
    const whole = message?.status === "complete" && !message.passed && said.trim() !== "";
    const content = talk.bodies[answer.messageId]?.content ?? "";
    if ((answer.gap === true) === whole || content !== (whole ? said : "")) {
      complain(`tells of ${agentId} what it did not say`);
    }
    if ((answer.names === true) !== CANARY_NAMES.some((name) => content.includes(name))) {
      complain(`marks ${agentId} wrongly`);
    }
  });
}

/** The events of the settings. */
export async function settingsIn({ log }: Pick<Up, "log">): Promise<WorkspaceEvent[]> {
  const events: WorkspaceEvent[] = [];
  // Stored bytes became typed events at the read boundary.
  for await (const batch of log.read(WORKSPACE)) events.push(...batch as WorkspaceEvent[]);
  return events;
}
