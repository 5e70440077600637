/** A text that is sent piece by piece as it grows. What has been sent cannot be taken back, only found to be wrong. */
export class GrowingText {
  #sent = "";

  /**
   * What `text` adds to what was sent; "" where it is no continuation of it.
   * @outside
   */
  grow(text: string): string {
    if (!this.continuedBy(text)) return "";
    const more = text.slice(this.#sent.length);
    this.#sent = text;
    return more;
  }

  /** False when an attempt was cut short and the next one says something else. */
  continuedBy(text: string): boolean {
    return text.startsWith(this.#sent);
  }
}
