import type { ReactNode } from "react";

interface Column {
  head: string;
  className: "end" | "roomy-only";
}

interface DataTableProps {
  /** Read aloud, and not seen; undefined where what is around the table names it. */
  caption?: string;
  /** Heads of the columns, in order; what is false or null has no column. */
  columns: readonly (string | Column | false | null)[];
  /** The rows. */
  children: ReactNode;
  /** The row of the sums. */
  foot?: ReactNode;
  /** On a phone each row is a block of its own, below the one before. */
  stacked?: boolean;
  className?: string;
}

/** A table in the look of a ledger. Each column has a head of its own; no two heads are the same. */
export function DataTable({
  caption,
  columns,
  children,
  foot,
  stacked = false,
  className = "",
}: DataTableProps) {
  const shown = columns.filter((column) => column !== false && column !== null);
  const classes = ["ledger", stacked ? "ledger-rows" : "", className].filter((name) => name !== "");
  return (
    <table className={classes.join(" ")}>
      {caption === undefined ? null : <caption className="vh">{caption}</caption>}
      <thead>
        <tr>
          {shown.map((column) => {
            const { head, className: width } = typeof column === "string" ? { head: column } : column;
            return (
              <th key={head} scope="col" className={width}>
                {head}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot === undefined ? null : <tfoot>{foot}</tfoot>}
    </table>
  );
}

/** The head of a column whose cells are at the end of it. */
export const atEnd = (head: string): Column => ({ head, className: "end" });

/** The head of a column that narrow windows have no room for. */
export const whereRoomy = (head: string): Column => ({ head, className: "roomy-only" });
