/**
 * What a calling program wants of the answers to its message, for this one call, beside what the agents' own settings
 * say. It stands with the message, so that whoever makes the requests, at whatever attempt, makes the same.
 */
import { z } from "zod";
import { EFFORTS } from "./efforts.ts";

export const CallSettings = z.strictObject({
  /** Tokens an answer may have. */
  maxTokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  /** Of how many words that may come next one is drawn. */
  topK: z.int().min(0).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  presencePenalty: z.number().min(-2).max(2).optional(),
  /** Texts at which an answer ends, before them. */
  stop: z.array(z.string().min(1)).min(1).max(4).readonly().optional(),
  seed: z.int().optional(),
  effort: z.enum(EFFORTS).optional(),
  verbosity: z.enum(["low", "medium", "high"]).optional(),
  /** The form of the answer, JSON text of OpenAI's `response_format`: a text, so that a large one can lie in a blob. */
  format: z.string().optional(),
  /**
   * Tools that the program runs itself, JSON text of a list of `{ name, description?, parameters, strict? }`: a text, so
   * that many of them can lie in a blob.
   */
  tools: z.string().optional(),
  /** Whether one of them is called: `auto` where it is absent; a name means that one. */
  toolChoice: z.union([z.enum(["none", "required"]), z.strictObject({ name: z.string().max(64) })])
    .optional(),
  /** False: at most one call at a time. */
  parallelTools: z.literal(false).optional(),
  /** Whom the program asks for, in its own words; the provider is told. */
  user: z.string().max(512).optional(),
  /** The same, as makers want it today: a name that says nobody's. */
  safetyId: z.string().max(128).optional(),
  /** Calls that begin alike, in the program's own words: a hint for a provider's cache. */
  cacheKey: z.string().max(512).optional(),
  /** Nothing is to be kept: with the answer the conversation goes. */
  store: z.literal(false).optional(),
  /** What the program notes with its call; nobody is told. */
  metadata: z.record(z.string().max(64), z.string().max(512)).readonly().optional(),
}).meta({ id: "CallSettings" });
export type CallSettings = Readonly<z.infer<typeof CallSettings>>;
