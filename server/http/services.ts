/** What handlers need from outside; nothing in this folder reads a clock or draws a random number itself. */
import type { StoreLog } from "../../events/store/log.ts";
import type { Logger } from "../../actors/runtime/logger.ts";
import type { Tracing } from "../../actors/runtime/tracing.ts";
import type { Webhooks } from "../../actors/webhooks/webhooks.ts";
import type { System } from "../../actors/system.ts";
import type { Access } from "../access/access.ts";
import type { Assets } from "./assets.ts";
import type { EventHub } from "../stream/event_hub.ts";
import type { HostList } from "./guard.ts";
import type { Disk } from "../metrics/disk.ts";
import type { Meter } from "../metrics/meter.ts";
import type { SetUp } from "../access/set_up.ts";

export interface Services {
  readonly system: System;
  /** The same log, for what moves whole streams. */
  readonly store: StoreLog;
  readonly hub: EventHub;
  readonly hosts: HostList;
  readonly access: Access;
  /** Null where the server had a password from the start, or needs none. */
  readonly setUp: SetUp | null;
  readonly assets: Assets;
  readonly meter: Meter;
  readonly disk: Disk;
  /** Aborts when the process was told to end. */
  readonly stopping: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that only grow, from wherever: for what is counted and waited for. */
  readonly monotonic: () => number;
  /** 12 random hex digits. */
  readonly hex: () => string;
  readonly logger: Logger;
  readonly webhooks: Webhooks;
  /** Calls the span of a request by its route. */
  readonly tracing: Pick<Tracing, "name">;
}

/** `<kind>_<12 hex>`. */
export function mint(services: Services, kind: string): string {
  return `${kind}_${services.hex()}`;
}
