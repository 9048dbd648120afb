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
    <div
      className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-edge pb-2"
      data-section-head
    >
      <h2 id={id} className="font-serif text-21 font-medium tracking-[-0.012em]">
        {title}
      </h2>
      {remark ? <p className="text-13 text-ink-3 to-720:order-3 to-720:w-full">{remark}</p> : null}
      {more ? <span className="ms-auto text-13">{more}</span> : null}
    </div>
  );
}
