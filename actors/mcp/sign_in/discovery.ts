/**
 * How one signs in at a server of tools: it names where (RFC 9728), and that place says how (RFC 8414, or OpenID's way).
 * Each has to call itself what the other calls it, and nothing is taken that would let a code be used by somebody else.
 */
import type { AuthorizationServerMetadata, OAuthClientInformationMixed } from "@modelcontextprotocol/client";
import { z } from "zod";
import { type Ask, isSafe, UnaskedError } from "./asking.ts";

/** Why nobody can sign in, as a closed set of words. */
export type Hindrance =
  | "unreachable"
  | "inward"
  | "insecure"
  | "redirected"
  | "too_large"
  | "silent"
  | "issuer"
  | "pkce"
  | "resource"
  | "registration"
  | "malformed";

export class SignInError extends Error {
  override readonly name = "SignInError";
  constructor(readonly why: Hindrance) {
    super(why);
  }
}

type Sdk = typeof import("@modelcontextprotocol/client");
const sdkOf = (): Promise<Sdk> => import("@modelcontextprotocol/client");

/** What is kept of what a place to sign in says of itself: all that is needed until somebody signs in anew. */
export const Place = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string().optional(),
  revocation_endpoint: z.string().optional(),
  response_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  scopes_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type Place = z.infer<typeof Place>;

/** Who this program is there. */
export const Client = z.object({ client_id: z.string(), client_secret: z.string().optional() });
export type Client = z.infer<typeof Client>;

/** A client as the SDK takes it: without what is not there. */
export const asClient = ({ client_id, client_secret }: Client): OAuthClientInformationMixed =>
  client_secret === undefined ? { client_id } : { client_id, client_secret };
/** A place as the SDK takes it. */
export const asMetadata = (place: Place): AuthorizationServerMetadata => place;

export interface Discovered {
  readonly place: Place;
  /** What the token is for (RFC 8707). */
  readonly resource: string;
  /** What is asked for; undefined: what the place gives by itself. */
  readonly scope: string | undefined;
}

/** What a server said when it let nobody in. */
export interface Challenge {
  readonly metadata: URL | undefined;
  readonly scope: string | undefined;
}

/** Characters of a list of scopes. */
const SCOPE_CHARS = 2_000;
const S256 = "S256";

/**
 * Does work of the SDK. A request that was not made is its reason, also where the SDK makes something else of it; whatever
 * else goes wrong is `otherwise`.
 */
async function known<T>(ask: Ask, otherwise: Hindrance, work: (ask: Ask) => Promise<T>): Promise<T> {
  let unasked: UnaskedError | null = null;
  const watched: Ask = async (to, init) => {
    try {
      return await ask(to, init);
    } catch (error) {
      if (error instanceof UnaskedError) unasked ??= error;
      throw error;
    }
  };
  const failed = (why: Hindrance) => {
    throw new SignInError(unasked?.why ?? why);
  };
  let done: T;
  try {
    done = await work(watched);
  } catch (error) {
    if (error instanceof SignInError) throw error;
    const sdk = await sdkOf();
    return failed(error instanceof sdk.IssuerMismatchError ? "issuer" : otherwise);
  }
  return unasked === null ? done : failed("unreachable");
}

/** What a server says of where one signs in for it; null: it says nothing. */
async function protectedResource(ask: Ask, server: string, metadata: URL | undefined) {
  const sdk = await sdkOf();
  const found = await known(ask, "malformed", async (watched) => {
    let status = 0;
    const noted: Ask = async (to, init) => {
      const response = await watched(to, init);
      status = response.status;
      return response;
    };
    const options = metadata ? { resourceMetadataUrl: metadata } : {};
    try {
      return await sdk.discoverOAuthProtectedResourceMetadata(server, options, noted);
    } catch (error) {
      if (status >= 400 && status < 500) return null;
      throw error;
    }
  });
  if (!found) return null;
  const isOurs = sdk.checkResourceAllowed({ requestedResource: server, configuredResource: found.resource });
  if (!isOurs) throw new SignInError("resource");
  return found;
}

/**
 * Finds out how one signs in at the server with this address.
 * @throws {SignInError} where nobody can
 */
export async function discover(ask: Ask, server: string, challenge: Challenge): Promise<Discovered> {
  const sdk = await sdkOf();
  const said = await protectedResource(ask, server, challenge.metadata);
  const where = said?.authorization_servers?.[0] ?? String(new URL("/", server));
  if (!isSafe(where)) throw new SignInError("insecure");
  const metadata = await known(
    ask,
    "malformed",
    (watched) => sdk.discoverAuthorizationServerMetadata(where, { fetchFn: watched }),
  );
  if (!metadata) throw new SignInError("silent");
  if (metadata.code_challenge_methods_supported?.includes(S256) !== true) throw new SignInError("pkce");
  const place = Place.safeParse(metadata).data;
  if (!place) throw new SignInError("malformed");
  const { authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint } = place;
  const addresses = [authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint];
  if (!addresses.every((one) => one === undefined || isSafe(one))) throw new SignInError("insecure");
  const wanted = challenge.scope ?? said?.scopes_supported?.join(" ");
  // Without it some places give nothing to go on with later.
  const later = place.scopes_supported?.includes("offline_access") === true ? "offline_access" : undefined;
  const scope = sdk.computeScopeUnion(wanted, wanted === undefined ? undefined : later);
  return {
    place,
    resource: said?.resource ?? sdk.resourceUrlFromServerUrl(server).href,
    scope: scope?.slice(0, SCOPE_CHARS),
  };
}

/** Which of its ways to show who one is a client asks for: as little as is enough. */
function methodAt({ token_endpoint_auth_methods_supported: taken }: Place): string | undefined {
  return taken && ["none", "client_secret_basic", "client_secret_post"].find((one) => taken.includes(one));
}

/** Makes this program known there (RFC 7591), to come back at `redirect`. Throws `SignInError`. */
export async function register(
  ask: Ask,
  place: Place,
  redirect: string,
  scope: string | undefined,
): Promise<Client> {
  const sdk = await sdkOf();
  const method = methodAt(place);
  const clientMetadata = sdk.resolveClientMetadata({
    redirectUrl: redirect,
    clientMetadata: {
      client_name: "Fishbowl",
      redirect_uris: [redirect],
      response_types: ["code"],
      ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
    },
  });
  const made = (named: { scope?: string }) =>
    known(ask, "registration", (watched) =>
      sdk.registerClient(place.issuer, {
        metadata: asMetadata(place),
        clientMetadata,
        ...named,
        fetchFn: watched,
      }));
  if (scope === undefined) return Client.parse(await made({}));
  // Some places register nobody for a scope of which another place decides.
  return Client.parse(await made({ scope }).catch(() => made({})));
}
