/** A server that runs elsewhere, or here beside: how commands reach it, and what they say where they do not. */
import { StartError } from "./start_error.ts";
import type { Remote } from "./options.ts";

/** A person or a pipe at both ends of a command. */
export interface Terminal {
  /** Resolves when it is written; throws where nobody reads any more. */
  readonly write: (text: string) => Promise<void>;
  /** For what is not the result. */
  readonly note: (text: string) => void;
  readonly stdin: ReadableStream<Uint8Array>;
  /** Somebody sits there: nothing is waited for that was not announced. */
  readonly isTyped: boolean;
  /** Aborted where the command is to end. */
  readonly stop: AbortSignal;
  /** Resolves after so many milliseconds, or when it is to end. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Of a process that was ended by Ctrl-C, as shells have it. */
export const INTERRUPTED = 130;

export const unreachable = ({ url }: Remote): StartError =>
  new StartError(`There is no server at ${url}. Name another with --url.`);

/** Another program answers there, or a page that wants a person to sign in. */
export const foreign = ({ url }: Remote): StartError =>
  new StartError(`What answers at ${url} is no Fishbowl. Name another with --url.`);

/** Why it does not answer: what it said itself, but where it wants a token and none was given. */
export const refused = ({ url, token }: Remote, status: number, said: string | undefined): StartError =>
  new StartError(
    status === 401 && token === undefined
      ? `The server at ${url} wants a token, and none was given. Make one in its settings (Tokens), or beside it with fishbowl token create NAME, and set FISHBOWL_TOKEN.`
      : said ?? `The server answered ${status}.`,
  );

export const isStream = ({ headers }: Response): boolean =>
  (headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
