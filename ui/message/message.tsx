/** One message, whoever said it. */
import type { ConversationStore } from "../state/conversation_store.ts";
import { AnswerCard } from "./answer_card.tsx";
import { Notice } from "./notice.tsx";
import { Person } from "./person.tsx";

const NONE = {};

interface ItemProps {
  readonly store: ConversationStore;
  readonly id: string;
  /** Notices of failures, by the answer that failed. */
  readonly failures?: Readonly<Record<string, string>>;
}

export function Item({ store, id, failures = NONE }: ItemProps) {
  const shown = store.message(id)?.value;
  if (!shown) return null;
  const { role } = shown.message;
  if (role === "system") return <Notice store={store} shown={shown} />;
  if (role === "user") return <Person store={store} shown={shown} />;
  return <AnswerCard store={store} versions={[id]} failures={failures} look="single" />;
}
