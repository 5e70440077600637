/** An answer that fits the schema of its agent: a list of flat objects as a table, all else as a tree; its text is one click away. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import {
  formedJson,
  type Table,
  TABLE_COLUMNS,
  TABLE_ROWS,
  tableOf,
} from "../../projections/conversation/formed.ts";
import { words } from "../words/formed.ts";
import "./formed_answer.css";

/** Branches of one place of the tree that are shown, and levels: the text has all. */
const BRANCHES = 200;
const LEVELS = 24;

interface Props {
  readonly text: string;
  readonly repaired: boolean;
}

/** The table of a value, also of one that has nothing but one list. */
function tableIn(
  value: unknown,
): { readonly name: string; readonly table: Table; readonly rows: unknown[] } | null {
  const entries = typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : [];
  const [name, list] = entries.length === 1 ? entries[0] ?? ["", value] : ["", value];
  const table = tableOf(list);
  return table && Array.isArray(list) ? { name, table, rows: list } : null;
}

export function FormedAnswer({ text, repaired }: Props) {
  const asText = useSignal(false);
  const { read, table } = useMemo(() => {
    const read = formedJson(text);
    return { read, table: read ? tableIn(read.value) : null };
  }, [text]);
  if (!read) return <pre class="formed-text" dir="auto">{text}</pre>;
  const ways = [[false, table ? words.table : words.tree], [true, words.text]] as const;
  return (
    <div class="formed">
      <p class="segmented" role="group" aria-label={words.show}>
        {ways.map(([value, name]) => (
          <button
            key={name}
            type="button"
            aria-pressed={asText.value === value}
            onClick={() => (asText.value = value)}
          >
            {name}
          </button>
        ))}
      </p>
      {asText.value
        ? <pre class="formed-text" dir="auto">{text}</pre>
        : table
        ? <Rows {...table} />
        : <Node value={read.value} level={0} />}
      {repaired && <p class="hint">{words.repaired}</p>}
    </div>
  );
}

const shown = (cell: unknown): string =>
  cell === undefined ? "" : typeof cell === "string" ? clearText(cell) : String(cell);

function Rows({ name, table: { columns, rows }, rows: all }: NonNullable<ReturnType<typeof tableIn>>) {
  const cut = [
    ...all.length > TABLE_ROWS ? [words.rowsMore(all.length - TABLE_ROWS)] : [],
    ...columns.length === TABLE_COLUMNS ? cutColumns(all) : [],
  ];
  return (
    <>
      <div class="formed-table" tabIndex={0} role="group" aria-label={name || words.table}>
        <table>
          {name !== "" && <caption dir="auto">{clearText(name)}</caption>}
          <thead>
            <tr>
              {columns.map((column) => <th key={column} scope="col" dir="auto">{clearText(column)}</th>)}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, at) => (
                  <td key={at} class={typeof cell === "number" ? "num" : ""} dir="auto">{shown(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cut.length > 0 && <p class="hint">{cut.join(" ")}</p>}
    </>
  );
}

function cutColumns(rows: readonly unknown[]): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(Object(row))));
  return names.size > TABLE_COLUMNS ? [words.columnsMore(names.size - TABLE_COLUMNS)] : [];
}

function Node({ value, level }: { value: unknown; level: number }) {
  if (typeof value !== "object" || value === null) {
    return <span class={typeof value === "string" ? "" : "literal"} dir="auto">{shown(value)}</span>;
  }
  if (level >= LEVELS) return <code>{JSON.stringify(value)}</code>;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.slice(0, BRANCHES).map((one, at) => [`${at + 1}`, one] as const)
    : Object.entries(value).slice(0, BRANCHES);
  const count = isList ? value.length : Object.keys(value).length;
  return (
    <ul class="formed-tree">
      {entries.map(([name, one]) => {
        const branches = typeof one === "object" && one !== null;
        const size = branches ? Object.keys(one).length : 0;
        return (
          <li key={name}>
            {branches
              ? (
                <details open={level < 2}>
                  <summary>
                    <b dir="auto">{clearText(name)}</b>{" "}
                    <small>{Array.isArray(one) ? words.items(size) : words.fields(size)}</small>
                  </summary>
                  <Node value={one} level={level + 1} />
                </details>
              )
              : (
                <>
                  <b dir="auto">{clearText(name)}</b> <Node value={one} level={level + 1} />
                </>
              )}
          </li>
        );
      })}
      {count > BRANCHES && <li class="hint">{words.more(count - BRANCHES)}</li>}
    </ul>
  );
}
