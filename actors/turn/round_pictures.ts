/** Pictures of tools' results: kept when they come, and read again for each request that brings them along. */
import type { Attachment } from "../../events/catalog/attachment.ts";
import { TOLD_PICTURE_BYTES, TOLD_PICTURES } from "../../events/catalog/limits.ts";
import type { EventLog } from "../../events/store/types.ts";
import { retry } from "../runtime/retry.ts";
import type { RequestFile, Shell } from "../providers/types.ts";
import type { GivenPicture } from "../tools/toolbox.ts";
import type { Attempt } from "./attempt.ts";
import type { SaltedRound } from "./request.ts";

/** Keeps what a tool gave; the event that names them comes after. */
export async function keptPictures(
  { ports: { log, environment }, signal }: Attempt,
  pictures: readonly GivenPicture[],
): Promise<Attachment[]> {
  return await Promise.all(pictures.map(async ({ type, bytes, width, height }, index) => {
    const { sha256, size } = await retry(environment, signal, () => log.blobs.put(bytes, type));
    // Equal bytes are kept once: their type may be another one there.
    return { sha256, name: `picture ${index + 1}.${type.slice("image/".length)}`, type, size, width, height };
  }));
}

/**
 * The rounds with the pictures that a request brings along: the first ones, so that what was sent before stays as it was.
 * Without `pictures` of the shell there are none.
 */
export async function withPictures<R extends Pick<SaltedRound, "calls">>(
  { blobs }: Pick<EventLog, "blobs">,
  rounds: readonly R[],
  { pictures }: Pick<Shell, "pictures">,
): Promise<readonly R[]> {
  if (!pictures) return rounds;
  let count = TOLD_PICTURES;
  let bytes = TOLD_PICTURE_BYTES;
  const fits = ({ size }: Attachment): boolean => {
    // Behind one that does not fit none does: what goes along is a beginning.
    if (size > bytes) count = 0;
    if (count === 0) return false;
    count--;
    bytes -= size;
    return true;
  };
  const read = async ({ name, type, sha256 }: Attachment): Promise<RequestFile> => {
    const blob = await blobs.get(sha256);
    return { name, type, sha256, bytes: blob?.bytes ?? new Uint8Array() };
  };
  return await Promise.all(rounds.map(async (round) => {
    const calls = round.calls.map((call) => ({ call, told: (call.attachments ?? []).filter(fits) }));
    return {
      ...round,
      calls: await Promise.all(
        calls.map(async ({ call, told }) =>
          told.length > 0 ? { ...call, files: await Promise.all(told.map(read)) } : call
        ),
      ),
    };
  }));
}
