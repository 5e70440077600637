/**
 * Whether the server of this machine answers: exit status 0 or 1. It is what a container's engine runs, in an image
 * that has no other program; so it reads the port alone and imports nothing.
 */

/** Milliseconds: less than the engine waits. */
const PATIENCE_MS = 4_000;

const address = `http://127.0.0.1:${Deno.env.get("FISHBOWL_PORT") ?? 8000}/healthz`;
try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  await answer.body?.cancel();
  Deno.exit(answer.ok ? 0 : 1);
} catch {
  Deno.exit(1);
}
