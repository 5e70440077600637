/**
 * A connection to a server of tools: the protocol is the SDK's, which is loaded with the first. Both eras of Streamable
 * HTTP, and the older transport with server-sent events where a server does not know them. Nothing that a server declares
 * is run or compiled here: its output schemas are not looked at.
 */
import type { Client, SdkHttpError, Transport } from "@modelcontextprotocol/client";
import { endingAll, endingEach, unansweredBy } from "./broken_streams.ts";
import { type Fetch, guardedFetch, type Unheard, UnheardError } from "./guarded_fetch.ts";
import type { ListedTool } from "./listed_tools.ts";
import { type Ask, RunningCalls } from "./running_calls.ts";
import { afterAddresses } from "./refused_until.ts";
import { ScopeError } from "./sign_in/step_up.ts";

/** Milliseconds until a connection stands, and for the whole list. */
const CONNECT_MS = 10_000;
const LIST_MS = 20_000;
/** Milliseconds that the SDK itself waits for a call: longer than any may take, people's time included. */
const CALL_MS = 24 * 60 * 60_000;
/** Rounds in which a server may want something for one call; then it goes in circles. */
const ASKING_ROUNDS = 10;
/** What the SDK itself tells as progress. */
const OWN_NEWS = /^Fulfilling input required by /;
/** Pages of a list. */
const LIST_PAGES = 20;
/** Milliseconds to say goodbye in. */
const CLOSE_MS = 1_000;

/** Why a server gave nothing. */
export type Failure =
  | "unreachable"
  | "unauthorized"
  | "sign_in"
  /** Who signed in may not do this; `said` is what for, in scopes. */
  | "scope"
  | "timeout"
  /** What was to bring the answer ended without it. */
  | "broken"
  | "too_large"
  | "redirected"
  | "refused"
  | "malformed"
  | "asks"
  | "endless";
export class McpError extends Error {
  override readonly name = "McpError";
  constructor(
    readonly failure: Failure,
    /** In the server's own words, cut: text from outside. */
    readonly said = "",
    /** Whether the server no longer knows the session, and so did nothing. */
    readonly forgotten = false,
  ) {
    super(failure);
  }
}

/** How far a call is, as it was sent. */
export interface Heard {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface Connection {
  /** Its whole list, as it was sent. Throws `McpError`. */
  tools(signal: AbortSignal): Promise<readonly unknown[]>;
  /** What a tool gave, as it was sent. Throws `McpError`. */
  call(
    tool: Pick<ListedTool, "name" | "parameters">,
    args: Record<string, unknown>,
    signal: AbortSignal,
    around?: {
      /** Told how far it is, as often as its server says so. */
      readonly tell?: ((news: Heard) => void) | undefined;
      /** Asks a person for what its server wants meanwhile; absent: nobody is there. */
      readonly ask?: Ask | undefined;
    },
  ): Promise<unknown>;
  /** What it offers beside tools, as it was sent; empty where it has none of a kind. Throws `McpError`. */
  offers(signal: AbortSignal): Promise<{
    readonly prompts: readonly unknown[];
    readonly resources: readonly unknown[];
  }>;
  /** A prompt of it, and a resource, as they were sent. Throw `McpError`. */
  prompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown>;
  resource(uri: string, signal: AbortSignal): Promise<unknown>;
  /** Never throws. */
  close(): Promise<void>;
}

export interface Endpoint {
  readonly url: string;
  readonly header: { readonly name: string; readonly value: string } | null;
  /** The token of who signed in there, asked for with each request. */
  readonly bearer?: () => Promise<string | null>;
  /** Told when the server says that its list changed. */
  changed(): void;
  readonly signal: AbortSignal;
}
/** Throws `McpError`. */
export type Connect = (to: Endpoint) => Promise<Connection>;

/** UTF-16 units of a server's own words on a failure. */
const SAID_UNITS = 1_000;

/**
 * Whether a server says that it does not know the session: by 404, as the protocol has it, or by 400 and in words, as those
 * do that are made after the SDK's examples. Of nothing else is it known that nothing was done.
 */
const forgets = ({ status, message }: SdkHttpError): boolean =>
  status === 404 || status === 400 && /\bsession\b/i.test(message);

/** Statuses of a proxy that had the request and no answer to it. */
const UNANSWERED = [502, 504];

/** Whether the connection was there and ended behind the request: nobody knows then what the server did with it. */
const brokeOff = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.message.includes("(SendRequest)");

/** What an error of the SDK comes to. */
function failureOf(
  sdk: typeof import("@modelcontextprotocol/client"),
  error: unknown,
  why: Unheard | null,
): McpError {
  if (error instanceof McpError) return error;
  if (error instanceof ScopeError) return new McpError("scope", error.scope);
  const unheard = error instanceof UnheardError ? error.why : why;
  if (unheard !== null) return new McpError(unheard === "too_large" ? "too_large" : "redirected");
  if (error instanceof sdk.ProtocolError) {
    const unanswered = unansweredBy(error);
    return unanswered
      ? new McpError(unanswered)
      : new McpError("refused", error.message.slice(0, SAID_UNITS));
  }
  if (error instanceof sdk.UnauthorizedError) return new McpError("unauthorized");
  if (error instanceof sdk.SdkHttpError) {
    const { status } = error;
    if (UNANSWERED.includes(status)) return new McpError("broken");
    const failure = [401, 403].includes(status) ? "unauthorized" : "unreachable";
    return new McpError(failure, "", forgets(error));
  }
  if (error instanceof sdk.SdkError) {
    const { code } = error;
    if (code === sdk.SdkErrorCode.RequestTimeout) return new McpError("timeout");
    if (code === sdk.SdkErrorCode.ListPaginationExceeded) return new McpError("endless");
    if (code === sdk.SdkErrorCode.InvalidResult) return new McpError("malformed");
    if (code === sdk.SdkErrorCode.InputRequiredRoundsExceeded) return new McpError("asks");
    if (code === sdk.SdkErrorCode.CapabilityNotSupported) return new McpError("asks");
  }
  return new McpError(brokeOff(error) ? "broken" : "unreachable");
}

/** Statuses with which a server says that it does not know Streamable HTTP. */
const OLDER: readonly number[] = [400, 404, 405, 406, 415];

/** Does something with the SDK; throws `McpError`. */
type Known = <T>(work: () => Promise<T>) => Promise<T>;

const nobody: Ask = () => Promise.resolve({ action: "cancel" });

/** Opens a connection, and waits until it stands. */
export const connect: Connect = async ({ url, header, bearer, changed, signal }) => {
  const sdk = await import("@modelcontextprotocol/client");
  const closing = new AbortController();
  const ends = AbortSignal.any([signal, closing.signal]);
  let unheard: Unheard | null = null;
  const calls = new RunningCalls();
  const fetch = guardedFetch({ url, header, bearer, signal: ends, unheard: (why) => (unheard ??= why) });
  const begin = async (transport: Transport): Promise<Client> => {
    const client = new sdk.Client({ name: "fishbowl", version: "1" }, {
      capabilities: { elicitation: { form: {}, url: {} } },
      inputRequired: { maxRounds: ASKING_ROUNDS },
      versionNegotiation: { mode: "auto" },
      listMaxPages: LIST_PAGES,
      listChanged: { tools: { autoRefresh: false, onChanged: changed } },
    });
    client.onerror = () => {};
    answerWith(sdk, client, calls);
    try {
      await client.connect(transport, { timeout: CONNECT_MS, maxTotalTimeout: CONNECT_MS, signal: ends });
    } catch (error) {
      await client.close().catch(() => undefined);
      throw error;
    }
    return client;
  };
  const opened = async (): Promise<Client> => {
    try {
      const make = (fetch: Fetch) => new sdk.StreamableHTTPClientTransport(new URL(url), { fetch });
      return await begin(endingEach(make, fetch));
    } catch (error) {
      const older = error instanceof sdk.SdkHttpError && OLDER.includes(error.status);
      if (!older || ends.aborted) throw error;
      return await begin(endingAll((fetch) => new sdk.SSEClientTransport(new URL(url), { fetch }), fetch));
    }
  };
  const known: Known = async (work) => {
    unheard = null;
    try {
      return await work();
    } catch (error) {
      throw failureOf(sdk, error, unheard);
    }
  };
  const client = await known(() => within(CONNECT_MS, opened)).catch((error) => {
    closing.abort();
    throw error;
  });
  return {
    tools: (stop) =>
      known(async () => {
        const list = () =>
          client.listTools(undefined, { timeout: LIST_MS, signal: stop, cacheMode: "refresh" });
        return (await within(LIST_MS, list)).tools;
      }),
    ...calling(sdk, client, known, calls),
    ...offering(client, known),
    async close() {
      await within(CLOSE_MS, () => client.close()).catch(() => undefined);
      closing.abort();
    },
  };
};

/** What a server asks goes to whoever made the call that it is for. */
function answerWith(
  sdk: typeof import("@modelcontextprotocol/client"),
  client: Client,
  calls: RunningCalls,
): void {
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    const given = await calls.asked(params, mcpReq.signal);
    if (!given) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, "It cannot be asked so.");
    const { action, values } = given;
    return values === undefined ? { action } : { action, content: { ...values } };
  });
}

/** The calls of its tools. */
function calling(
  sdk: typeof import("@modelcontextprotocol/client"),
  client: Client,
  known: Known,
  calls: RunningCalls,
): Pick<Connection, "call"> {
  return {
    call: ({ name, parameters }, args, stop, { tell, ask = nobody } = {}) =>
      known(() =>
        calls.run(ask, (heard, late) => {
          const signal = AbortSignal.any([stop, late]);
          const once = () =>
            client.callTool({ name, arguments: args }, {
              signal,
              timeout: CALL_MS,
              onprogress(news) {
                heard();
                if (!OWN_NEWS.test(news.message ?? "")) tell?.(news);
              },
              // Without an output schema: to hold a result against a pattern of its server's could take for ever.
              toolDefinition: { name, inputSchema: { ...parameters, type: "object" } },
            });
          return afterAddresses(once, {
            wanted: (error) => error instanceof sdk.UrlElicitationRequiredError ? error.elicitations : null,
            ask: (address) => calls.asked(address, signal, true),
          });
        })
      ),
  };
}

/** What a server offers beside tools. */
function offering(
  client: Client,
  known: Known,
): Pick<Connection, "offers" | "prompt" | "resource"> {
  const asked = (signal: AbortSignal) => ({ timeout: LIST_MS, signal, cacheMode: "refresh" as const });
  return {
    offers: (stop) =>
      known(() =>
        within(LIST_MS, async () => {
          const has = client.getServerCapabilities();
          const prompts = has?.prompts ? (await client.listPrompts(undefined, asked(stop))).prompts : [];
          const resources = has?.resources
            ? (await client.listResources(undefined, asked(stop))).resources
            : [];
          return { prompts, resources };
        })
      ),
    prompt: (name, args, signal) =>
      known(() => client.getPrompt({ name, arguments: { ...args } }, { timeout: LIST_MS, signal })),
    resource: (uri, stop) => known(() => client.readResource({ uri }, asked(stop))),
  };
}

/** What `work` gives, or `McpError` after so many milliseconds. */
async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      work(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new McpError("timeout")), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
