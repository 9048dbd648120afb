import type { ReactNode } from "react";

interface PageTitleProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Its distance from what stands above it. */
  top?: string;
}

/** How a page begins: its name and, below it, what it is for. */
export function PageTitle({ title, lead, top = "pt-9 [[data-crumbs]+&]:pt-3" }: PageTitleProps) {
  return (
    <div className={top} data-page-title>
      <h1 className="font-serif text-34 leading-[1.1] font-medium tracking-[-0.022em]">{title}</h1>
      {lead ? <p className="mt-2 max-w-[68ch] text-ink-2">{lead}</p> : null}
    </div>
  );
}
