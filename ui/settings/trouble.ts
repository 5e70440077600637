/** Why a provider is not connected, in words that say what to press. */
import type { Preset } from "../../events/catalog/provider_presets.ts";
import { words as all } from "../words/providers.ts";
import type { Trouble } from "./adding.ts";

const words = all.wrong;

/** Codes that have a sentence of their own whatever was asked. */
const TOLD: Readonly<Partial<Record<Trouble["code"], string>>> = {
  auth: words.auth,
  permission: words.permission,
  not_found: words.not_found,
  network: words.network,
  timeout: words.timeout,
  rate_limited: words.rate_limited,
  overloaded: words.overloaded,
  server: words.server,
  malformed: words.malformed,
  truncated: words.malformed,
  no_address: words.noAddress,
};

/** `withKey`: a key was given. What no code says is said in the server's words. */
export function tellTrouble({ code, message }: Trouble, preset: Preset, withKey: boolean): string {
  if (code === "not_taken") return message;
  if (code === "auth" && !withKey) return words.authNone;
  if (code === "network" && preset.local) return words.networkLocal(preset.name);
  return TOLD[code] ?? [message, words.other].filter(Boolean).join(" ");
}

/** What a provider may be kept with all the same: it may be there tomorrow. A wrong key or address will not be right. */
export const mayKeep = ({ code }: Trouble): boolean =>
  ["network", "timeout", "rate_limited", "overloaded", "server", "not_found", "malformed"].includes(code);
