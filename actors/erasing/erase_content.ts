/** Erasing words on somebody's behalf: what goes is looked for in the log, decided by the conversation, taken out of the store. */
import type { Actor } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { EventLog } from "../../events/store/types.ts";
import { type Erased, ErasureOf } from "../../projections/conversation/erasure_of.ts";
import type { Answer, CommandOf } from "../conversation/commands.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import type { Refused, Stored, Terms } from "../runtime/stream_actor.ts";

/** What is to be erased, and why. */
export interface ToErase extends Erased {
  readonly why?: string | undefined;
}

interface Meta extends Pick<Terms, "idempotency"> {
  readonly by: Actor;
}
type Outcome = Stored<Answer> | Refused;

interface Ports {
  readonly log: Pick<EventLog, "read" | "erase">;
  readonly logger: Logger;
  execute(conversationId: string, command: CommandOf<"erase">, meta: Meta): Promise<Outcome>;
}

/** Looks into a log that goes on meanwhile, before somebody has to ask again. */
const LOOKS = 8;

async function commandFor(
  { log }: Pick<Ports, "log">,
  conversationId: string,
  { messageId, use, why, title, titles }: ToErase,
): Promise<CommandOf<"erase">> {
  const found = new ErasureOf({ messageId, use, title, titles });
  let through = 0;
  for await (const events of log.read(conversationId)) {
    for (const event of events) {
      found.add(conversationEvent(event));
      through = event.seq;
    }
  }
  const { seqs, retitled, title: kept } = found.result();
  return {
    type: "erase",
    messageId,
    ...(use ? { use } : {}),
    ...(why === undefined || why === "" ? {} : { why }),
    seqs,
    ...(retitled ? { retitled } : {}),
    ...(kept === undefined ? {} : { title: kept }),
    ...(title === undefined ? {} : { elsewhere: true }),
    through,
  };
}

/**
 * Erases, and resolves when the words are out of what the store holds. Where that cannot be done now it goes on by
 * itself: what is decided is in the log.
 */
export async function eraseContent(
  ports: Ports,
  conversationId: string,
  wanted: ToErase,
  meta: Meta,
): Promise<Outcome> {
  let outcome: Outcome | null = null;
  for (let look = 0; look < LOOKS; look++) {
    outcome = await ports.execute(conversationId, await commandFor(ports, conversationId, wanted), meta);
    if (outcome.ok || outcome.code !== "stale") break;
  }
  if (!outcome?.ok) {
    return outcome ?? { ok: false, code: "unavailable", detail: "The words could not be looked for." };
  }
  await ports.log.erase().catch((error) => {
    ports.logger("error", "erasing_failed", { conversationId, ...safely(error) });
  });
  return outcome;
}
