/**
 * What one changes in a conversation leaves the page in the order in which one did it: two requests at once may
 * arrive in either, and a message would be answered with what was taken out of the context before it was sent.
 */

/** Of each conversation the request that the next one waits for. */
const last = new Map<string, Promise<unknown>>();

/** Does `run` at once where nothing of this conversation is on its way, or else when that has been answered. */
export function inOrder<T>(conversationId: string, run: () => Promise<T>): Promise<T> {
  const before = last.get(conversationId);
  const mine = before === undefined ? run() : before.then(run, run);
  last.set(conversationId, mine);
  const done = () => {
    if (last.get(conversationId) === mine) last.delete(conversationId);
  };
  mine.then(done, done);
  return mine;
}
