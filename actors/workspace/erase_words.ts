/** Having the words of a thing of the settings gone for good: of a note, or of a project with its files. */
import type { Actor } from "../../events/catalog/envelope.ts";
import { ERASED_EVENTS } from "../../events/catalog/limits.ts";
import type { EventLog } from "../../events/store/types.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import type { System, WorkspaceOutcome } from "../system.ts";
import { ERASABLE, type Erasable } from "./erasable.ts";

/** Takes the words out of the log, of all versions, and resolves when they are gone. */
export async function eraseWords(
  { change, log, logger }: {
    readonly change: System["changeWorkspace"];
    readonly log: Pick<EventLog, "erase">;
    readonly logger: Logger;
  },
  { kind, id }: Erasable,
  by: Actor,
): Promise<WorkspaceOutcome> {
  const { among, type } = ERASABLE[kind];
  const outcome = await change<undefined>((state) => {
    const found = state[among][id];
    if (!found) return { ok: false, code: "not_found", detail: `There is no such ${kind}.` };
    const events = [];
    for (let at = 0; !found.erased && at < found.seqs.length; at += ERASED_EVENTS) {
      events.push({ type, data: { id, seqs: found.seqs.slice(at, at + ERASED_EVENTS) } });
    }
    return { ok: true, events, answer: { id } };
  }, { by });
  if (outcome.ok) {
    await log.erase().catch((error) => logger("error", "erasing_failed", { [kind]: id, ...safely(error) }));
  }
  return outcome;
}
