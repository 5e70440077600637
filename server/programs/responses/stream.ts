/**
 * An answer of the Responses API as it grows: typed events, numbered, each item opened before anything is said of it and
 * closed before the next one. Where a model thinks on behind its first words, the whole answer at the end has that.
 */
import type { OutputItem, ResponseEvent, ResponseObject } from "../../contract/response_shapes.ts";
import type { Problem } from "../../http/problem.ts";
import { type Answered, type Begun, growing, type Write } from "../answering.ts";
import { asCalled } from "../begin.ts";
import { begunResponse, endedResponse, failedResponse, type Head, itemId } from "./answer.ts";

/** An event without its number, which it gets where it is sent. */
type Unnumbered = ResponseEvent extends infer E ? E extends ResponseEvent ? Omit<E, "sequence_number"> : never
  : never;

/** A text that is being told: the words of the answer, or what it was thought of. */
interface Open {
  readonly kind: "said" | "thought";
  readonly item_id: string;
  readonly output_index: number;
  text: string;
}

const partOf = ({ kind, text }: Open) =>
  kind === "said"
    ? { type: "output_text" as const, text, annotations: [], logprobs: [] }
    : { type: "reasoning_text" as const, text };

function itemOf({ kind, item_id: id, text }: Open, status: OutputItem["status"]): OutputItem {
  if (kind === "thought") {
    const content = status === "in_progress" ? [] : [{ type: "reasoning_text" as const, text }];
    return { type: "reasoning", id, summary: [], content, status };
  }
  const content = [{ type: "output_text" as const, text, annotations: [], logprobs: [] }];
  return { type: "message", id, role: "assistant", content: status === "in_progress" ? [] : content, status };
}

export class ResponseStream {
  readonly #begun: Begun;
  readonly #head: Head;
  readonly #write: Write;
  #sequence = 0;
  #items = 0;
  #open: Open | null = null;
  #said = false;
  #response: ResponseObject | null = null;

  constructor(begun: Begun, head: Head, write: Write) {
    this.#begun = begun;
    this.#head = head;
    this.#write = write;
  }

  #send(event: Unnumbered): void {
    const data = { ...event, sequence_number: this.#sequence++ };
    this.#write(JSON.stringify(data), event.type);
  }

  /** Opens an item of text; the one before it is closed. */
  #openText(kind: Open["kind"]): Open {
    this.#close();
    const item_id = itemId(kind === "said" ? "msg" : "rs", this.#head);
    const open: Open = { kind, item_id, output_index: this.#items++, text: "" };
    const { output_index } = open;
    this.#said ||= kind === "said";
    this.#send({ type: "response.output_item.added", output_index, item: itemOf(open, "in_progress") });
    this.#send({
      type: "response.content_part.added",
      item_id,
      output_index,
      content_index: 0,
      part: partOf(open),
    });
    this.#open = open;
    return open;
  }

  #grow(kind: Open["kind"], delta: string): void {
    const open = this.#open?.kind === kind ? this.#open : this.#openText(kind);
    open.text += delta;
    const { item_id, output_index } = open;
    const place = { item_id, output_index, content_index: 0 } as const;
    if (kind === "said") {
      this.#send({ type: "response.output_text.delta", ...place, delta, logprobs: [] });
    } else {
      this.#send({ type: "response.reasoning_text.delta", ...place, delta });
    }
  }

  #close(status: OutputItem["status"] = "completed"): void {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    const { item_id, output_index, text } = open;
    const place = { item_id, output_index, content_index: 0 } as const;
    if (open.kind === "said") {
      this.#send({ type: "response.output_text.done", ...place, text, logprobs: [] });
    } else {
      this.#send({ type: "response.reasoning_text.done", ...place, text });
    }
    this.#send({ type: "response.content_part.done", ...place, part: partOf(open) });
    this.#send({ type: "response.output_item.done", output_index, item: itemOf(open, status) });
  }

  /** A call, as soon as it is in the log: with all of its arguments. */
  #call(item: Extract<OutputItem, { type: "function_call" }>): void {
    const output_index = this.#items++;
    const { id: item_id, name, arguments: args } = item;
    const added = { ...item, arguments: "", status: "in_progress" } as const;
    this.#send({ type: "response.output_item.added", output_index, item: added });
    this.#send({ type: "response.function_call_arguments.delta", item_id, output_index, delta: args });
    this.#send({
      type: "response.function_call_arguments.done",
      item_id,
      output_index,
      name,
      arguments: args,
    });
    this.#send({ type: "response.output_item.done", output_index, item });
  }

  /** What is left to say when the answer is whole. */
  #end(answered: Answered): void {
    const response = endedResponse(this.#head, answered);
    const message = response.output.find(({ type }) => type === "message");
    if (message && !this.#said) this.#openText("said");
    this.#close(message?.status);
    for (const item of response.output) if (item.type === "function_call") this.#call(item);
    const type = response.status === "incomplete" ? "response.incomplete" : "response.completed";
    this.#send({ type, response });
  }

  /** Sends the answer as it grows, and its end. Throws why there is none. */
  async send(gone: AbortSignal): Promise<void> {
    const { call, started } = this.#begun;
    const state = await asCalled(call, started.conversationId);
    if (state) {
      this.#response = begunResponse(this.#head, state);
      this.#send({ type: "response.created", response: this.#response });
      this.#send({ type: "response.in_progress", response: this.#response });
    }
    const answered = await growing(this.#begun, gone, (said, thought) => {
      if (thought !== "" && !this.#said) this.#grow("thought", thought);
      if (said !== "") this.#grow("said", said);
    });
    this.#end(answered);
  }

  failed(problem: Problem): void {
    if (this.#response) {
      this.#send({ type: "response.failed", response: failedResponse(this.#response, problem) });
    } else {
      this.#send({ type: "error", code: problem.code, message: problem.detail, param: null });
    }
  }
}
