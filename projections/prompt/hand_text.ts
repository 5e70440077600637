/**
 * What an agent is asked for where it may raise its hand, behind everything it is sent. The words are part of requests that
 * are proven by their bytes, so a published sentence stays as it is.
 */
export const HAND_TEXT =
  "You are not asked to answer yet. Say only whether you have something to add to this talk that nobody has said: write " +
  "either the single word NOTHING, or one line of at most 140 characters that says what you would add. Write nothing else.";
