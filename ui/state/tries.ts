/** The tries of a form to have something made: the same again, whose answer was lost, is the same to the server. */
import { type Answer, newId, refuses } from "./api.ts";

export class Tries {
  #key = "";
  #sent = "";

  constructor(readonly kind: string) {}

  /** Sends a body under a key: that of the try before it as long as nobody knows whether that one was taken. */
  async send<T>(body: unknown, write: (key: string) => Promise<Answer<T>>): Promise<Answer<T>> {
    const sent = JSON.stringify(body);
    if (sent !== this.#sent) [this.#key, this.#sent] = [newId(this.kind), sent];
    const answer = await write(this.#key);
    // What was taken or refused is over: the same again is meant again.
    if (answer.ok || refuses(answer)) this.#sent = "";
    return answer;
  }
}
