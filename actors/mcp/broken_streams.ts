/**
 * Requests that will not be answered any more. The SDK goes on waiting for them, for as long as it waits for any answer: a
 * server that ended in the middle of a call, said more than is taken, or gave the answer to another request, was given up a
 * minute later.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { type Fetch, isStream } from "./guarded_fetch.ts";

/** What stands in the place of an answer. Nothing that comes over the wire is one of these objects. */
const BROKEN = Symbol("broken");
const ANOTHER = Symbol("another");

/** Why there is no answer, of an error that stands in its place. */
export const unansweredBy = ({ data }: { readonly data?: unknown }): "broken" | "malformed" | null =>
  data === BROKEN ? "broken" : data === ANOTHER ? "malformed" : null;

type Id = Extract<JSONRPCMessage, { method: string; id: unknown }>["id"];

/** The id of a request: an answer to it is due. */
const requestIn = (message: JSONRPCMessage): Id | undefined =>
  "method" in message && "id" in message ? message.id : undefined;

/** Answers a request; where it was answered before, nobody waits for that. */
const end = ({ onmessage }: Transport, id: Id, data: symbol): void =>
  onmessage?.({ jsonrpc: "2.0", id, error: { code: 0, message: "", data } });

/** The requests that go out over a transport from now on, for as long as they wait. */
function waitingOn(transport: Transport): Set<Id> {
  const waiting = new Set<Id>();
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const id = requestIn(message);
    if (id !== undefined) waiting.add(id);
    await send(message, options);
  };
  transport.onmessage = (message) => {
    if (!("method" in message) && message.id !== undefined) waiting.delete(message.id);
  };
  return waiting;
}

/** A transport that ends each request whose stream, or the document in its place, came to its end without the answer. */
export function endingEach<T extends Transport>(make: (fetch: Fetch) => T, fetch: Fetch): T {
  const documents = new Set<Id>();
  const transport = make(async (to, init) => {
    const response = await fetch(to, init);
    const id = typeof init?.body === "string" ? requestIn(JSON.parse(init.body)) : undefined;
    if (id !== undefined && response.ok && !isStream(response)) documents.add(id);
    return response;
  });
  const waiting = waitingOn(transport);
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const id = requestIn(message);
    if (id === undefined) return await send(message, options);
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      end(transport, id, BROKEN);
    };
    try {
      await send(message, { ...options, onRequestStreamEnd });
      if (documents.has(id) && waiting.has(id)) end(transport, id, ANOTHER);
    } finally {
      documents.delete(id);
    }
  };
  return transport;
}

/** A transport along whose one stream all answers come: where that ends, all that wait are ended. A new one knows of none. */
export function endingAll<T extends Transport>(make: (fetch: Fetch) => T, fetch: Fetch): T {
  const transport = make(async (to, init) => {
    const response = await fetch(to, init);
    if (!response.body || !isStream(response)) return response;
    const over = () => {
      for (const id of waiting) end(transport, id, BROKEN);
    };
    return new Response(toldOf(response.body, over), response);
  });
  const waiting = waitingOn(transport);
  return transport;
}

/** The stream, of whose end, good or bad, somebody is told. */
function toldOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, over: () => void) {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      over();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
