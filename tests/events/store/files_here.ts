/**
 * Files of stores by their paths. Where not everything is done they are simulated, for the contract of the store holds of both: to
 * open a real one takes as long as most of what is shown with it.
 */
import { openDenoKv } from "../../../events/store/kv/open.ts";
import type { Kv } from "../../../events/store/kv/kv.ts";
import { WHOLE } from "../../effort.ts";
import { memoryKv } from "../../sim/memory_kv.ts";
import { SimDisk } from "../../sim/sim_disk.ts";

export class FilesHere {
  readonly #disks = new Map<string, SimDisk>();

  readonly open = async (path: string): Promise<Kv> => {
    if (WHOLE) return await openDenoKv(path);
    const disk = this.#disks.get(path) ?? new SimDisk();
    this.#disks.set(path, disk);
    return memoryKv(disk);
  };

  /** As the file lies there. */
  async copy(from: string, to: string): Promise<void> {
    if (WHOLE) await Deno.copyFile(from, to);
    else this.#disks.set(to, this.#disks.get(from)?.copy() ?? new SimDisk());
  }
}
