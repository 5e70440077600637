/** The store of a data folder, open for as long as a test looks into it. */
import { openLog, type StoreLog } from "../events/store/log.ts";

export async function opened<T>(data: string, look: (log: StoreLog) => Promise<T>): Promise<T> {
  const log = await openLog({ path: `${data}/fishbowl.db` });
  try {
    return await look(log);
  } finally {
    await log.close();
  }
}
