import type { CSSProperties, ReactNode } from "react";

/** Figures beside each other, in two columns on a narrow screen. */
export function FigureList({ count, children }: { count: number; children: ReactNode }) {
  return (
    <dl
      className="mt-6.5 grid grid-cols-[repeat(var(--figures),minmax(0,1fr))] border-y border-edge to-900:grid-cols-2"
      style={{ "--figures": count } as CSSProperties}
    >
      {children}
    </dl>
  );
}

interface FigureProps {
  name: ReactNode;
  remark: ReactNode;
  children: ReactNode;
}

/** A figure, its name above and what is said of it below. */
export function Figure({ name, remark, children }: FigureProps) {
  return (
    <div className="border-s border-line px-5 pt-3.5 pb-3.75 first:border-s-0 first:ps-0 to-900:odd:border-s-0 to-900:odd:ps-0 to-900:nth-[n+3]:border-t">
      <dt className="text-13 text-ink-3">{name}</dt>
      <dd className="font-mono text-26 leading-[1.25] font-medium tracking-[-0.035em]">{children}</dd>
      <dd className="flex flex-wrap items-center gap-x-1.25 text-12 leading-normal text-ink-2">{remark}</dd>
    </div>
  );
}
