/**
 * What a server offers to people beside tools: prompts, whose words a person sees in the message box before anybody else
 * does, and resources, which go onto a message as files. All of it is text from outside, within bounds.
 */
import { z } from "zod";
import { clearText } from "../../events/catalog/clear_text.ts";
import {
  ATTACHMENT_TYPES,
  ATTACHMENTS_PER_MESSAGE,
  RESOURCE_URI_UNITS,
} from "../../events/catalog/limits.ts";
import type { McpServer } from "../../events/catalog/workspace.ts";
import { fenced } from "../tools/fence.ts";
import { beginning, type Clean } from "./beginning.ts";
import { bytesOf, toldResult } from "./tool_results.ts";

/** Prompts, and resources, of one server that are shown. */
export const OFFERS = 200;
/** Arguments of a prompt; one with more is left out. */
const ARGUMENTS = 20;
/** UTF-16 units of a name or a title, and of a description. */
const NAME_UNITS = 200;
const DESCRIPTION_UNITS = 1_000;
/** Messages of a prompt. */
const MESSAGES = 100;
/** UTF-16 units of a file's name. */
const FILE_UNITS = 100;

const text = z.string().optional().catch(undefined);
const SentPrompt = z.object({
  name: z.string().min(1).max(NAME_UNITS),
  title: text,
  description: text,
  arguments: z.array(z.object({
    name: z.string().min(1).max(NAME_UNITS),
    description: text,
    required: z.boolean().optional().catch(undefined),
  })).max(ARGUMENTS).optional(),
});
const SentResource = z.object({
  uri: z.string().min(1).max(RESOURCE_URI_UNITS),
  name: z.string().min(1).max(NAME_UNITS),
  title: text,
  description: text,
});
const Got = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })).max(MESSAGES),
});
const Read = z.object({
  contents: z.array(z.object({ uri: z.string(), mimeType: text, text, blob: text })).max(
    ATTACHMENTS_PER_MESSAGE,
  ),
});

export interface OfferedPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}
export interface OfferedResource {
  readonly uri: string;
  readonly title: string;
  readonly description: string;
}
export interface Offers {
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly OfferedResource[];
  /** How many were left out: beyond the bound, or of a form that is not taken. */
  readonly cut: number;
}
/** A file as it goes onto a message: what can be read as text stands in a fence. */
export interface OfferedFile {
  readonly name: string;
  readonly type: string;
  readonly text?: string;
  /** Base64. */
  readonly bytes?: string;
}

/** What somebody was given, or why not: a sentence. */
export type Given<T> = { readonly ok: true; readonly given: T } | {
  readonly ok: false;
  readonly error: string;
};

export interface PeopleAsk {
  /** What a server offers, asked for now. */
  offers(server: McpServer): Promise<Given<Offers>>;
  /** The words of a prompt. */
  prompt(server: McpServer, name: string, args: Readonly<Record<string, string>>): Promise<Given<string>>;
  /** The files of a resource. */
  resource(server: McpServer, uri: string): Promise<Given<readonly OfferedFile[]>>;
}

const line = (said: string | undefined, units: number, clean: Clean): string =>
  clearText(beginning(said ?? "", units, clean), "");

function promptOf(sent: unknown, clean: Clean): OfferedPrompt[] {
  const { data } = SentPrompt.safeParse(sent);
  // What it is asked for by has to go back as it came.
  if (!data || clean(data.name) !== data.name) return [];
  return [{
    name: data.name,
    title: line(data.title || data.name, NAME_UNITS, clean),
    description: beginning(data.description ?? "", DESCRIPTION_UNITS, clean),
    arguments: (data.arguments ?? []).map(({ name, description, required }) => ({
      name,
      description: line(description, DESCRIPTION_UNITS, clean),
      required: required === true,
    })),
  }];
}

function resourceOf(sent: unknown, clean: Clean): OfferedResource[] {
  const { data } = SentResource.safeParse(sent);
  if (!data || clean(data.uri) !== data.uri) return [];
  const title = line(data.title || data.name, NAME_UNITS, clean);
  return [{ uri: data.uri, title, description: beginning(data.description ?? "", DESCRIPTION_UNITS, clean) }];
}

/**
 * What is taken of what a server offers.
 * @outside
 */
export function takeOffers(prompts: readonly unknown[], resources: readonly unknown[], clean: Clean): Offers {
  const taken = {
    prompts: prompts.slice(0, OFFERS).flatMap((one) => promptOf(one, clean)),
    resources: resources.slice(0, OFFERS).flatMap((one) => resourceOf(one, clean)),
  };
  const kept = taken.prompts.length + taken.resources.length;
  return { ...taken, cut: prompts.length + resources.length - kept };
}

/**
 * The words of a prompt, cut where a result is cut; null where it has none.
 * @outside
 */
export function promptText(sent: unknown, clean: Clean): string | null {
  const messages = Got.safeParse(sent).data?.messages;
  if (!messages || messages.length === 0) return null;
  const alone = messages.every(({ role }) => role === "user");
  const content = messages.flatMap(({ role, content }) =>
    alone ? [content] : [{ type: "text", text: role === "user" ? "User:" : "Assistant:" }, content]
  );
  return toldResult({ content }, clean).result;
}

/** The last part of an address, as a file is called. */
function nameOf(uri: string, clean: Clean): string {
  const last = uri.slice(0, RESOURCE_URI_UNITS).split(/[/\\]/).findLast((part) => part !== "") ?? "";
  return line(last.split(/[?#]/, 1)[0], FILE_UNITS, clean).replace(/[^\p{L}\p{N}._ -]/gu, "_") || "resource";
}

/** Null where it is not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * What a resource gives as files; empty where it is of no kind that goes onto a message.
 * @param host whose words they are
 * @outside
 */
export function resourceFiles(sent: unknown, host: string, clean: Clean): OfferedFile[] {
  const contents = Read.safeParse(sent).data?.contents ?? [];
  return contents.flatMap(({ uri, mimeType = "", text, blob }): OfferedFile[] => {
    const name = nameOf(uri, clean);
    const bytes = blob === undefined ? null : bytesOf(blob);
    const said = text ?? (bytes && mimeType.startsWith("text/") ? textOf(bytes) : null);
    if (said !== null) {
      const { result } = toldResult({ content: [{ type: "text", text: said }] }, clean);
      return [{ name, type: "text/plain", text: fenced(result, host) }];
    }
    if (blob === undefined || !bytes) return [];
    return ATTACHMENT_TYPES.includes(mimeType) && !mimeType.startsWith("text/")
      ? [{ name, type: mimeType, bytes: blob }]
      : [];
  });
}
