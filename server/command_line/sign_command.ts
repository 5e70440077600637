/** `fishbowl sign`, and what other commands have signed: a backup, a restore, a rebuild. */
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { KeyUnreadable, Signing } from "../../actors/signing/signing.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { exists } from "../../events/store/file/private_files.ts";
import { notAsSigned } from "../../events/store/verify/verify_signed.ts";
import { masterKey } from "../access/master_key.ts";
import type { Console } from "./maintenance.ts";
import type { Options } from "./options.ts";
import { StartError } from "./start_error.ts";

export async function signingOf(
  log: StoreLog,
  options: Pick<Options, "data" | "masterKey">,
): Promise<Signing> {
  return new Signing({
    log,
    environment: realEnvironment,
    logger: silent,
    masterKey: await masterKey(options.data, options.masterKey),
  });
}

/** Signs what changed, or (`--new-key`) goes on with another key. */
export async function signCommand(log: StoreLog, options: Options, console: Console): Promise<number> {
  const signing = await signingOf(log, options);
  if (options.newKey) await changeKey(signing, options, console);
  const newest = await signing.sign("demand");
  if (!newest) throw new StartError("There is nothing to sign yet.");
  const { n, at, heads } = newest.checkpoint;
  console.out(`Checkpoint ${n} of ${at}, over ${heads} heads, signed by ${await signing.key()}.`);
  return 0;
}

async function changeKey(signing: Signing, { yes }: Options, console: Console): Promise<void> {
  try {
    await signing.changeKey();
  } catch (error) {
    if (!(error instanceof KeyUnreadable)) throw error;
    if (!yes) {
      throw new StartError("The signing key cannot be read, so nobody can vouch for a new one: say --yes.");
    }
    await signing.changeKey(true);
    console.note("Nobody vouches for the new key: tell it to those who check your proofs.");
  }
}

/**
 * Signs, where there is a master key to do it with. A command that is for something else goes on without, and says so.
 * @returns whether it was signed
 */
export async function signIfPossible(
  log: StoreLog,
  options: Pick<Options, "data" | "masterKey">,
  console: Pick<Console, "note">,
  work: (signing: Signing) => Promise<unknown>,
): Promise<boolean> {
  if (options.masterKey === undefined && !await exists(`${options.data}/master.key`)) return false;
  try {
    await work(await signingOf(log, options));
    return true;
  } catch (error) {
    if (!(error instanceof KeyUnreadable)) throw error;
    console.note(`fishbowl: not signed: ${error.message}`);
    return false;
  }
}

/** Somebody goes on with what a rebuild left: signed as it is, so that it is told no more. @returns the exit status */
export async function signRebuilt(log: StoreLog, options: Options, console: Console): Promise<number> {
  const lost = await log.checkpoints.lost();
  const streams = await notAsSigned(log);
  if (lost || streams.length > 0) {
    await signIfPossible(log, options, console, (signing) => signing.accept("rebuild", lost, streams));
  }
  return 0;
}
