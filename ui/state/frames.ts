/** Frames out of the text of an event stream, wherever the network cuts it. Comments are only signs of life. */
export interface Frame {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

export class Frames {
  /** The frame that has no end yet, in pieces: a long one that comes in many is not read again with each. */
  #held: string[] = [];
  /** The last character of what is held. */
  #last = "";

  /**
   * The frames that `text` completes; what it begins waits for more.
   * @outside
   */
  push(text: string): Frame[] {
    const done: string[] = [];
    // The blank line may have come in two parts.
    const seam = this.#last === "\n" && text.startsWith("\n");
    if (seam) done.push(this.#taken());
    const blocks = (seam ? text.slice(1) : text).split("\n\n");
    const open = blocks.pop() ?? "";
    for (const block of blocks) done.push(this.#taken() + block);
    this.#held.push(open);
    this.#last = open.at(-1) ?? this.#last;
    return done.flatMap(frameOf);
  }

  #taken(): string {
    const whole = this.#held.join("");
    this.#held = [];
    this.#last = "";
    return whole;
  }
}

function frameOf(block: string): Frame[] {
  const fields = { event: "message", id: "", data: "" };
  for (const line of block.split("\n")) {
    const [, name, value] = /^(event|id|data): ?(.*)$/.exec(line) ?? [];
    if (name === "event" || name === "id" || name === "data") fields[name] = value ?? "";
  }
  return fields.data === "" ? [] : [{ name: fields.event, id: fields.id, data: fields.data }];
}
