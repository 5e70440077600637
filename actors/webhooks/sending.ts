/** One try of a delivery, over HTTP. */
import { checkAddress } from "../providers/wire.ts";

/** Milliseconds that a receiver has to answer. */
export const TRY_MS = 15_000;

export interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** The status of the answer, or null where none came. Never rejects. */
export type Send = (sending: Sending) => Promise<number | null>;

/** Addresses that a provider may not have a webhook may not have either; a redirect is not followed. */
export const send: Send = async ({ url, headers, body, signal }) => {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]);
  try {
    await checkAddress(url, ends);
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "user-agent": "fishbowl" },
      body,
      redirect: "manual",
      credentials: "omit",
      signal: ends,
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
};
