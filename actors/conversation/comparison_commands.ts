/** What the program itself does about comparisons, in their conversation and in their room. */
import type { Attachment } from "../../events/catalog/attachment.ts";
import type { DataOf } from "../../events/catalog/conversation.ts";
import type { Asking, Joining } from "./who_joins.ts";

/** What becomes of a comparison, in the conversation that asked for it. */
type OfComparison =
  | (
    & { readonly type: "begin_comparison" }
    & Readonly<Omit<DataOf<"ComparisonBegun">, "messageId" | "author">>
  )
  | {
    readonly type: "answer_comparison";
    readonly comparisonId: string;
    /** In the order of the seats. */
    readonly answers: readonly Omit<DataOf<"ComparisonAnswered">, "comparisonId" | "seat" | "messageId">[];
    readonly shared?: DataOf<"ComparisonReady">["shared"];
  }
  | ({ readonly type: "reveal_comparison" } & Readonly<DataOf<"ComparisonRevealed">>);

/** The same in the room where its answers are given. */
type OfRoom =
  | (Readonly<Omit<DataOf<"RoomSealed">, "worth">> & {
    readonly type: "seal";
    /** In the order of the seats; of a panel all that take part. */
    readonly agents: readonly Joining[];
    readonly content: string;
    readonly attachments?: readonly Attachment[];
    /** Whether an answer of a panel was worth it: which of the two seats it has, and the agent that answers alone. */
    readonly judged?: { readonly asking: Asking; readonly panelSeat: 0 | 1; readonly aloneId: string };
    /** An agent that judges the two, too; absent: people alone do. */
    readonly judge?: Joining;
  })
  | { readonly type: "ask_room" }
  /** The two answers in the order of their letters. */
  | { readonly type: "judge_room"; readonly answers: readonly [string, string] }
  | { readonly type: "stop_room" }
  | { readonly type: "open_room" }
  | { readonly type: "drop_room" };

/** What the program does about comparisons: each is carried out again where nobody knows whether it was. */
export type ComparisonCommand = OfComparison | OfRoom;
