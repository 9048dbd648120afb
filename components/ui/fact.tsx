import type { ReactNode } from "react";

interface FactProps {
  name: ReactNode;
  /** True for addresses, digests and versions. */
  mono?: boolean;
  className?: string;
  title?: string | undefined;
  children: ReactNode;
}

/** One fact of a `<dl className="facts">`: what it is called, and what it is. */
export function Fact({ name, mono = false, className = "", title, children }: FactProps) {
  const classes = `${mono ? "mono" : ""} ${className}`.trim();
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes || undefined} title={title}>
        {children}
      </dd>
    </div>
  );
}
