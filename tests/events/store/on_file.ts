/** The contract on a store in a folder of its own, with names that no other case has. */
import { openLog } from "../../../events/store/log.ts";
import type { Open } from "./contract.ts";

let made = 0;
/** With a mark no key of the store has: a stream that is called `cmd` shares its name with rows of another kind. */
export const name = (): string => `c-${(++made).toString(36)}`;

export const onFile: Open = async (body) => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/log.db`;
  const log = await openLog({ path });
  try {
    await body({ log, name, second: () => openLog({ path }) });
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
};
