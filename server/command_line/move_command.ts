/**
 * `fishbowl import` of another product's file, into a running server: tells first what is in it, and with `--yes` takes it
 * in. What was taken in stays: run again, it goes on where it was.
 */
import { ArchiveError, openArchive } from "../../projections/moving_in/archive.ts";
import { readCard } from "../../projections/moving_in/cards.ts";
import { faultOf, moveIn, survey } from "../../projections/moving_in/moving.ts";
import { StartError } from "./start_error.ts";
import { cardCommand } from "./card_command.ts";
import { fileSource } from "./file_source.ts";
import { moveHost } from "./move_host.ts";
import { type Options, UsageError } from "./options.ts";
import { INTERRUPTED, type Terminal } from "./remote.ts";
import { FAULTS, outcome, preview } from "./told_moves.ts";

/** Percent between two lines of progress. */
const STEP = 10;

/** Tells how far it is, now and then. */
function progress(note: Terminal["note"], what: string) {
  let next = STEP;
  return ({ read, bytes }: { readonly read: number; readonly bytes: number }) => {
    const percent = Math.floor(100 * read / Math.max(1, bytes));
    if (percent < next || percent >= 100) return;
    next = percent - percent % STEP + STEP;
    note(`${what}: ${percent} %`);
  };
}

/** @returns the exit status: 0 told or taken in, 130 stopped, 1 where nobody read on */
export async function moveCommand(options: Options, terminal: Terminal): Promise<number> {
  const { rest: [path = "", ...more], remote, branches, yes } = options;
  if (more.length > 0) throw new UsageError("Name one file.");
  const { stop, note } = terminal;
  const rest = () => {
    stop.throwIfAborted();
    return Promise.resolve();
  };
  const host = moveHost(remote, terminal);
  let created = 0;
  try {
    using source = await fileSource(path);
    const card = await readCard(source);
    if (card) return await cardCommand(card, yes, host, terminal);
    const archive = await openArchive(source);
    const found = await survey(archive, { branches }, host.known, progress(note, "Read"), rest);
    if (found.talks === 0) throw new StartError(FAULTS[faultOf(found)]);
    await terminal.write(preview(found));
    if (!yes) {
      note("Nothing was imported yet: say --yes for that.");
      return 0;
    }
    const tell = progress(note, "Imported");
    const done = await moveIn(archive, { branches }, host, (so) => {
      created = so.created;
      tell(so);
    }, rest);
    await terminal.write(outcome(done));
    return 0;
  } catch (error) {
    if (created > 0) note(`${created} conversations were imported. The same command goes on from there.`);
    if (stop.aborted) return INTERRUPTED;
    if (error instanceof Deno.errors.BrokenPipe) return 1;
    throw error instanceof ArchiveError ? new StartError(FAULTS[error.fault]) : error;
  }
}
