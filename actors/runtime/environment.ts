/** Time and chance, as the actors take them: parameters, so that a test or a simulation can own them. */
import {
  type Environment as StoreEnvironment,
  randomBytes,
  realEnvironment as realStoreEnvironment,
} from "../../events/store/environment.ts";

/** `monotonic`: milliseconds on a clock that never jumps. `sleep`: ends early when its signal aborts, never rejects. */
export type Clock = Pick<StoreEnvironment, "monotonic" | "sleep">;

export interface Environment extends Clock, Pick<StoreEnvironment, "random" | "salt" | "breathe"> {
  /** Wall clock, ISO 8601 UTC: shown to people, never used for order. */
  now(): string;
  /** 12 random hex digits. */
  hex(): string;
}

/** Why a sleep ends early. Without a reason of its own an abort makes an error, with its stack, each time. */
export const WOKEN = "woken";

/** The real clock and real chance. The only place of the actors that reads them. */
export const realEnvironment: Environment = {
  ...realStoreEnvironment,
  now: () => new Date().toISOString(),
  hex: () => randomBytes(6).toHex(),
};
