/** The events of a conversation that was held in another product: words with their own authors and times. Pure. */
import { versions } from "../../events/catalog/upcast.ts";
import type { Attachment, DataOf, Origin } from "../../events/catalog/conversation.ts";
import { type Actor, SYSTEM } from "../../events/catalog/envelope.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import type { NewEvent } from "../../events/store/types.ts";
import type { MovedKey, MovedMessage, MovedTalk } from "../../projections/shapes/moved.ts";

/** The id under which it is here: the same one again is found, wherever it is taken in. */
export const movedId = ({ from, id, head }: MovedKey): string =>
  `moved_${sha256(JSON.stringify([from, id, head])).slice(0, 32)}`;

/** Who said it. Nobody here is called so: whom a file names is proven by nothing. */
function authorOf(from: string, { role, name }: MovedMessage, by: Actor): DataOf<"MessagePosted">["author"] {
  if (role === "user" && name === undefined) return { kind: "user", id: by.id, name: by.name };
  const known = name ?? from;
  return {
    kind: role === "user" ? "user" : "agent",
    id: `moved_${sha256(`${role} ${known}`).slice(0, 16)}`,
    name: known,
  };
}

const said = (number: number) => `said_${number}`;

interface Taking {
  readonly at: string;
  readonly by: Actor;
}
type Made = { [T in "ConversationStarted" | "MessagePosted"]: { type: T; data: DataOf<T> } }[
  "ConversationStarted" | "MessagePosted"
];

const madeBy = ({ at, by }: Taking) => (made: Made, index: number): NewEvent => ({
  id: `moved/${index}`,
  type: made.type,
  v: versions[made.type],
  at,
  by,
  data: made.data,
});

/** The first event. */
function begun({ from, at, title = "", fork }: MovedTalk): Made {
  const lineage = fork && {
    conversationId: movedId({ from, id: fork.id, head: fork.head }),
    seq: 1 + fork.messages,
    kind: "fork" as const,
    ...(fork.messages > 0 ? { messageId: said(fork.messages) } : {}),
    ...(title === "" ? {} : { title }),
  };
  const data = { title, mode: "parallel" as const, settings: {}, origin: { from, at } };
  // Words stand in this order where structure and words are put together again.
  return { type: "ConversationStarted", data: { ...(lineage ? { lineage } : {}), ...data } };
}

/** The notice behind the words: from here on it is this workspace that speaks. */
function closed(from: string, number: number): Made {
  const origin: Origin = { from };
  const content =
    `This conversation was imported from ${from}. What stands above was said there, with the names and ` +
    "times that the file tells; they are not proven.";
  const notice = { code: "imported" as const };
  return {
    type: "MessagePosted",
    data: { messageId: said(number), author: SYSTEM, role: "system", content, notice, origin },
  };
}

/** All of them, in their order; `filesOf` knows what was uploaded. */
export async function* movedEvents(
  talk: MovedTalk,
  messages: AsyncIterable<MovedMessage>,
  filesOf: (message: MovedMessage) => Promise<Attachment[] | undefined>,
  taking: Taking,
): AsyncGenerator<NewEvent> {
  const eventOf = madeBy(taking);
  yield eventOf(begun(talk), 0);
  let number = 0;
  for await (const message of messages) {
    const attachments = await filesOf(message);
    number++;
    const data: DataOf<"MessagePosted"> = {
      messageId: said(number),
      author: authorOf(talk.from, message, taking.by),
      role: message.role,
      content: message.content,
      ...(attachments ? { attachments } : {}),
      origin: { from: talk.from, at: message.at },
    };
    yield eventOf({ type: "MessagePosted", data }, number);
  }
  yield eventOf(closed(talk.from, number + 1), number + 1);
}
