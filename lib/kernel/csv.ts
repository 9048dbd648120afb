/** How each column of a table is written, by its head, in order. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string>>;

const PAGE_ROWS = 500;

/**
 * All rows as CSV (RFC 4180), the heads first, page by page: nobody holds the whole of it. `read` gives at most `limit`
 * rows behind the one with the id `before`.
 */
export async function* toCsv<Row extends { id: string }>(
  columns: CsvColumns<Row>,
  read: (page: { limit: number; before: string | null }) => Promise<Row[]>,
): AsyncGenerator<string, void> {
  yield toLine(Object.keys(columns));
  for (let before: string | null = null; ;) {
    const page: Row[] = await read({ limit: PAGE_ROWS, before });
    for (const row of page) yield toLine(Object.values(columns).map((cell) => cell(row)));
    before = page.at(-1)?.id ?? null;
    if (before === null || page.length < PAGE_ROWS) return;
  }
}

/** In UTC, and so that spreadsheets take it for a time: they leave the T and Z of RFC 3339 a text. */
export const toCsvTime = (time: Date): string => time.toISOString().slice(0, 19).replace("T", " ");

const toLine = (cells: readonly string[]) => `${cells.map(toCell).join(",")}\r\n`;

/** Quoted where needed; a cell that a spreadsheet would take for a formula is made a text. */
function toCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
