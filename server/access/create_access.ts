/** Who may in: with the tokens, sessions and secrets of a system's log. */
import { realEnvironment } from "../../actors/runtime/environment.ts";
import type { System } from "../../actors/system.ts";
import { CLOCKS } from "../clocks.ts";
import { DIRECT } from "../http/front.ts";
import { Access, type AccessOptions } from "./access.ts";
import { PASSWORD_COST } from "./password_hash.ts";

/** `more`: what a server says to its log, and what a test puts in the place of the clocks. */
export function createAccess(
  system: System,
  more: Partial<Pick<AccessOptions, "log" | "front" | "now" | "monotonic" | "sleep" | "passwordCost">> = {},
): Access {
  return new Access({
    tokens: system.log.side("token"),
    sessions: system.log.side("session"),
    secrets: system.log.side("secret"),
    ...CLOCKS,
    sleep: realEnvironment.sleep,
    secret: () => crypto.getRandomValues(new Uint8Array(32)).toHex(),
    passwordCost: PASSWORD_COST,
    front: DIRECT,
    log: () => {},
    ...more,
  });
}
