/**
 * What turns used, as cells that can be added: by day, agent, and by all that decides what a turn costs, since prices
 * may change later. Folded event by event from a small state, the open turns and who takes part; what it comes to is
 * what `turnUsages` says of the whole conversation.
 */
import type { Usage } from "../../events/catalog/conversation.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { isBySchedule } from "../conversation/planned.ts";
import type { UsageTotal } from "../shapes/views.ts";
import { costOfSums, LONG_PROMPTS, type PriceOverrides } from "./prices.ts";

interface OpenTurn {
  readonly who: string;
  /** When its last attempt started; before, when it was requested. */
  readonly at: string;
  readonly calls: number;
  readonly provider: string;
  /** No person began its exchange. */
  readonly alone?: true;
}
/** What is known between two events, by the ids of participants and turns: present ones, former ones, and open ones. */
interface State {
  readonly names: Map<string, string>;
  readonly former: Map<string, string>;
  readonly open: Map<string, OpenTurn>;
  /** Exchanges under way that no person began. */
  readonly alone: Set<string>;
}
/** The same as it is kept. */
interface Kept {
  readonly names: Readonly<Record<string, string>>;
  readonly former: Readonly<Record<string, string>>;
  readonly open: Readonly<Record<string, OpenTurn>>;
  /** Absent: there are none. */
  readonly alone?: readonly string[];
}

/** Sums of turns of one sort. */
export interface UsageCell {
  readonly day: string;
  readonly who: string;
  readonly what: string;
  /** Turns, then tokens: input, read from a cache, written into one, output, reasoning, written for an hour; then searches. */
  readonly sums: readonly number[];
}

/** All that decides what a turn costs, but for its tokens. */
interface Sort {
  readonly model: string;
  /** Costs nothing. */
  readonly free: boolean;
  /** The provider said what was used, or we counted (`estimated`). */
  readonly known: boolean;
  readonly estimated: boolean;
  /** A turn of several calls: whether one of them had a long prompt nobody knows. */
  readonly several: boolean;
  /** How many of the bounds for long prompts its own is over. */
  readonly size: number;
  /** Something was written into a cache for an hour, which has a sum of its own. */
  readonly hour?: boolean;
  /** Its maker searched the web, and how often has a sum of its own. */
  readonly searched?: boolean;
  /** It ran without a person. */
  readonly alone?: boolean;
}

const whatOf = (
  { model, free, known, estimated, several, size, hour = false, searched = false, alone = false }: Sort,
): string => {
  const more = alone ? [+hour, +searched, 1] : searched ? [+hour, 1] : hour ? [1] : [];
  return JSON.stringify([model, +free, +known, +estimated, +several, size, ...more]);
};

function sortOf(what: string): Sort {
  const parts: [string, ...number[]] = JSON.parse(what);
  const [model, free, known, estimated, several, size, , , alone] = parts;
  return {
    model,
    free: free === 1,
    known: known === 1,
    estimated: estimated === 1,
    several: several === 1,
    size: size ?? 0,
    alone: alone === 1,
  };
}

/** Nobody else writes what is kept. */
const isKept = (kept: unknown): kept is Kept => typeof kept === "object" && kept !== null && "open" in kept;
const stateOf = ({ names, former, open, alone = [] }: Kept): State => ({
  names: new Map(Object.entries(names)),
  former: new Map(Object.entries(former)),
  open: new Map(Object.entries(open)),
  alone: new Set(alone),
});
const keptOf = ({ names, former, open, alone }: State): Kept => ({
  names: Object.fromEntries(names),
  former: Object.fromEntries(former),
  open: Object.fromEntries(open),
  ...(alone.size > 0 ? { alone: [...alone] } : {}),
});

/** The cell of a turn that has ended; none where no provider was called. */
function ended(turn: OpenTurn | undefined, model: string, usage: Usage | null): UsageCell[] {
  if (!turn || turn.calls === 0) return [];
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0, reasoning = 0 } = usage ?? {};
  const { cacheWriteHour = 0, searches = 0 } = usage ?? {};
  const prompt = input + cacheRead + cacheWrite;
  const what = whatOf({
    model,
    free: turn.provider === "mock",
    known: usage !== null,
    estimated: usage?.estimated === true,
    several: turn.calls > 1,
    size: LONG_PROMPTS.filter((bound) => prompt > bound).length,
    hour: cacheWriteHour > 0,
    searched: searches > 0,
    alone: turn.alone === true,
  });
  return [{
    day: turn.at.slice(0, 10),
    who: turn.who,
    what,
    sums: [
      1,
      input,
      cacheRead,
      cacheWrite,
      output,
      reasoning,
      ...(cacheWriteHour > 0 || searches > 0 ? [cacheWriteHour] : []),
      ...(searches > 0 ? [searches] : []),
    ],
  }];
}

/** Exchanges that are remembered: one that nobody answered never ends. */
const REMEMBERED = 50;

function remember(alone: Set<string>, exchange: string): void {
  alone.add(exchange);
  const [oldest = ""] = alone;
  if (alone.size > REMEMBERED) alone.delete(oldest);
}

function step(state: State, event: AnyEvent): UsageCell[] {
  const { names, former, open, alone } = state;
  const one = conversationEvent(event);
  const change = (turnId: string, changed: Partial<OpenTurn>) => {
    const turn = open.get(turnId);
    if (turn) open.set(turnId, { ...turn, ...changed });
  };
  const end = (turnId: string, model = "", usage: Usage | null = null) => {
    const cells = ended(open.get(turnId), model, usage);
    open.delete(turnId);
    return cells;
  };
  switch (one.type) {
    case "ParticipantAdded":
      if (!names.has(one.data.participantId)) names.set(one.data.participantId, one.data.name);
      return [];
    case "JudgeSeated":
      if (!former.has(one.data.participantId)) former.set(one.data.participantId, one.data.name);
      return [];
    case "ParticipantRemoved": {
      const { participantId } = one.data;
      const name = names.get(participantId);
      if (name !== undefined && !former.has(participantId)) former.set(participantId, name);
      names.delete(participantId);
      return [];
    }
    case "TurnRequested": {
      const { turnId, participantId } = one.data;
      const who = names.get(participantId) ?? former.get(participantId) ?? "Agent";
      const byItself = alone.has(one.exchange ?? "") ? { alone: true as const } : {};
      if (!open.has(turnId)) open.set(turnId, { who, at: one.at, calls: 0, provider: "", ...byItself });
      return [];
    }
    case "TurnStarted":
      change(one.data.turnId, { at: one.at });
      return [];
    case "ProviderCalled":
      change(one.data.turnId, {
        calls: (open.get(one.data.turnId)?.calls ?? 0) + 1,
        provider: one.data.provider,
      });
      return [];
    case "TurnCompleted":
    case "TurnFailed":
      return end(one.data.turnId, one.data.model, one.data.usage);
    case "TurnCancelled":
      return end(one.data.turnId);
    case "MessagePosted":
      if (isBySchedule({ by: one.by, ...one.data })) remember(alone, one.data.messageId);
      return [];
    case "ExchangeCompleted":
      alone.delete(one.exchange ?? "");
      return [];
    default:
      return [];
  }
}

/** As the store takes it. The version grows with the meaning of states and cells, and with the bounds of long prompts. */
export const usageTally = {
  version: 1,
  begin(kept: unknown) {
    const state = stateOf(isKept(kept) ? kept : { names: {}, former: {}, open: {} });
    return { add: (event: AnyEvent): UsageCell[] => step(state, event), state: (): unknown => keptOf(state) };
  },
};

/** What the turns of a cell cost, in US dollars; null where that is not known. */
function costOfCell({ what, sums }: UsageCell, prices: PriceOverrides): number | null {
  const { model, free, known, several, size } = sortOf(what);
  if (free) return 0;
  if (!known) return null;
  const [, input = 0, cacheRead = 0, cacheWrite = 0, output = 0, reasoning = 0, ...rest] = sums;
  const [cacheWriteHour = 0, searches = 0] = rest;
  const usage = { input, cacheRead, cacheWrite, output, reasoning, cacheWriteHour, searches };
  return costOfSums(usage, model, prices, {
    calls: several ? 2 : 1,
    isOver: (tokens) => LONG_PROMPTS.indexOf(tokens) < size,
  });
}

/** The total of some cells. */
export function totalOfCells(cells: readonly UsageCell[], prices: PriceOverrides = {}): UsageTotal {
  let [turns, input, cacheRead, cacheWrite, output, reasoning, searches, knownUsd] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [unknown, estimated] = [false, false];
  for (const cell of cells) {
    const [count = 0, ...tokens] = cell.sums;
    turns += count;
    input += tokens[0] ?? 0;
    cacheRead += tokens[1] ?? 0;
    cacheWrite += tokens[2] ?? 0;
    output += tokens[3] ?? 0;
    reasoning += tokens[4] ?? 0;
    searches += tokens[6] ?? 0;
    const usd = costOfCell(cell, prices);
    knownUsd += usd ?? 0;
    if (usd === null) unknown = true;
    estimated ||= sortOf(cell.what).estimated;
  }
  // As soon as one is not known the whole is not.
  const all = unknown ? null : knownUsd;
  return { turns, input, cacheRead, cacheWrite, output, reasoning, searches, usd: all, knownUsd, estimated };
}

/** Totals by whatever tells cells apart. */
export function cellsBy(
  cells: readonly UsageCell[],
  key: (cell: UsageCell) => string,
  prices: PriceOverrides = {},
): { key: string; total: UsageTotal }[] {
  return [...Map.groupBy(cells, key)].map(([key, group]) => ({ key, total: totalOfCells(group, prices) }));
}

/** Whether a cell is of turns that ran without a person. */
export const alone = ({ what }: Pick<UsageCell, "what">): boolean => sortOf(what).alone === true;

/** The model of a cell. */
export const modelOf = ({ what }: UsageCell): string => sortOf(what).model;
