/** Erasing words, as the server is told it. */
import type { ErasedMessage, MessageCopies } from "../../server/contract/erasing_shapes.ts";
import type { ToolUse } from "../../projections/shapes/folds.ts";
import { get, write } from "./api.ts";
import { conversation } from "./queries.ts";

/** Of several calls under one id, the one that is meant. */
export type UseOfTool = Pick<ToolUse, "attempt" | "round" | "callId">;

export interface Erasing {
  readonly use?: UseOfTool | undefined;
  readonly why: string;
  /** Also where it stands in conversations that were made of this one. */
  readonly copies: boolean;
}

const contentOf = (messageId: string, { use, why, copies }: Erasing): string => {
  const query = new URLSearchParams({
    ...(use ? { call: use.callId, attempt: `${use.attempt}`, round: `${use.round}` } : {}),
    ...(why ? { why } : {}),
    ...(copies ? { copies: "true" } : {}),
  });
  return `/messages/${messageId}/content?${query}`;
};

export const erase = (id: string, messageId: string, wanted: Erasing) =>
  write<ErasedMessage>("DELETE", conversation(id, contentOf(messageId, wanted)));

export const copiesOf = (id: string, messageId: string) =>
  get<MessageCopies>(conversation(id, `/messages/${messageId}/copies`));
