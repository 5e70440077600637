/**
 * A call that its server refuses until a person has been at an address (error -32042, in the protocol of 2025): the
 * address is asked for like any other, and the call made again when the person says that they have been there. The
 * server told that nothing ran, so a call that changes things is not made twice; one that failed otherwise is not made again.
 */
import { CALL_INPUTS } from "../../events/catalog/limits.ts";
import type { GivenInput } from "../tools/toolbox.ts";

interface Around {
  /** The addresses that an error wants opened first, as they were sent; null: it is another error. */
  wanted(error: unknown): unknown;
  /** Asks a person to open one; null: it is none that is opened. */
  ask(address: unknown): Promise<GivenInput | null>;
}

/**
 * What a call gives in the end. Throws what the call did where there is no address to be opened, or nobody opens it; at
 * most `CALL_INPUTS` addresses are asked for, and of more than that in one answer none.
 */
export async function afterAddresses<T>(call: () => Promise<T>, { wanted, ask }: Around): Promise<T> {
  for (let left = CALL_INPUTS;;) {
    try {
      return await call();
    } catch (error) {
      const addresses = wanted(error);
      if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > left) throw error;
      left -= addresses.length;
      for (const address of addresses) {
        const given = await ask(urlOf(address));
        if (given?.action !== "accept") throw error;
      }
    }
  }
}

/** As in the question that the protocol has for it: nothing else is asked so, whatever is sent. */
const urlOf = (address: unknown): unknown =>
  typeof address === "object" && address !== null ? { ...address, mode: "url" } : address;
