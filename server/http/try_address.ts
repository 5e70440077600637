/** Whether a server can listen where it is told to. */
import type { Options } from "../command_line/options.ts";
import { StartError } from "../command_line/start_error.ts";

/** @returns what a person can mend about it, in one line, else the error itself */
export function startError(error: unknown, { host, port }: Options): unknown {
  if (error instanceof Deno.errors.AddrInUse) {
    return new StartError(`Port ${port} is taken. Choose another with --port.`);
  }
  const denied = error instanceof Deno.errors.AddrNotAvailable ||
    error instanceof Deno.errors.PermissionDenied;
  return denied ? new StartError(`Cannot listen on ${host}:${port}.`) : error;
}

/**
 * Tries the address before the store is opened: who cannot serve must not run the turns of who does.
 * @throws {StartError} one line
 */
export function tryAddress(options: Options): void {
  try {
    Deno.listen({ hostname: options.host, port: options.port }).close();
  } catch (error) {
    throw startError(error, options);
  }
}
