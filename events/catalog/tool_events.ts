/** What happens to a tool inside a turn: it is called, a person says a word on it, and it returns. */
import { z } from "zod";
import { Attachment } from "./attachment.ts";
import { event, Id } from "./envelope.ts";
import { CallId } from "./erased.ts";
import { asking, inputNumber, InputOutcome, InputValues } from "./inputs.ts";
import { ADDRESS_CHARS, HEARD_HOSTS, RESULT_LINKS, RESULT_PICTURES } from "./limits.ts";
import { ResourceLink } from "./resource_link.ts";
import { words } from "./words_mark.ts";

/** Of which attempt at a turn something is … */
export const attempt = { turnId: Id, attempt: z.int().min(1) };
/** … and of which of its calls. */
export const call = { ...attempt, round: z.int().min(1) };

/** Host of an address, with the port where it is not the usual one. */
const Host = z.string().min(1).max(ADDRESS_CHARS);
export const ToolCalled = event("ToolCalled", 3, () => ({
  ...call,
  callId: CallId,
  tool: z.string().min(1).max(200),
  /** The arguments as the model wrote them, JSON text. */
  args: words(z.string()),
  /** On the first call of a round: what the model said before it, and what must be replayed as is. */
  said: words(z.string()).optional(),
  opaque: words(z.string()).optional(),
  /** How much of the answer had been shown before the call, in UTF-16 units; absent where nobody noted it. */
  offset: z.int().min(0).optional(),
  /** A calling program runs it: the turn ends with it, and what it gave comes with a later message. */
  client: z.literal(true).optional(),
  /** It waits for a person's `ToolDecided` before it runs: it changes something, or nobody gave its address. */
  asks: z.literal(true).optional(),
  /** The whole address that it would read. */
  address: words(z.string().min(1).max(ADDRESS_CHARS)).optional(),
  /** Another server runs it: its host … */
  host: words(Host).optional(),
  /** … and the SHA-256 of what it said of the tool when it was called. */
  definition: z.string().regex(/^[0-9a-f]{64}$/).optional(),
}));
/** A person lets a tool that asks run, or not. */
export const ToolDecided = event("ToolDecided", 2, () => ({
  ...call,
  callId: CallId,
  allowed: z.boolean(),
  /** With "allowed": every address of this exact host, from now on in this conversation. */
  site: words(z.string().min(1).max(ADDRESS_CHARS)).optional(),
  /**
   * With "allowed", of a tool of another server: it runs from now on in this conversation, as long as its server says
   * the same of it and no text has come from another host than these, which the person could know of.
   */
  heard: words(z.array(Host).max(HEARD_HOSTS)).optional(),
}));
export const ToolReturned = event("ToolReturned", 2, () => ({
  ...call,
  callId: CallId,
  status: z.enum(["ok", "error", "unknown", "refused"]),
  result: words(z.string()),
  /** Pictures that it gave, in the order in which the result names them. */
  attachments: words(z.array(Attachment).max(RESULT_PICTURES)).optional(),
  /** Resources that it names: of the server whose tool it is. */
  links: words(z.array(ResourceLink).max(RESULT_LINKS)).optional(),
}));
/** While a call runs its server asks a person for something; the call waits. */
export const InputAsked = event(
  "InputAsked",
  2,
  () => ({ ...call, callId: CallId, input: inputNumber, ...asking }),
);
/** A person's answer to that, or why there is none. What is still open when its attempt ends is lost with the call. */
export const InputAnswered = event("InputAnswered", 1, () => ({
  ...call,
  callId: CallId,
  input: inputNumber,
  outcome: InputOutcome,
  /** With "accepted", of a form: what the server was given. */
  values: words(InputValues).optional(),
}));
