/** The conversation that benchmarks open: 10,000 messages by a person and four agents, 28,000 events. */
import type { NewConversationEvent } from "../../events/catalog/conversation.ts";
import { type Actor, type AnyEvent, SYSTEM } from "../../events/catalog/envelope.ts";

/** One question and four answers. */
const EXCHANGES = 2_000;
/** UTF-16 units of an answer: a paragraph or two. */
const ANSWER_UNITS = 600;
const PARAGRAPH = 7;

interface Shape {
  /** Who answer each question; 4 unless told. */
  readonly agents?: number;
  /** UTF-16 units of an answer, about; long ones are in paragraphs. */
  readonly units?: number;
}

const ANN: Actor = { kind: "user", id: "ann", name: "Ann" };
const SENTENCE = "The bakery opens at six, and the first loaves are gone by seven. ";

/** Its events, made anew and always the same. */
export function longConversation(
  exchanges = EXCHANGES,
  { agents = 4, units = ANSWER_UNITS }: Shape = {},
): AnyEvent[] {
  const events: AnyEvent[] = [];
  const start = Date.UTC(2026, 0, 1);
  const add = (
    by: Actor,
    exchange: string | undefined,
    event: Pick<NewConversationEvent, "type" | "data">,
  ) => {
    const seq = events.length + 1;
    const at = new Date(start + seq * 1_000).toISOString();
    const id = `command-${seq}/0`;
    events.push({ ...event, seq, id, v: 1, at, by, ...(exchange ? { exchange } : {}) });
  };
  const answer = answerOf(units);
  add(ANN, undefined, { type: "ConversationStarted", data: { title: "", mode: "parallel", settings: {} } });
  for (let n = 1; n <= agents; n++) {
    const joining = {
      participantId: `p${n}`,
      agentId: `a${n}`,
      agentVersion: 1,
      number: n,
      name: `Agent ${n}`,
    };
    add(ANN, undefined, { type: "ParticipantAdded", data: { ...joining, color: n, model: "echo" } });
  }
  for (let x = 1; x <= exchanges; x++) {
    const exchange = `message_${x}`;
    add(ANN, exchange, {
      type: "MessagePosted",
      data: {
        messageId: exchange,
        author: { kind: "user", id: "ann", name: "Ann" },
        role: "user",
        content: `${SENTENCE}What do you think of number ${x}?`,
      },
    });
    const through = events.length;
    const turns = Array.from(
      { length: agents },
      (_, n) => ({ turnId: `turn_${x}_${n}`, messageId: `answer_${x}_${n}` }),
    );
    turns.forEach(({ turnId, messageId }, n) =>
      add(ANN, exchange, {
        type: "TurnRequested",
        data: {
          turnId,
          messageId,
          participantId: `p${n + 1}`,
          mode: "parallel",
          reason: { code: "enabled", text: "enabled in this conversation" },
          through,
        },
      })
    );
    for (const { turnId } of turns) {
      const context = { through, inclusionThrough: through, rules: 1, window: null };
      add(SYSTEM, exchange, {
        type: "TurnStarted",
        data: { turnId, attempt: 1, owner: "process-1", agentVersion: 1, context },
      });
    }
    for (const { turnId, messageId } of turns) {
      add(SYSTEM, exchange, {
        type: "TurnCompleted",
        data: {
          turnId,
          attempt: 1,
          messageId,
          content: answer,
          finishReason: "stop",
          usage: { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 150, reasoning: 0 },
          model: "echo",
          providerMessageId: null,
          toolsUsed: [],
          timing: { firstTextMs: 100, totalMs: 900 },
        },
      });
    }
    add(SYSTEM, exchange, {
      type: "ExchangeCompleted",
      data: { completed: agents, failed: 0, cancelled: 0 },
    });
  }
  return events;
}

/** Sentences, a paragraph of so many where there are more than two of them. */
function answerOf(units: number): string {
  const sentences = Math.ceil(units / SENTENCE.length);
  if (sentences <= 2 * PARAGRAPH) return SENTENCE.repeat(sentences);
  return `${SENTENCE.repeat(PARAGRAPH)}\n\n`.repeat(Math.ceil(sentences / PARAGRAPH));
}
