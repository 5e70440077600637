/**
 * Random but valid histories: a random walk of people and actors, each step decided by the program's own
 * decider on the fold so far. What it refuses adds nothing, so that every history is one that could be.
 */
import fc from "fast-check";
import type { Command, Joining, Script } from "../actors/conversation/commands.ts";
import { digestOf } from "../actors/conversation/rules/comparisons.ts";
import { roomId } from "../projections/comparisons/letters.ts";
import { decide as decideAsServed } from "../actors/conversation/decide.ts";
import { type Actor, type AnyEvent, SYSTEM } from "../events/catalog/envelope.ts";
import { BUILT_IN_PANELS } from "../events/catalog/built_in_panels.ts";
import { CALL_INPUTS } from "../events/catalog/limits.ts";
import { MODES } from "../events/catalog/modes.ts";
import { conversationEvent } from "../events/catalog/typed_event.ts";
import { conversation } from "../projections/conversation/conversation.ts";
import { type Erased, ErasureOf } from "../projections/conversation/erasure_of.ts";
import type { ConversationState, Turn } from "../projections/shapes/folds.ts";
import { dueTurns } from "../projections/conversation/due.ts";
import { openInputs, waits } from "../projections/conversation/waiting.ts";
import { FAST } from "./effort.ts";
import { ANN, BEN, completion } from "./history.ts";

/** One step of the walk: what is tried, and three numbers that choose among what there is. */
export type Step = readonly [kind: Kind, a: number, b: number, text: string];

type Choose = {
  state: ConversationState;
  events: readonly AnyEvent[];
  a: number;
  b: number;
  text: string;
};
type Try = (choose: Choose) => Command | null;

const NAMES = ["Ada", "Critic", "Bob (QA)", "Zoë", "Editor"];
const SHA = "0123456789abcdef".repeat(4);

const pick = <T>(items: readonly T[], index: number): T | undefined =>
  items[index % Math.max(1, items.length)];

export const joining = (index: number): Joining => ({
  agentId: `agent_${index % NAMES.length}`,
  agentVersion: 1,
  number: 101 + index % NAMES.length,
  name: NAMES[index % NAMES.length] ?? "Ada",
  color: 1 + index % 8,
  model: "echo",
});

const seatedBy = (seats: number) =>
  Array.from({ length: seats }, (_, seat) => ({ agentId: `agent_${seat}`, agentVersion: 1, model: "echo" }));

function running({ state, a }: Choose): Turn | undefined {
  return pick(state.open.flatMap((id) => state.turns[id] ?? []).filter((t) => t.status === "running"), a);
}

/** A step inside a running turn. */
const inside = (make: (turn: Turn, choose: Choose) => Command | null): Try => (choose) => {
  const turn = running(choose);
  return turn ? make(turn, choose) : null;
};

/** What an erasure names, as it is found in the log. */
export function erasureOf(events: readonly AnyEvent[], wanted: Erased) {
  const found = new ErasureOf(wanted);
  for (const event of events) found.add(conversationEvent(event));
  const { seqs, retitled } = found.result();
  return { seqs, ...(retitled ? { retitled } : {}), through: events.at(-1)?.seq ?? 0 };
}

const participant = ({ state, a }: Choose) => pick(state.participants, a);
const error = { code: "server", message: "The provider failed.", retryable: true } as const;

/** A round's number, from 1: how many calls this turn has made. */
const roundOf = (turn: Turn) => Math.max(1, turn.calls ?? 1);

/** What can be tried, with the number of tickets it has in the draw. */
const STEPS = {
  post: [
    4,
    ({ text, a }) => ({ type: "post", content: `${text}${a % 5 === 0 ? ` @${pick(NAMES, a)}` : ""}` }),
  ],
  panel: [3, ({ state, a, b, text }) => {
    const format = pick(BUILT_IN_PANELS, a)?.format;
    const seats = format?.roles.flatMap(({ id, many }, at) =>
      Array.from({ length: many ? 1 + b % 3 : 1 }, (_, more) => ({
        role: id,
        agentId: pick(state.participants, a + at + more)?.agentId ?? "",
      }))
    );
    return format && seats ? { type: "post", content: text, panel: { format, seats } } : null;
  }],
  bring: [
    1,
    ({ text }) => ({
      type: "bring",
      said: [{ role: "user", content: text }, { role: "assistant", content: `${text} Indeed.` }],
    }),
  ],
  blankFile: [1, () => ({
    type: "post",
    content: "",
    attachments: [{ sha256: SHA, name: "a.png", type: "image/png", size: 10 }],
  })],
  add: [2, ({ a }) => ({ type: "add_participant", agent: joining(a) })],
  remove: [1, (c) => {
    const target = participant(c);
    return target ? { type: "remove_participant", participantId: target.id } : null;
  }],
  toggle: [2, (c) => {
    const target = participant(c);
    return target ? { type: "change_participant", participantId: target.id, enabled: !target.enabled } : null;
  }],
  move: [1, (c) => {
    const target = participant(c);
    return target ? { type: "change_participant", participantId: target.id, position: c.b % 4 } : null;
  }],
  include: [4, ({ state, a, b }) => {
    const messageId = pick(state.order, a);
    const members = [...state.participants, ...state.former];
    const target = b % 3 === 0 ? pick(members, b) : undefined;
    const only = target ? { participantIds: [target.id] } : {};
    return messageId ? { type: "include", messageId, included: (a + b) % 2 === 0, ...only } : null;
  }],
  erase: [1, ({ state, events, a, b, text }) => {
    const messageId = pick(state.order, a);
    if (messageId === undefined) return null;
    const used = pick(state.bodies[messageId]?.tools ?? [], b);
    const use = used && b % 2 === 0
      ? { attempt: used.attempt, round: used.round, callId: used.callId }
      : undefined;
    return {
      type: "erase",
      messageId,
      ...(use ? { use } : {}),
      ...(b % 3 === 0 ? { why: text } : {}),
      ...erasureOf(events, { messageId, use }),
    };
  }],
  keep: [2, ({ state, a }) => {
    const messageId = pick(state.order, a);
    return messageId ? { type: "keep", messageId } : null;
  }],
  pin: [1, ({ state, a, b }) => {
    const messageId = pick(state.order, a);
    return messageId ? { type: "pin", messageId, pinned: b % 3 > 0 } : null;
  }],
  includeAll: [1, ({ state, a, b }) => ({
    type: "include_all",
    changes: state.order.slice(-3).map((messageId, index) => ({
      messageId,
      included: (a + b + index) % 2 === 0,
    })),
  })],
  mode: [2, ({ a }) => ({ type: "change", mode: pick(MODES, a) ?? "parallel" })],
  settings: [1, ({ a, b }) => ({
    type: "change",
    settings: { onNewMessage: a % 2 === 0 ? "queue" : "cancel", rounds: 1 + b % 3 },
  })],
  archive: [1, ({ state }) => ({ type: "change", archived: !state.archived })],
  hide: [1, ({ a }) => a % 2 === 0 ? { type: "delete" } : null],
  restore: [8, ({ state }) => state.deleted ? { type: "restore" } : null],
  file: [1, ({ a, b, text }) => ({
    type: "change",
    pinned: a % 2 === 0,
    ...(b % 2 === 0 ? { labels: b % 4 === 0 ? [] : [text.slice(0, 20)] } : {}),
  })],
  project: [2, ({ a }) => ({ type: "change", projectId: a % 3 === 0 ? null : `project_${a % 3}` })],
  rename: [1, ({ text }) => ({ type: "change", title: text })],
  ask: [2, (c) => {
    const target = participant(c);
    return target ? { type: "ask", agentId: target.agentId } : null;
  }],
  askAll: [1, () => ({ type: "ask_all" })],
  stop: [1, ({ state, a }) => {
    const turnId = a % 2 === 0 ? pick(state.open, a) : undefined;
    return { type: "stop", ...(turnId ? { turnId } : {}) };
  }],
  retry: [2, ({ state, a }) => {
    const turn = pick(Object.values(state.turns), a);
    return turn ? { type: "retry", turnId: turn.id } : null;
  }],
  merge: [2, (c) => {
    const ids = c.state.order.filter((id) => c.state.messages[id]?.doneSeq !== undefined);
    const messageIds = [...new Set([pick(ids, c.a), pick(ids, c.b), pick(ids, c.a + 1)])]
      .flatMap((id) => id ?? []);
    const target = participant(c);
    const task = ([undefined, "gist", "claims"] as const)[c.b % 3];
    return target ? { type: "merge", agentId: target.agentId, messageIds, ...(task ? { task } : {}) } : null;
  }],
  try_without: [2, ({ state, a, b }) => {
    const turn = pick(
      Object.values(state.turns).filter(({ doneSeq, trial }) => doneSeq !== undefined && !trial),
      a,
    );
    const message = pick(state.order, b);
    const asked = { times: 1 + b % 3, limit: { tokens: 1_000_000 }, expected: 10 };
    return turn && message ? { type: "try_without", turnId: turn.id, without: [message], ...asked } : null;
  }],
  try_samples: [3, (c) => {
    const { a, b, state } = c;
    const question = pick(state.order.filter((id) => state.messages[id]?.author.kind === "human"), b);
    const target = participant(c);
    const asked = { times: 1 + a % 3, limit: { tokens: 1_000_000 }, expected: 10 };
    return question && target
      ? { type: "try_samples", messageId: question, agentIds: [target.agentId], ...asked }
      : null;
  }],
  take_answer: [4, ({ state, a }) => {
    const aside = Object.values(state.messages).filter(({ trial, status }) => trial && status === "complete");
    const one = pick(aside, a);
    return one ? { type: "take_answer", messageId: one.id } : null;
  }],
  hands: [
    2,
    ({ a, b }) =>
      a % 4 === 0
        ? { type: "end_hands" }
        : { type: "set_hands", calls: 1 + b % 9, ...(b % 3 === 0 ? { usd: 0.5 } : {}) },
  ],
  compare: [2, ({ state, a, text }) => ({
    type: "begin_comparison",
    comparisonId: `comparison_${state.seq}`,
    roomId: roomId(`${state.seq}`),
    content: text,
    seats: 2 + a % 2,
    digest: digestOf(saltNumber(a % 2), seatedBy(2 + a % 2)),
    ...(a % 3 === 0 ? { label: text.slice(0, 20) || "task", criteria: ["clear", "short"] } : {}),
  })],
  answerComparison: [3, ({ state, a, text }) => {
    const one = pick(Object.values(state.comparisons ?? {}), a);
    return one
      ? {
        type: "answer_comparison",
        comparisonId: one.id,
        answers: Array.from({ length: one.seats }, (_, seat) =>
          (a + seat) % 4 === 0 ? { content: "", gap: true as const } : { content: `${text} ${seat}` }),
      }
      : null;
  }],
  vote: [3, ({ state, a, b }) => {
    const one = pick(Object.values(state.comparisons ?? {}), a);
    const best = pick(["tie", "none", 0, 1] as const, b) ?? "tie";
    return one
      ? {
        type: "vote_comparison",
        comparisonId: one.id,
        best,
        ...(b % 3 === 0 ? { criteria: [best, null] } : {}),
      }
      : null;
  }],
  reveal: [2, ({ state, a }) => {
    const one = pick(Object.values(state.comparisons ?? {}), a);
    if (!one) return null;
    const seated = seatedBy(one.seats);
    return {
      type: "reveal_comparison",
      comparisonId: one.id,
      salt: saltNumber(one.digest === digestOf(saltNumber(0), seated) ? 0 : 1),
      seated,
      colors: seated.map(() => 1),
      names: seated.map(({ agentId }) => agentId),
    };
  }],
  claim: [14, ({ state, a, b }) => {
    const turn = pick(dueTurns(state), a);
    const window = b % 4 === 0 ? Math.max(0, state.seq - 8) : null;
    return turn ? { type: "claim", turnId: turn.id, owner: "process-1", agentVersion: 1, window } : null;
  }],
  call: [
    6,
    inside((turn, { state }) => ({
      type: "call",
      salt: saltNumber(state.seq),
      data: {
        turnId: turn.id,
        attempt: turn.attempt,
        round: (turn.calls ?? 0) + 1,
        providerId: "provider_1",
        provider: "mock",
        model: "echo",
        renderer: "mock/1",
        hash: "salted" as const,
        sha256: SHA,
        shellBlob: SHA,
      },
    })),
  ],
  callFailed: [
    1,
    inside((turn) => ({
      type: "call_failed",
      data: { turnId: turn.id, attempt: turn.attempt, round: roundOf(turn), error },
    })),
  ],
  tool: [
    5,
    inside((turn, { b, state }) => ({
      type: "tool_called",
      calls: [{
        data: {
          turnId: turn.id,
          attempt: turn.attempt,
          round: roundOf(turn),
          callId: `call_${state.seq}_${b % 3}`,
          tool: "fetch_url",
          args: "{}",
          said: "Let me look.",
          ...(b % 2 === 0 ? { asks: true } : {}),
        },
        salt: saltNumber(state.seq),
      }],
    })),
  ],
  paused: [
    2,
    inside((turn, { state }) => ({
      type: "answer_paused",
      data: { turnId: turn.id, attempt: turn.attempt, round: roundOf(turn), said: "I look.", opaque: "[]" },
      salt: saltNumber(state.seq),
    })),
  ],
  toolDecided: [
    4,
    inside((turn, { b, state }) => {
      const open = state.bodies[turn.messageId]?.tools?.find(waits);
      return open ? { type: "decide_tool", turnId: turn.id, callId: open.callId, allowed: b % 3 > 0 } : null;
    }),
  ],
  inputAsked: [
    4,
    inside((turn, { a, b, text, state }) => {
      const runs = state.bodies[turn.messageId]?.tools?.filter((use) =>
        use.status === undefined && use.attempt === turn.attempt
      );
      const use = pick(runs ?? [], a);
      const input = (use?.inputs?.length ?? 0) + 1;
      const said = text.slice(0, 50).toWellFormed();
      if (!use || input > CALL_INPUTS) return null;
      const { callId, attempt, round } = use;
      const fields = [{ kind: "text", name: "city", label: said, required: false } as const];
      const asked = b % 3 === 0 ? { url: "https://example.org/" } : { fields };
      return {
        type: "input_asked",
        salt: saltNumber(state.seq),
        data: { turnId: turn.id, attempt, round, callId, input, message: said, ...asked },
      };
    }),
  ],
  inputAnswered: [
    4,
    inside((turn, { a, b, state }) => {
      const open = state.bodies[turn.messageId]?.tools?.flatMap((use) =>
        openInputs(use).map((asked) => ({ use, asked }))
      );
      const one = pick(open ?? [], a);
      if (!one) return null;
      const { use: { callId, attempt, round }, asked: { input, fields } } = one;
      const word = { turnId: turn.id, callId, input };
      if (b % 4 === 0) {
        const outcome = b % 8 === 0 ? "withdrawn" as const : "unanswered" as const;
        return { type: "input_ended", data: { ...word, attempt, round, outcome } };
      }
      const accepted = { outcome: "accepted", ...(fields ? { values: { city: "Oslo" } } : {}) } as const;
      return { type: "answer_input", ...word, ...(b % 4 === 1 ? { outcome: "declined" } : accepted) };
    }),
  ],
  toolReturned: [
    6,
    inside((turn, { b, state }) => {
      const open = state.bodies[turn.messageId]?.tools?.find((use) =>
        use.status === undefined && use.attempt === turn.attempt
      );
      if (!open) return null;
      const { callId, attempt, round } = open;
      return {
        type: "tool_returned",
        salt: saltNumber(state.seq),
        data: {
          turnId: turn.id,
          attempt,
          round,
          callId,
          status: "ok",
          result: "42",
          ...(b % 3 === 0
            ? {
              attachments: [{ sha256: SHA, name: "a.png", type: "image/png", size: 10, width: 1, height: 1 }],
              links: [{ uri: "notes://a", name: "Notes", type: "text/plain" }],
            }
            : {}),
        },
      };
    }),
  ],
  complete: [
    16,
    inside((turn, { b, text, state }) => ({
      type: "complete",
      data: {
        ...completion(turn.id, b % 7 === 0 ? "" : text, turn.attempt),
        messageId: turn.messageId,
        ...(b % 6 === 0 ? { passed: true } : {}),
        ...(b % 5 === 0 ? { raw: `raw ${text}`, reasoning: "Hm." } : {}),
      },
      address: b % 3 === 0 ? 0 : b % 3 === 1 ? 999 : pick(state.participants, b)?.number ?? 0,
    })),
  ],
  fail: [
    2,
    inside((turn, { b, text }) => ({
      type: "fail",
      data: { turnId: turn.id, attempt: turn.attempt, error, ...(b % 2 === 0 ? { partial: text } : {}) },
    })),
  ],
  interrupt: [
    2,
    inside((turn, { text }) => ({
      type: "interrupt",
      data: { turnId: turn.id, attempt: turn.attempt, why: "lost", partial: text },
    })),
  ],
  setSchedule: [2, ({ state, a, b, text }) => {
    const known = pick(state.schedules ?? [], a);
    const when = ([
      { kind: "times", days: [1, 6], time: "08:00", zone: "Europe/Berlin" },
      { kind: "every", minutes: 5 },
      { kind: "watch", minutes: 15 },
      { kind: "idle", minutes: 1 },
    ] as const)[a % 4] ?? { kind: "every", minutes: 5 };
    const target = pick(state.participants, b);
    return {
      type: "set_schedule",
      ...(known && b % 3 === 0 ? { scheduleId: known.id } : {}),
      when,
      instruction: text,
      ...(when.kind === "watch" ? { address: "https://example.org/" } : {}),
      ...(target && b % 2 === 0 ? { participantIds: [target.id] } : {}),
      runTokens: 1_000,
      runsPerDay: 1 + b % 3,
    };
  }],
  expect: [2, ({ state, a, b, text }) => {
    const messageId = a % 3 === 0 ? undefined : pick(state.order, a);
    const about = messageId === undefined ? {} : { messageId };
    return b % 2 === 0
      ? { type: "expect", ...about, kind: b % 4 === 0 ? "like" : "says", text }
      : { type: "expect", ...about, kind: "tokens", most: 1 + b };
  }],
  unexpect: [1, ({ state, a }) => {
    const one = pick(state.expectations ?? [], a);
    return one ? { type: "unexpect", expectationId: one.id } : null;
  }],
  nameCheck: [1, ({ a, text }) => ({ type: "name_check", name: a % 3 === 0 ? "" : text })],
  beginCheckRun: [1, ({ a, state }) => ({
    type: "begin_check_run",
    conversationId: `conv_run_${a % 4}`,
    agents: state.participants.map(({ agentId, model }) => ({ agentId, version: 1, model })),
  })],
  pauseSchedule: [1, ({ state, a }) => {
    const one = pick(state.schedules ?? [], a);
    return one ? { type: "pause_schedule", scheduleId: one.id } : null;
  }],
  resumeSchedule: [2, ({ state, a }) => {
    const one = (state.schedules ?? []).find(({ paused }) => paused) ?? pick(state.schedules ?? [], a);
    return one ? { type: "resume_schedule", scheduleId: one.id } : null;
  }],
  removeSchedule: [1, ({ state, a }) => {
    const one = a % 3 === 0 ? pick(state.schedules ?? [], a) : undefined;
    return one ? { type: "remove_schedule", scheduleId: one.id } : null;
  }],
  runSchedule: [3, ({ state, a, b }) => {
    const one = pick(state.schedules ?? [], a);
    return one
      ? {
        type: "run_schedule",
        scheduleId: one.id,
        due: b % 2 === 0 ? one.next : null,
        allowance: b % 5 === 0 ? null : { tokens: 500, usd: 1 },
        ...(one.address === undefined
          ? {}
          : { look: b % 7 === 0 ? null : { digest: SHA.slice(0, 63) + (b % 3) } }),
      }
      : null;
  }],
} as const satisfies Record<string, readonly [tickets: number, Try]>;
/** What a run of a check says. */
const RUN: Script = {
  questions: [{ content: "Hello.", left: true }, { content: "What now?" }, { content: "I disagree." }],
  expectations: [
    { expectationId: "expectation_run", kind: "says", text: "Hello.", question: 0, agentId: "agent_0" },
    { expectationId: "expectation_all", kind: "tokens", most: 9 },
    { expectationId: "expectation_like", kind: "like", text: "It is kind." },
  ],
  cast: [{ agentId: "agent_1", systemPrompt: "You disagree.", model: "story" }],
  judge: joining(2),
};
/** As long as a salt is; each number has its own. */
export const saltNumber = (number: number): string => number.toString(36).padStart(22, "s");

type Kind = keyof typeof STEPS | "unknown";

/** Walks `steps` and returns the events; `unknown` adds an event of a type that no fold knows. */
export function walk(
  steps: readonly Step[],
  { id = "conv_walk", steady = false, decide = decideAsServed } = {},
): AnyEvent[] {
  const events: AnyEvent[] = [];
  let state = conversation.initial(id);
  let minted = 0;
  const add = (event: Omit<AnyEvent, "seq">) => {
    const placed = { ...event, seq: events.length + 1 };
    events.push(placed);
    state = conversation.evolve(state, placed);
  };
  // Wall clocks step back where they are not steady: after every sixth event, by an hour.
  const at = () => {
    const back = !steady && events.length % 7 === 6 ? 3_600_000 : 0;
    return new Date(Date.UTC(2026, 0, 31, 23, 30) + events.length * 1_000 - back).toISOString();
  };
  const run = (command: Command, by: Actor) => {
    const decision = decide(command, state, {
      by,
      commandId: `step-${events.length}`,
      at: at(),
      hex: () => (minted++).toString(16).padStart(12, "0"),
      salt: () => saltNumber(minted++),
    });
    if (decision.ok) { for (const event of decision.events) add(event); }
  };
  const start = { type: "start", title: "", mode: "parallel", settings: {} } as const;
  // Every third is a run of a check.
  const script = steps.length % 3 === 0 ? { script: RUN } : {};
  run({ ...start, agents: [joining(0), joining(1)], ...script }, ANN);
  for (const [kind, a, b, text] of steps) {
    if (kind === "unknown") {
      add({ id: `unknown/${events.length}`, type: "SomethingNew", v: 1, at: at(), by: SYSTEM, data: { a } });
      continue;
    }
    const attempt: Try = STEPS[kind][1];
    const command = attempt({ state, events, a, b, text });
    if (command) run(command, byOf(command, b));
  }
  return events;
}

/** Schedules act by themselves. */
const byOf = (command: Command, b: number): Actor =>
  command.type === "run_schedule"
    ? { kind: "system", id: command.scheduleId, name: "Schedule" }
    : b % 4 === 0
    ? BEN
    : ANN;

const KINDS: readonly Kind[] = [
  "unknown",
  ...Object.entries(STEPS).flatMap(([kind, [tickets]]) => new Array<Kind>(tickets).fill(kind as Kind)),
];

/** Steps of a walk up to `most`; shrinks to the fewest that still fail. */
const stepsUpTo = (most: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...KINDS),
      fc.nat(30),
      fc.nat(30),
      fc.constantFrom(
        "Hello.",
        "What now?",
        "Ça va, Zoë? 👋",
        "[Ada]: not me",
        "```\n@Critic\n```",
        "I disagree.",
      ),
    ),
    { minLength: 5, maxLength: most, size: "max" },
  );

/** Steps of the longest walk. */
const MOST = 160;

/** Steps of a walk; of a shorter one where time is short. */
export const arbitrarySteps: fc.Arbitrary<Step[]> = stepsUpTo(FAST ? MOST / 2 : MOST);

/** The events of a random conversation, from `ConversationStarted` on. */
export const arbitraryHistory: fc.Arbitrary<AnyEvent[]> = arbitrarySteps.map((steps) => walk(steps));

let sampled: readonly AnyEvent[][] | null = null;

/** The same histories each time, in which everything is that may be in one: by chance alone something would be missing. */
export const sampleHistories = (): readonly AnyEvent[][] =>
  sampled ??= fc.sample(stepsUpTo(MOST).map((steps) => walk(steps)), { numRuns: 60, seed: 47 });
