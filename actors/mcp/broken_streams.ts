/**
 * A stream that broke off before its answer. The SDK goes on waiting there, for as long as it waits for any answer: a server
 * that ended in the middle of a call, or said more than is taken, was given up a minute later.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** What stands in the place of the answer. Nothing that comes over the wire is this object. */
const BROKEN = Symbol("broken");

export const isBroken = (error: { readonly data?: unknown }): boolean => error.data === BROKEN;

/** The transport, which answers each request whose stream is over; where it was answered before, nobody waits for that. */
export function answeringBroken<T extends Transport>(transport: T): T {
  const send = transport.send.bind(transport);
  transport.send = (message: JSONRPCMessage, options) =>
    send(message, {
      ...options,
      onRequestStreamEnd() {
        options?.onRequestStreamEnd?.();
        if (!("method" in message) || !("id" in message)) return;
        const error = { code: 0, message: "", data: BROKEN };
        transport.onmessage?.({ jsonrpc: "2.0", id: message.id, error });
      },
    });
  return transport;
}
