/** What goes wrong in ways a person can mend: one line, exit status 1. */
export class StartError extends Error {
  override readonly name = "StartError";
}
