/**
 * Which addresses an agent may read without asking. An address can carry a conversation out, so only those are
 * free that a person wrote here, that stand on a page read here, or whose site a person allowed here. Compared
 * whole, as `URL` writes them: never by a beginning.
 */
import { ADDRESS_CHARS } from "../../events/catalog/limits.ts";
import type { Body, ConversationState, ToolUse } from "../shapes/folds.ts";

/** Addresses known of one conversation, the newest first: a book of links. Older ones ask. */
export const KNOWN_ADDRESSES = 10_000;
/** Marks after an address that may be the sentence's own: each is also tried as not belonging to it. */
const MARKS = 8;

/**
 * An address as it is compared and read: absolute, http or https, without a fragment, which is never sent. Null
 * for any other, for one that is too long, and for one with a name or a password in it.
 * @outside
 */
export function addressOf(text: string): string | null {
  if (text.length > ADDRESS_CHARS || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || /^https?:\/\/[^/?#]*@/i.test(text)) return null;
  url.hash = "";
  return url.href.length > ADDRESS_CHARS ? null : url.href;
}

/** The site of an address: its exact host, with the port where it is not the usual one. */
export function siteOf(address: string): string {
  return new URL(address).host;
}

const BEGINNING = /https?:\/\//gi;
/** What no address has in it unescaped, though it may stand around one: blanks, quotes, brackets of links. */
const END = /[\s\p{Cc}<>"`[\]{}|\\^]/gu;
const MARK = /[.,;:!?'*_~)]|(?!\p{ASCII})\p{P}/u;

/**
 * The addresses that stand in a text, each as `addressOf` has it. Linear: an address inside another is not one.
 * @outside
 */
export function* addressesIn(text: string): Generator<string> {
  BEGINNING.lastIndex = 0;
  for (let found = BEGINNING.exec(text); found; found = BEGINNING.exec(text)) {
    END.lastIndex = found.index;
    let end = END.exec(text)?.index ?? text.length;
    const next = end;
    for (let marks = 0; marks <= MARKS && end > found.index; marks++, end--) {
      // Beyond the bound nothing of it is an address, not even its beginning.
      if (next - found.index > ADDRESS_CHARS) break;
      const address = addressOf(text.slice(found.index, end));
      if (address !== null) yield address;
      if (!MARK.test(text[end - 1] ?? "")) break;
    }
    BEGINNING.lastIndex = next;
  }
}

/** What may be read without asking, and what a call of another server's tool is judged by (`asking.ts`). */
export interface Known {
  readonly addresses: ReadonlySet<string>;
  readonly sites: ReadonlySet<string>;
  /** Hosts whose text came here by a tool. */
  readonly heard: ReadonlySet<string>;
  /** What a person said of tools for the rest of the conversation, by `grantOf`: hosts that had been heard then. */
  readonly granted: ReadonlyMap<string, readonly (readonly string[])[]>;
}

/** Whose word it is: a tool of one host, as that host described it. */
export const grantOf = (host: string, tool: string, definition: string): string =>
  JSON.stringify([host, tool, definition]);

/** In the place of a host that nobody knows any more. */
const SOMEBODY = "?";

/** The host whose text a use of a tool brought here; null where it brought none. */
export function hostOf(
  { host, address, status, erased }: Pick<ToolUse, "host" | "address" | "status" | "erased">,
): string | null {
  // Refused and unknown results are this program's own words.
  if (status !== "ok" && status !== "error") return null;
  if (address !== undefined) return host ?? siteOf(address);
  // Whose text it was went with its words, and it was read before.
  return host ?? (erased ? SOMEBODY : null);
}

/** What a search of the web is called, a maker's and one's own. */
export const SEARCH_TOOL = "web_search";

/** Hosts whose text an answer names as its sources. What a service of one's own found came by that service, whose host counts. */
export function citedHosts({ tools = [], citations = [] }: Pick<Body, "tools" | "citations">): string[] {
  const bySelf = tools.some(({ tool, host }) => tool === SEARCH_TOOL && host !== undefined);
  return bySelf ? [] : citations.map(({ url }) => siteOf(url));
}

/** Whether an address, as `addressOf` has it, may be read without asking. */
export function mayRead(known: Known, address: string): boolean {
  return known.addresses.has(address) || known.sites.has(siteOf(address));
}

/** Gathers what a conversation knows, message by message, the newest first, so that a caller can rest between. */
export class Gathering implements Known {
  readonly addresses = new Set<string>();
  readonly sites = new Set<string>();
  readonly heard = new Set<string>();
  readonly granted = new Map<string, (readonly string[])[]>();

  /** @param foreign events up to this seq were said somewhere else: nobody here wrote or allowed what is in them */
  constructor(readonly state: ConversationState, readonly foreign: number) {}

  /** Ids of the messages to look at, the newest first. */
  ids(): string[] {
    return this.state.order.toReversed();
  }

  /** Looks at one message; answers how many characters that took. */
  add(id: string): number {
    const message = this.state.messages[id];
    const body = this.state.bodies[id];
    if (!message || !body) return 0;
    for (const use of body.tools ?? []) {
      const host = hostOf(use);
      if (host !== null) this.heard.add(host);
    }
    for (const host of citedHosts(body)) this.heard.add(host);
    // What was said somewhere else can be hostile, and can allow nothing.
    if (message.seq <= this.foreign) return 0;
    if (message.author.kind === "human" && message.role === "user") return this.#read(body.content);
    let read = 0;
    for (
      const { address, site, allowed, status, result, heard, host, tool, definition } of body.tools ?? []
    ) {
      if (site !== undefined && allowed) this.sites.add(site);
      if (heard !== undefined && allowed && host !== undefined && definition !== undefined) {
        const grant = grantOf(host, tool, definition);
        this.granted.set(grant, [...this.granted.get(grant) ?? [], heard]);
      }
      const isPage = address !== undefined || (tool === SEARCH_TOOL && host !== undefined);
      if (isPage && status === "ok") read += this.#read(result ?? "");
    }
    return read;
  }

  #read(text: string): number {
    if (!text.includes("://")) return text.length;
    for (const address of addressesIn(text)) {
      if (this.addresses.size >= KNOWN_ADDRESSES) break;
      this.addresses.add(address);
    }
    return text.length;
  }
}
