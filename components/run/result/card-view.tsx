import { Children } from "react";
import { findTable, type Card } from "@/components/run/result/card";
import { SCROLLABLE } from "@/components/ui/code/scrollable";

const MAX_DEPTH = 4;
const MAX_ENTRIES = 50;
const MAX_CHARACTERS = 500;
/** Of a text that is the whole card. */
const MAX_TEXT_CHARACTERS = 5_000;

/** What an entry of a list, a recommendation or a form may be called by, the first that is there. */
const NAMES = ["title", "name", "label", "text", "id"];

/** A card drawn by its type from its data alone. Nothing of it is markup, a link or code. */
export default function CardView({ card }: { card: Card }) {
  return (
    <article className="rounded-1 border border-edge bg-surface p-4 text-14" data-testid="run-card">
      {card.title !== null && <h4 className="mb-2 text-15 font-semibold">{card.title}</h4>}
      <Drawn card={card} />
    </article>
  );
}

/** An output drawn to be read: lists of alike objects as tables, texts with their lines. What is longer is cut, and says so. */
export function ReadableOutput({ output }: { output: unknown }) {
  return (
    <div className="overflow-x-auto rounded-1 border border-line-2 bg-surface p-3 text-13" {...SCROLLABLE}>
      <Value value={output} depth={0} />
    </div>
  );
}

function Drawn({ card: { type, data } }: { card: Card }) {
  const entries = entriesOf(data);
  if (type === "text" && typeof data === "string") return <p className="whitespace-pre-line">{cut(data)}</p>;
  if (type === "custom" || type === "text" || entries === null) return <Value value={data} depth={0} />;
  const items = Children.toArray(entries.slice(0, MAX_ENTRIES).map((entry) => <Entry entry={entry} />));
  // Recommendations have an order, the best first; the questions of a form and the entries of a list stand side by side.
  return type === "recommendation" ? (
    <ol className="grid list-decimal gap-2 ps-5">{items}</ol>
  ) : (
    <ul className="grid list-disc gap-1 ps-5">{items}</ul>
  );
}

/** A list, or the one list that an object has beside other members (`items`, `skills`, `fields`); null for neither. */
function entriesOf(data: unknown): readonly unknown[] | null {
  if (Array.isArray(data)) return data;
  const lists = isMembers(data) ? Object.values(data).filter((member) => Array.isArray(member)) : [];
  return lists.length === 1 && isMembers(data) && Object.keys(data).length === 1 ? (lists[0] ?? null) : null;
}

/** What it is called, with the rest of its members below. */
function Entry({ entry }: { entry: unknown }) {
  const name = isMembers(entry) ? NAMES.find((each) => typeof entry[each] === "string") : undefined;
  if (!isMembers(entry) || name === undefined)
    return (
      <li>
        <Value value={entry} depth={1} />
      </li>
    );
  const { [name]: title, ...rest } = entry;
  return (
    <li>
      <span className="font-medium wrap-anywhere">{plainText(title)}</span>
      {Object.keys(rest).length > 0 && <Value value={rest} depth={1} />}
    </li>
  );
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function Value({ value, depth }: { value: unknown; depth: number }) {
  if (typeof value === "string" && value.includes("\n"))
    return <p className="whitespace-pre-wrap">{cut(value)}</p>;
  if (typeof value !== "object" || value === null) return <span>{plainText(value)}</span>;
  const table = findTable(value);
  if (table !== null) return <Table {...table} />;
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  if (depth >= MAX_DEPTH) return <code className="font-mono text-12">{shorten(JSON.stringify(value))}</code>;
  if (Array.isArray(value)) {
    return (
      <ul className="list-disc ps-5">
        {entries.map(([key, item]) => (
          <li key={key}>
            <Value value={item} depth={depth + 1} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {entries.map(([name, member]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{shorten(name)}</dt>
          <dd className="m-0 min-w-0 break-words">
            <Value value={member} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Table({ columns, rows }: NonNullable<ReturnType<typeof findTable>>) {
  return (
    <table className="w-full text-13">
      <thead className="text-12 text-ink-3">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-1 pe-3 text-start font-medium">
              {shorten(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, MAX_ENTRIES).map((row, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows of one output never change places
          <tr key={i} className="border-t border-line align-top">
            {columns.map((column) => (
              <td key={column} className="py-1 pe-3 wrap-anywhere">
                {plainText(row[column])}
              </td>
            ))}
          </tr>
        ))}
        {rows.length > MAX_ENTRIES && (
          <tr className="border-t border-line">
            <td colSpan={columns.length}>…</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return shorten(typeof value === "string" ? value : JSON.stringify(value));
}

const shorten = (text: string) => cut(text, MAX_CHARACTERS);
const cut = (text: string, most = MAX_TEXT_CHARACTERS) =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
