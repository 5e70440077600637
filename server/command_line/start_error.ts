/** What goes wrong in ways a person can mend: one line, exit status 1. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** A folder that is not to be had, by what it is for. */
export const noFolder = (what: string, path: string): StartError =>
  new StartError(`${what} cannot be created or is not a folder: ${path}`);
