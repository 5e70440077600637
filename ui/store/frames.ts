/** Frames out of the text of an event stream, wherever the network cuts it. Comments are only signs of life. */
export interface Frame {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

export class Frames {
  #rest = "";

  /** The frames that `text` completes; what it begins waits for more. */
  push(text: string): Frame[] {
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const fields = { event: "message", id: "", data: "" };
      for (const line of block.split("\n")) {
        const [, name, value] = /^(event|id|data): ?(.*)$/.exec(line) ?? [];
        if (name === "event" || name === "id" || name === "data") fields[name] = value ?? "";
      }
      return fields.data === "" ? [] : [{ name: fields.event, id: fields.id, data: fields.data }];
    });
  }
}
