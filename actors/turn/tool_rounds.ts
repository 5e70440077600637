/**
 * Tools inside a turn. A call is in the log before it runs and its result after. What a crash left open runs
 * again only where that cannot do harm; otherwise the model and the person are told that it is not known. A
 * tool that changes something runs when a person has said so, and that stands in the log before it runs.
 */
import { z } from "zod";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { CALL_ID_CHARS } from "../../events/catalog/limits.ts";
import { Gathering, type Known, mayRead, siteOf } from "../../projections/conversation/addresses.ts";
import { mustAsk } from "../../projections/conversation/asking.ts";
import { jsonOf } from "../runtime/json.ts";
import { retry } from "../runtime/retry.ts";
import { MAKERS_SEARCH } from "../providers/makers_search.ts";
import { providerError } from "../providers/error_messages.ts";
import type { ToolRound } from "../providers/types.ts";
import { yieldLoop } from "../runtime/yield_loop.ts";
import { Slots } from "../runtime/slots.ts";
import type { Attempt } from "./attempt.ts";
import type { Said } from "./call.ts";
import { keepNote } from "./kept_notes.ts";
import type { Permission } from "./permissions.ts";
import { keyOf, openCalls, placesOf } from "./open_calls.ts";
import { personAsked } from "./person_asked.ts";
import { pauseOf, roundSalts, roundsOf, type SaltedRound } from "./request.ts";
import { keptPictures } from "./round_pictures.ts";
import type { Shown } from "./shown_text.ts";
import { toolSpan } from "./spans.ts";

/** Tool rounds of one turn: a model that needs more goes in circles. */
export const TOOL_ROUNDS = 16;
/** Calls of one round: models ask for a handful, hundreds at once would be an attack on somebody's site. */
export const TOOL_CALLS = 16;
/** Characters of a tool's name that the log holds; ours are a dozen long. */
const NAME_CHARS = 200;
const LONG_ID = "The AI service gave a call of a tool an id of more than 8,000 characters, so none was run.";
/** Calls of one round that run at the same time. */
export const TOOLS_AT_ONCE = 4;

const UNKNOWN = "The call was cut short. Whether it took effect is not known; it was not made again.";
const NOT_RUN = {
  refused: "The person did not allow this call. It was not made.",
  nobody: "A program asked, and nobody is there to allow this call. It was not made.",
  unanswered: "Nobody was there to allow this call. It was not made.",
};

type Call = ToolRound["calls"][number];
/** A call that has returned, with the salt of its result. */
interface Done extends Call {
  readonly salt: string;
  readonly client?: true;
}
/** A call to be made, with the word it waits for. */
interface Asked extends Pick<Call, "callId" | "tool" | "args" | "host"> {
  /** What it would read. */
  readonly address?: string;
  /** What another server said of the tool. */
  readonly definition?: string;
  readonly permission?: Promise<Permission>;
  /** The calling program runs it. */
  readonly client?: true;
}

/** The tools that a turn's model was given: nothing else runs, whatever it names. */
type Offered = ReadonlySet<string>;

/**
 * Runs the tools an answer asks for, a few at a time, and gives the finished round. Throws a `ProviderError` where
 * it asks for too many at once.
 */
export async function runTools(attempt: Attempt, said: Said, offered: Offered): Promise<SaltedRound> {
  const { raw, finish: { opaque } } = said;
  const first = { said: raw, ...(opaque === undefined ? {} : { opaque }) };
  const count = said.tools.length;
  if (count > TOOL_CALLS) {
    throw providerError("too_large", {
      sentence:
        `The agent asked for ${count} tools at once. At most ${TOOL_CALLS} are allowed, so none was run.`,
    });
  }
  if (said.tools.some(({ callId }) => callId.length > CALL_ID_CHARS)) {
    throw providerError("too_large", { sentence: LONG_ID });
  }
  const known = await knownAddresses(attempt, said.tools);
  const calls = said.tools.map(({ callId, tool, args }) =>
    asking(attempt, { callId, tool: tool.slice(0, NAME_CHARS), args }, offered, known)
  );
  const called = await announce(attempt, first, calls);
  const slots = new Slots(TOOLS_AT_ONCE);
  const done = await Promise.all(
    calls.map((call) => call.client ? handed(call) : runOne(attempt, call, offered, slots, known)),
  );
  return finished(first, called, done);
}

/** The maker's own tools are at work: what there is goes into the log before it goes on. */
export async function pause(
  attempt: Attempt,
  { raw: said, finish: { opaque = "[]" } }: Pick<Said, "raw" | "finish">,
): Promise<SaltedRound> {
  return await recordPause(attempt, { said, opaque });
}

async function recordPause(
  attempt: Attempt,
  paused: { readonly said: string; readonly opaque: string },
): Promise<SaltedRound> {
  const salt = attempt.ports.environment.salt();
  await attempt.tell({
    type: "answer_paused",
    data: { ...attempt.ids, round: attempt.round, ...paused },
    salt,
  });
  return pauseOf(paused, salt);
}

/** A call that the calling program runs: what it gives comes with a later message. */
const handed = ({ callId, tool, args }: Asked): Done => ({
  callId,
  tool,
  args,
  status: "unknown",
  result: "",
  salt: "",
  client: true,
});

/** A round as requests are made of it. */
function finished(
  { said, opaque }: Omit<ToolRound, "calls">,
  called: ReadonlyMap<string, string>,
  done: readonly Done[],
): SaltedRound {
  const calls = done.map(({ salt: _, client: __, ...call }) => call);
  const returned = new Map(done.map(({ callId, salt }) => [callId, salt]));
  return {
    said,
    ...(opaque === undefined ? {} : { opaque }),
    calls,
    salts: roundSalts(calls, called, returned),
    ...(done.some(({ client }) => client) ? { handed: true as const } : {}),
  };
}

/** The salts of the calls, by their ids. */
async function announce(
  attempt: Attempt,
  { said, opaque }: Omit<ToolRound, "calls">,
  calls: readonly Asked[],
): Promise<ReadonlyMap<string, string>> {
  const told = calls.map(({ callId, tool, args, address, host, definition, permission, client }, index) => ({
    data: {
      ...attempt.ids,
      round: attempt.round,
      callId,
      tool,
      args,
      offset: attempt.text.length,
      ...(index === 0 ? { said, ...(opaque === undefined ? {} : { opaque }) } : {}),
      ...(client ? { client } : {}),
      ...(permission ? { asks: true as const } : {}),
      ...(address === undefined ? {} : { address }),
      // The host of an address stands in it.
      ...(host === undefined || definition === undefined ? {} : { host, definition }),
    },
    salt: attempt.ports.environment.salt(),
  }));
  await attempt.tell({ type: "tool_called", calls: told });
  return new Map(told.map(({ data, salt }) => [data.callId, salt]));
}

/** Starts to wait at once, before the call is in the log and can be answered. */
function asking(
  attempt: Attempt,
  call: Pick<Call, "callId" | "tool" | "args">,
  offered: Offered,
  known: Known,
): Asked {
  const { ports, ids, round, signal } = attempt;
  if (attempt.clients.has(call.tool)) return { ...call, client: true };
  if (!offered.has(call.tool)) return call;
  const told = addressed(attempt, call);
  if (!mustAsk({ ...ports.tools.judged(call.tool, call.args), tool: call.tool }, known)) return told;
  const permission = attempt.unattended
    ? Promise.resolve(attempt.unattended)
    : ports.permissions.ask({ ...ids, round }, call.callId, signal);
  return { ...told, permission };
}

/** The call, with where it would go. */
function addressed(attempt: Attempt, call: Asked): Asked {
  const { address, server } = attempt.ports.tools.judged(call.tool, call.args);
  if (server) return { ...call, host: server.host, definition: server.definition };
  return address === null ? call : { ...call, address, host: siteOf(address) };
}

/** Characters looked at between two rests: about a millisecond. */
const LOOK_CHARS = 100_000;

/** What this conversation knows of addresses and of what was heard, as far as any of `calls` goes anywhere. */
async function knownAddresses(
  attempt: Attempt,
  calls: readonly { readonly tool: string; readonly args: string }[],
): Promise<Known> {
  const { ports: { tools, folds, log, environment }, conversationId, signal } = attempt;
  const goes = ({ tool, args }: (typeof calls)[number]) => {
    const { address, server } = tools.judged(tool, args);
    return address !== null || server !== null;
  };
  if (!calls.some(goes)) return NOTHING_KNOWN;
  const [{ state }, foreign] = await retry(
    environment,
    signal,
    () => Promise.all([folds.refresh(conversationId), log.side("foreign").get(conversationId)]),
  );
  const known = new Gathering(state, typeof foreign === "number" ? foreign : 0);
  let looked = 0;
  for (const id of known.ids()) {
    looked += known.add(id) + 100;
    if (looked < LOOK_CHARS) continue;
    looked = 0;
    await yieldLoop();
  }
  // What a maker's search found in this answer stands in no event yet.
  if (attempt.prepared.ok && attempt.prepared.shell.search) known.heard.add(MAKERS_SEARCH.name);
  return known;
}
const NOTHING_KNOWN: Known = {
  addresses: new Set(),
  sites: new Set(),
  heard: new Set(),
  granted: new Map(),
};

async function runOne(
  attempt: Attempt,
  { permission, address, definition: _, ...call }: Asked,
  offered: Offered,
  slots: Slots,
  known: Known,
): Promise<Done> {
  if (!offered.has(call.tool)) {
    return await returned(attempt, { ...call, status: "error", result: `There is no tool ${call.tool}.` });
  }
  const said = await permission ?? "allowed";
  if (said !== "allowed") {
    return await returned(attempt, { ...call, status: "refused", result: NOT_RUN[said] });
  }
  // Who waits for a person holds no place.
  const takeSlot = async () => await slots.take(attempt.signal) ?? attempt.leave();
  let release = await takeSlot();
  const ask = personAsked(attempt, call.callId, {
    leave: () => release(),
    take: async () => void (release = await takeSlot()),
  });
  const { tools, tracing } = attempt.ports;
  const { status: ran, note, title, ...given } = await tracing.span(
    toolSpan(attempt, call.tool),
    async (tell) => {
      // Its own address was known, or a person has allowed it.
      const may = (other: string) => other === address || mayRead(known, other);
      const { conversationId, ids: { turnId }, ports: { hub } } = attempt;
      const given = await tools.run(
        call.tool,
        call.args,
        attempt.signal,
        may,
        (news) => hub.progress({ conversationId, turnId, callId: call.callId, ...news }),
        ask,
      );
      if (given.status !== "ok") tell({ "error.type": given.status });
      return given;
    },
  ).finally(() => release());
  const failed = note && await keepNote(attempt, call.callId, note);
  const status = failed ? "error" as const : ran;
  const result = failed ?? (given.sources ? attempt.sources.tell(given.sources) : given.result);
  const attachments = await keptPictures(attempt, given.pictures ?? []);
  const gave = {
    ...{ ...call, status, result },
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(given.links ? { links: given.links } : {}),
  };
  return await returned(attempt, gave, title);
}

async function returned(attempt: Attempt, call: Call, title?: string): Promise<Done> {
  const { callId, status, result, attachments, links } = call;
  const salt = attempt.ports.environment.salt();
  await attempt.tell({
    type: "tool_returned",
    data: {
      ...attempt.ids,
      round: attempt.round,
      callId,
      status,
      result,
      ...(attachments === undefined ? {} : { attachments: [...attachments] }),
      ...(links === undefined ? {} : { links: [...links] }),
    },
    salt,
    ...(title === undefined ? {} : { title }),
  });
  return { ...call, salt };
}

/**
 * Takes over the tool rounds of the attempt that was cut short: what is done is done, and recorded again under
 * the new attempt, so that its requests can be rebuilt from it alone. What was shown of what was said before each is
 * shown again, and before it.
 * @param events of this turn
 * @param shownOf decides what may be shown; a fresh one for each round
 */
export async function carryRounds(
  attempt: Attempt,
  events: readonly ConversationEvent[],
  offered: Offered,
  shownOf: () => Shown,
): Promise<SaltedRound[]> {
  const earlierAttempt = attempt.ids.attempt - 1;
  const slots = new Slots(TOOLS_AT_ONCE);
  const known = await knownAddresses(attempt, events.flatMap((e) => e.type === "ToolCalled" ? [e.data] : []));
  const open = openCalls(events, earlierAttempt);
  const places = placesOf(events, earlierAttempt);
  const carried: SaltedRound[] = [];
  for (const { round: earlier, salts: _, ...round } of roundsOf(events, earlierAttempt)) {
    attempt.round++;
    const { said } = round;
    const shown = shownOf();
    attempt.give(shown.push(said) + shown.end());
    if (round.paused) {
      carried.push(await recordPause(attempt, { said, opaque: round.opaque ?? "[]" }));
      continue;
    }
    const calls = round.calls.map((call) => {
      const before = open.get(keyOf(earlier, call.callId));
      return {
        call,
        before,
        asked: before === "asks" || attempt.clients.has(call.tool)
          ? asking(attempt, askedOf(call), offered, known)
          : { ...askedOf(call), ...places.get(keyOf(earlier, call.callId)) },
      };
    });
    for (const { call } of calls) {
      if (call.tool === MAKERS_SEARCH.name && call.host !== undefined) attempt.sources.recall(call.result);
    }
    const called = await announce(attempt, round, calls.map(({ asked }) => asked));
    const done = await Promise.all(calls.map(({ call, before, asked }) => {
      if (asked.client) return handed(asked);
      if (before === undefined) return returned(attempt, call);
      if (before === "asks") return runOne(attempt, asked, offered, slots, known);
      if (before === "refused") {
        return returned(attempt, { ...call, status: "refused", result: NOT_RUN.refused });
      }
      if (attempt.ports.tools.isIdempotent(call.tool)) return runOne(attempt, asked, offered, slots, known);
      return returned(attempt, { ...call, status: "unknown", result: UNKNOWN });
    }));
    carried.push(finished(round, called, done));
  }
  return carried;
}

const askedOf = ({ callId, tool, args }: Call): Asked => ({ callId, tool, args });

const Read = z.object({ url: z.string().min(1) });

/** What an answer used, each once: the address it read, else the tool's name (S4-30, S4-33). */
export function toolsUsed(rounds: readonly ToolRound[]): string[] {
  const used = new Set<string>();
  for (const { calls } of rounds) {
    for (const { tool, args } of calls) {
      used.add(Read.safeParse(jsonOf(args)).data?.url.slice(0, 2_000) ?? tool);
    }
  }
  return [...used];
}
