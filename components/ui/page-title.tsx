import type { ReactNode } from "react";

/** How a page begins: its name and, below it, what it is for. */
export function PageTitle({ title, lead }: { title: ReactNode; lead?: ReactNode }) {
  return (
    <div className="page-title">
      <h1>{title}</h1>
      {lead ? <p>{lead}</p> : null}
    </div>
  );
}
