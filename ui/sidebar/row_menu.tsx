/** The menu of a conversation, in the list or, where it is open, in its head. */
import { type Signal, signal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import { Icon } from "../parts/icon.tsx";
import { type Item, Menu } from "../parts/menu.tsx";
import { words } from "../words/frame.ts";
import type { Row } from "./row_items.ts";

/** What is in it comes right after the first paint, as its icons do. */
const items = signal<(row: Row, current: boolean) => Item[]>(() => []);
import("./row_items.ts").then(({ itemsFor }) => (items.value = itemsFor), () => {});

interface Props {
  readonly row: Row;
  /** It is the open one: it has settings of its own. */
  readonly current?: boolean;
  /** Opens the menu from elsewhere too. */
  readonly open?: Signal<boolean>;
}

export function RowMenu({ row, current = false, open }: Props) {
  return (
    <Menu
      label={words.actionsFor(clearText(row.title, words.thisConversation))}
      items={items.value(row, current)}
      align={current ? "start" : "end"}
      tabIndex={current ? 0 : -1}
      {...(open && { open })}
    >
      <Icon name="ellipsis" />
    </Menu>
  );
}
