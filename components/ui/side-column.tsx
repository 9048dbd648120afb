import type { ReactNode } from "react";

/** A page with a side column: beside what it is about, and below it where there is no room. */
export const WITH_SIDE_COLUMN =
  "grid grid-cols-[minmax(0,1fr)_364px] items-start gap-14 to-1264:gap-8 to-1100:grid-cols-[minmax(0,1fr)] to-1100:gap-10 to-840:gap-8";

/** The column itself, of sections with a title each. */
export function SideColumn({ children }: { children: ReactNode }) {
  return <aside className="*:not-first:mt-7.5">{children}</aside>;
}

/** The title of a section of the column. */
export function SideTitle({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="border-b border-edge pb-1.75 font-serif text-18 leading-[1.2] font-medium">
      {children}
    </h2>
  );
}
