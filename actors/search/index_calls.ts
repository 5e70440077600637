/** What can be asked of the index, in its own thread or in this one. */
import type { IndexedText } from "../../events/store/search/lookup.ts";
import type { Cleaned, IndexState, SearchFile } from "../../events/store/search/search_file.ts";
import type { Query } from "../../projections/search/query.ts";
import { type Asked, type IndexHit, search, spell } from "./searcher.ts";

/** A part of a conversation to be kept; `from` and `seq` as `SearchFile.put` takes them. */
export interface Kept {
  readonly conversationId: string;
  readonly from: number;
  readonly seq: number;
  readonly texts: readonly IndexedText[];
}

interface IndexCalls {
  state(): IndexState;
  reset(epoch: string): void;
  reached(place: { readonly position: string; readonly conversation: string | null }): void;
  leftOut(conversationIds: readonly string[]): void;
  seqOf(conversationId: string): number;
  seqsOf(conversationIds: readonly string[]): number[];
  texts(conversationId: string): IndexedText[];
  put(kept: Kept): boolean;
  remove(conversationId: string): void;
  clean(): Cleaned;
  search(asked: Asked): IndexHit[];
  spell(query: Query): Readonly<Record<string, string>>;
}

/** The calls on an open file. */
export const callsOf = (file: SearchFile): IndexCalls => ({
  state: () => file.state(),
  reset: (epoch) => file.reset(epoch),
  reached: ({ position, conversation }) => file.reached(position, conversation),
  leftOut: (conversationIds) => file.leftOut(conversationIds),
  seqOf: (conversationId) => file.seqOf(conversationId),
  seqsOf: (conversationIds) => file.seqsOf(conversationIds),
  texts: (conversationId) => file.texts(conversationId),
  put: ({ conversationId, from, seq, texts }) => file.put(conversationId, from, seq, texts),
  remove: (conversationId) => file.remove(conversationId),
  clean: () => file.clean(),
  search: (asked) => search(file, asked),
  spell: (query) => spell(file, query),
});

export type CallName = keyof IndexCalls;
export type ArgumentOf<Name extends CallName> = Parameters<IndexCalls[Name]>[0];
export type AnswerOf<Name extends CallName> = ReturnType<IndexCalls[Name]>;

/** Whoever answers the calls, wherever it runs. */
export interface Index {
  ask<Name extends CallName>(name: Name, argument: ArgumentOf<Name>): Promise<AnswerOf<Name>>;
  /** Throws the file away: what is wrong with it is not looked into, for it can be made anew. */
  discard(): Promise<void>;
  /** Ends what runs; a later call begins it again. */
  close(): Promise<void>;
}
