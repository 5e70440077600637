/** The addresses of the workers, as the one Trusted Types policy lets them pass; nothing else does. */
import type { Hears, Helper } from "./aside.ts";

declare const WORKER_PATH: string;
declare const COLOUR_WORKER_PATH: string;
declare const FORMULA_WORKER_PATH: string;
/** Its name stays: a browser asks by it whether there is another version. */
const OFFLINE_WORKER_PATH = "/offline_worker.js";

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
      const ours = [WORKER_PATH, COLOUR_WORKER_PATH, FORMULA_WORKER_PATH, OFFLINE_WORKER_PATH];
      if (!ours.includes(url)) {
        throw new TypeError("only the address of a worker");
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
/** The worker that sets formulas. */
export const formulaWorkerAddress = (): string => passed(FORMULA_WORKER_PATH);
/** The worker that opens the page where its server cannot be reached. */
export const offlineWorkerAddress = (): string => passed(OFFLINE_WORKER_PATH);
/** What a worker that helps says once, before anything else. */
export const LOADED = "loaded";

/** A worker as a helper: each job is one message to it, and each answer one back. */
export function helperOf<J, R>(address: string, name: string, { loaded, done, broke }: Hears<R>): Helper<J> {
  const worker = new Worker(address, { type: "module", name });
  let ended = false;
  worker.addEventListener("message", ({ data }: MessageEvent<R | null>) => {
    if (ended) return;
    if (data === LOADED) loaded();
    else done(data);
  });
  worker.addEventListener("error", () => ended || broke());
  return {
    take: (job) => worker.postMessage(job),
    end() {
      ended = true;
      worker.terminate();
    },
  };
}
