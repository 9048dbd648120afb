import type { ReactNode } from "react";

/** A section title over an ink rule, with a remark and a link at the right if given. */
export function SectionHead({
  id,
  title,
  remark,
  more,
}: {
  id: string;
  title: ReactNode;
  remark?: ReactNode;
  more?: ReactNode;
}) {
  return (
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      {remark ? <p>{remark}</p> : null}
      {more ? <span className="more">{more}</span> : null}
    </div>
  );
}
