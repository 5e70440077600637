/** The addresses of the workers, as the one Trusted Types policy lets them pass; nothing else does. */

declare const WORKER_PATH: string;
declare const COLOUR_WORKER_PATH: string;

interface Policy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | null = null;

function passed(address: string): string {
  const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (!trusted) return address;
  policy ??= trusted.createPolicy("fishbowl-worker", {
    createScriptURL(url) {
      if (url !== WORKER_PATH && url !== COLOUR_WORKER_PATH) {
        throw new TypeError("only a worker's own address");
      }
      return url;
    },
  });
  return policy.createScriptURL(address);
}

/** The shared worker that holds the event stream. */
export const streamWorkerAddress = (): string => passed(WORKER_PATH);
/** The worker that colours code. */
export const colourWorkerAddress = (): string => passed(COLOUR_WORKER_PATH);
/** What the worker that colours code says once, before anything else. */
export const LOADED = "loaded";
