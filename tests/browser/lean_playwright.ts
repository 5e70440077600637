/**
 * What Playwright does with each step and tests have no use for, left out. This reaches into its parts, as one version has
 * them; where another has others, each test of the browser fails here.
 */
import type { Browser, Page } from "playwright-core";

interface Scope {
  _race(promises: unknown[], safe: boolean, defaultValue: unknown): Promise<unknown>;
}

interface Message {
  readonly method: string;
  readonly params?: { readonly expression?: string };
}

interface Transport {
  readonly _closed: boolean;
  readonly _pipeWrite: { write(text: string): boolean };
  send(message: Message): void;
}

interface Inside {
  readonly _connection: { readonly _transport: Transport };
}

/** Counts the frames of a browser, for names of elements that no test asks for. */
const NUMBER = /"frameSeq":\d+,/;
/** The script by which things are found in a page is much longer than all else. */
const LONG = 100_000;

/** Without the number that makes the script of one page another than that of the next. */
function alike(message: Message): Message {
  const { expression = "" } = message.params ?? {};
  if (message.method !== "Runtime.evaluate" || expression.length < LONG) return message;
  return { ...message, params: { ...message.params, expression: expression.replace(NUMBER, "") } };
}

/**
 * Sends each message in one write: its end was another, as dear as the message. And the script by which things are found
 * in a page has the same text for each page: Chromium keeps by its text what it has compiled, and Playwright writes another
 * number into each.
 */
export function leanMessages(browser: Browser): void {
  const { _connection: { toImpl } } = browser as unknown as {
    _connection: { toImpl(one: Browser): Inside };
  };
  const transport = toImpl(browser)._connection._transport;
  transport.send = (message) => {
    if (transport._closed) throw new Error("Pipe has been closed");
    transport._pipeWrite.write(`${JSON.stringify(alike(message))}\0`);
  };
}

let lean = false;

/**
 * Writes nowhere down by which ways through Playwright each message was sent, for the case that its page is closed
 * meanwhile: that took as long as sending it. What a test called, and where, is told as ever.
 */
export function withoutPlaces(page: Page): void {
  if (lean) return;
  lean = true;
  const { _closedOrCrashedScope: scope } = page as unknown as { _closedOrCrashedScope: Scope };
  const scopes: Scope = Object.getPrototypeOf(scope);
  const { _race: race } = scopes;
  scopes._race = function (...given) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return race.apply(this, given);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
}
