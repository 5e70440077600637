/** `fishbowl tail`: the log of a running server as it grows, an event in JSON a line; goes on by itself where it broke off. */
import { z } from "zod";
import { StartError } from "./start_error.ts";
import { type Options, type Remote, UsageError } from "./options.ts";
import { foreign, INTERRUPTED, isStream, refused, type Terminal, unreachable } from "./remote.ts";

/** Milliseconds before the next try: longer with each, up to the last. */
const PAUSES_MS = [500, 1_500, 5_000, 15_000];

/** Whether it may be otherwise the next time: a server that is busy, starting or gone. */
const mayPass = (status: number) => status >= 500 || status === 429;

/** The events of one connection, until it breaks off. Tells where it got to. */
async function* events(response: Response): AsyncGenerator<{ id: string; data: string }> {
  const { EventSourceParserStream } = await import("eventsource-parser/stream");
  const frames = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(
    new EventSourceParserStream(),
  );
  for await (const { event, id = "", data } of frames ?? []) {
    if (event === "reset") {
      throw new StartError("The place to go on from is not in this log. Leave out --after.");
    }
    if (event === "event") yield { id, data };
  }
}

const Told = z.object({ detail: z.string() });

/** Why a server that answers does not tell. */
async function refusal(response: Response, remote: Remote): Promise<StartError> {
  const { data } = Told.safeParse(await response.json().catch(() => null));
  return refused(remote, response.status, data?.detail);
}

/** @returns the exit status: 0 when the conversation was deleted, 130 stopped, 1 where nobody read on */
export async function tailCommand(options: Options, terminal: Terminal): Promise<number> {
  const { rest: [id, ...more], remote: { url, token }, remote } = options;
  if (more.length > 0) throw new UsageError("Name one conversation, or none for all.");
  const path = id === undefined ? "events?drafts=none" : `conversations/${encodeURIComponent(id)}/events`;
  const { stop } = terminal;
  let last = options.after;
  let tries = 0;
  let wasThere = false;
  while (!stop.aborted) {
    try {
      const response = await fetch(`${url}/api/${path}`, {
        signal: stop,
        headers: {
          accept: "text/event-stream",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(last === undefined ? {} : { "last-event-id": last }),
        },
      });
      if (response.status === 204) return 0;
      if (!response.ok && !mayPass(response.status)) throw await refusal(response, remote);
      const isTold = response.ok && isStream(response);
      // Once there, it is elsewhere for a while: a page that says so stands in its place.
      if (response.ok && !isTold && !wasThere) throw foreign(remote);
      if (!isTold) await response.body?.cancel();
      else {
        [tries, wasThere] = [0, true];
        for await (const event of events(response)) {
          await terminal.write(`${event.data}\n`);
          last = event.id;
        }
      }
    } catch (error) {
      if (stop.aborted) break;
      if (error instanceof Deno.errors.BrokenPipe) return 1;
      if (error instanceof StartError) throw error;
      if (!wasThere) throw unreachable(remote);
    }
    if (tries === 0) terminal.note("The connection was lost; trying again.");
    await terminal.wait(PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)] ?? 0);
  }
  return INTERRUPTED;
}
