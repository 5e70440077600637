/** Wrong use of the command line: exit status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
