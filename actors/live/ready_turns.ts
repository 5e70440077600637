/**
 * Turns made ready before they are stored, so that the commit which asks for them holds their claims: each has its place in the
 * memory of the process, its request as bytes, and a place at its provider. Who would have to be waited for is left out, and
 * begins as ever, by the row of its turn.
 */
import type { NewConversationEvent } from "../../events/catalog/conversation.ts";
import { dueTurns } from "../../projections/conversation/due.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { Begins, Order } from "../conversation/carry_out/order.ts";
import { plain } from "../conversation/overlay.ts";
import { safely } from "../runtime/logger.ts";
import type { Slots } from "../runtime/slots.ts";
import type { Attempt } from "../turn/attempt.ts";
import { claimOf, open } from "../turn/claim.ts";
import type { TurnPorts } from "../turn/ports.ts";
import { attemptAt } from "../turn/run.ts";
import { turnBytes } from "../turn/turn_bytes.ts";

/** Turns that begin with one commit; a remote store takes ten checks, and each may bring two. */
const MOST = { local: 8, remote: 3 };
/** Messages of a conversation beyond which a post does not wait for a request to be made: through a view that takes longer. */
export const MESSAGES = 200;
/** Milliseconds that a post waits for what is not in memory: files, notes, a provider's module. */
const WAIT_MS = 50;

/** An attempt whose claim is stored. */
export interface Claimed {
  readonly attempt: Attempt;
  /** The lock of its work row. */
  readonly stamp: string;
  /** Gives back what it holds of the memory for turns. */
  free(): void;
}

interface Ready {
  readonly attempt: Attempt;
  free(): void;
}

interface ReadyPorts extends TurnPorts {
  readonly slots: Slots;
  /** Turns that this process begins before it leaves them to others on the same store. */
  room(): number;
  /** Whether its speaker has nothing else in hand. */
  idle(conversationId: string, turn: Turn): boolean;
  /** Carries it on. */
  begin(claimed: Claimed): void;
}

/**
 * Those of the turns that `asked` asks for which can begin at once; null: none.
 * @param after the conversation with them, a view that is good as long as `holds`
 */
export async function readyTurns(
  ports: ReadyPorts,
  after: ConversationState,
  asked: readonly NewConversationEvent[],
  holds: () => boolean,
): Promise<Begins | null> {
  if (after.order.length > MESSAGES) return null;
  const done = new AbortController();
  const making = make(ports, after, asked, holds).catch((error) => {
    ports.logger("error", "begin_failed", { conversationId: after.id, ...safely(error) });
    return null;
  });
  const late = ports.environment.sleep(WAIT_MS, done.signal).then(() => null);
  const made = await Promise.race([making, late]);
  done.abort("made");
  if (!made) making.then((begins) => begins?.leave());
  return made;
}

async function make(
  ports: ReadyPorts,
  after: ConversationState,
  asked: readonly NewConversationEvent[],
  holds: () => boolean,
): Promise<Begins | null> {
  const { log, slots, shells } = ports;
  const { id } = after;
  const requested = new Set(asked.flatMap((e) => e.type === "TurnRequested" ? [e.data.turnId] : []));
  const workspace = await ports.workspace();
  const most = Math.min(MOST[log.kind === "remote" ? "remote" : "local"], ports.room());
  if (!holds() || most === 0) return null;
  const state = plain(after);
  const due = dueTurns(state).filter((turn) => requested.has(turn.id) && ports.idle(id, turn));
  // Whatever goes wrong here goes wrong before any place is taken.
  const attempts = due.slice(0, most)
    .map((turn) => attemptAt(ports, state, { turn, workspace }, turn.attempt + 1));
  const bytes = turnBytes(state);
  const ready = attempts.flatMap((attempt): Ready[] => {
    const free = slots.takeFree(bytes);
    return free ? [{ attempt, free }] : [];
  });
  await Promise.all(ready.map(async ({ attempt }) => {
    attempt.opening = await open(attempt, (shell) => shells.known(id, shell) ?? shells.wasPut(shell));
  }));
  return ready.length > 0 ? beginsOf(ports, id, ready) : null;
}

function beginsOf(ports: ReadyPorts, conversationId: string, ready: readonly Ready[]): Begins {
  const { shells } = ports;
  let over = false;
  return {
    claims: ready.map(({ attempt }): Order => claimOf(attempt)),
    begun(stamp) {
      over = true;
      for (const { attempt, free } of ready) {
        if (attempt.opening) shells.named(conversationId, attempt.opening.called.data.shellBlob);
        ports.begin({ attempt, stamp, free });
      }
    },
    leave() {
      if (over) return;
      over = true;
      for (const { attempt, free } of ready) {
        if (attempt.opening) shells.doubt(attempt.opening.called.data.shellBlob);
        attempt.opening?.release();
        free();
      }
    },
  };
}
