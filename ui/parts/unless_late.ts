/** Answers to questions that are asked anew while a part is shown: in whatever order they come, the last one's counts. */

/**
 * Tells an answer as it comes, unless by then what this returns was called, as an effect does that runs again: what was
 * asked before would else stand in the place of what was asked last, where it takes longer.
 */
export function unlessLate<T>(answer: Promise<T>, tell: (answer: T) => void): () => void {
  let late = false;
  void answer.then((value) => {
    if (!late) tell(value);
  });
  return () => void (late = true);
}
