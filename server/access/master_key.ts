/** The key that protects provider keys at rest: from the environment, or a file only the owner can read. */
import { StartError } from "../command_line/start_error.ts";

/** Bytes of an AES-256 key. */
const KEY_BYTES = 32;

/** Reads the key file in `folder`, or makes it (mode 0600). Two processes that start at once get the same key. */
export async function masterKey(folder: string, hex: string | undefined): Promise<Uint8Array> {
  if (hex !== undefined) return Uint8Array.fromHex(hex);
  const path = `${folder}/master.key`;
  try {
    const text = crypto.getRandomValues(new Uint8Array(KEY_BYTES)).toHex();
    await Deno.writeTextFile(path, text, { mode: 0o600, createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  const stored = (await Deno.readTextFile(path)).trim();
  if (!/^[0-9a-f]{64}$/.test(stored)) {
    throw new StartError(`The key file in the data folder is damaged; provider keys cannot be read.`);
  }
  return Uint8Array.fromHex(stored);
}
