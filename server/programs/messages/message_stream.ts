/**
 * An answer of Anthropic's Messages API as it grows: named events, each block opened before anything is said in it and
 * closed before the next one. Where a model thinks on behind its first words, that is left out.
 */
import type { AnswerBlock, MessageEvent } from "../../contract/message_shapes.ts";
import { messagesProblem, type Problem } from "../../http/problem.ts";
import { type Answered, type Begun, growing, type Write } from "../answering.ts";
import { begunMessage, callBlock, endingOf, type Head, textBlock, thinkingBlock } from "./whole_message.ts";

type Delta = Extract<MessageEvent, { type: "content_block_delta" }>["delta"];

/** Sends one event, named by its type. */
const sendEvent = (write: Write, event: MessageEvent) => write(JSON.stringify(event), event.type);

/** That the stream is alive. */
export const ping = (write: Write): void => sendEvent(write, { type: "ping" });

export class MessageStream {
  readonly #begun: Begun;
  readonly #head: Head;
  readonly #write: Write;
  #blocks = 0;
  #open: AnswerBlock["type"] | null = null;
  #said = false;

  constructor(begun: Begun, head: Head, write: Write) {
    this.#begun = begun;
    this.#head = head;
    this.#write = write;
  }

  #send(event: MessageEvent): void {
    sendEvent(this.#write, event);
  }

  /** Opens a block; the one before it is closed. */
  #start(block: AnswerBlock): void {
    this.#close();
    this.#open = block.type;
    this.#said ||= block.type === "text";
    this.#send({ type: "content_block_start", index: this.#blocks, content_block: block });
  }

  #close(): void {
    if (this.#open === null) return;
    this.#open = null;
    this.#send({ type: "content_block_stop", index: this.#blocks++ });
  }

  #grow(empty: AnswerBlock, delta: Delta): void {
    if (this.#open !== empty.type) this.#start(empty);
    this.#send({ type: "content_block_delta", index: this.#blocks, delta });
  }

  /** What is left to say when the answer is whole. */
  #end(answered: Answered): void {
    const { calls } = answered.outcome;
    if (!this.#said && calls.length === 0) this.#start(textBlock(""));
    for (const use of calls) {
      const { input, ...block } = callBlock(use);
      this.#start({ ...block, input: {} });
      const delta: Delta = { type: "input_json_delta", partial_json: JSON.stringify(input) };
      this.#send({ type: "content_block_delta", index: this.#blocks, delta });
    }
    this.#close();
    this.#send({ type: "message_delta", ...endingOf(this.#head, answered) });
    this.#send({ type: "message_stop" });
  }

  /** Sends the answer as it grows, and its end. Throws why there is none. */
  async send(gone: AbortSignal): Promise<void> {
    this.#send({ type: "message_start", message: begunMessage(this.#head) });
    const answered = await growing(this.#begun, gone, (text, thinking) => {
      if (thinking !== "" && this.#head.tells && !this.#said) {
        this.#grow(thinkingBlock(""), { type: "thinking_delta", thinking });
      }
      if (text !== "") this.#grow(textBlock(""), { type: "text_delta", text });
    });
    this.#end(answered);
  }

  failed(problem: Problem): void {
    this.#send(messagesProblem(problem));
  }
}
