/**
 * What one changes in a conversation leaves the page in the order in which one did it: two requests at once may
 * arrive in either, and a message would be answered with what was taken out of the context before it was sent.
 */
import { after } from "./timer.ts";

/**
 * Milliseconds after which a request is no longer waited for: the server answers a change within five seconds, and one
 * that never ends must not hold everything that is said after it.
 */
export const WAITED_MS = 30_000;

/** Of each conversation the end of the request that the next one waits for. */
const last = new Map<string, Promise<void>>();

/**
 * Does `run` at once where nothing of this conversation is on its way, or else when that has been answered, or has been
 * waited for as long as anything is.
 */
export function inOrder<T>(conversationId: string, run: () => Promise<T>, later = after): Promise<T> {
  const before = last.get(conversationId);
  let over = () => {};
  const mine = new Promise<void>((resolve) => (over = resolve));
  const begin = () => {
    const answered = later(WAITED_MS, over);
    const running = run();
    const done = () => {
      answered();
      over();
    };
    running.then(done, done);
    return running;
  };
  last.set(conversationId, mine);
  void mine.then(() => {
    if (last.get(conversationId) === mine) last.delete(conversationId);
  });
  return before === undefined ? begin() : before.then(begin);
}
