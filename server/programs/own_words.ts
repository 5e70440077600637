/** What is wrong with a translated call is told of the one that was sent. */
import { Problem } from "../http/problem.ts";

/**
 * Runs what finds fault with a translated call.
 * @param nameOf what a field of it is called in the one that was sent
 */
export async function inOwnWords<T>(nameOf: (path: string) => string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    let { detail } = error;
    const errors = error.errors.map(({ path, message }) => {
      const name = nameOf(path);
      if (path !== "" && name !== path) detail = detail.replace(path, name);
      return { path: name, message };
    });
    throw new Problem(error.code, detail, errors, error.headers);
  }
}
