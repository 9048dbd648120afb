import { redirect } from "next/navigation";

interface ListPage {
  page: number;
  pageSize: number;
  total: number;
  rows: readonly unknown[];
}

/**
 * From beyond the end of a list, which may have grown shorter since its address was written, to its last page. Else
 * does nothing.
 */
export function leadToLastPage(
  { page, pageSize, total, rows }: ListPage,
  hrefOf: (page: number) => string,
): void {
  const last = Math.ceil(total / pageSize);
  if (rows.length === 0 && last > 0 && page > last) redirect(hrefOf(last));
}
