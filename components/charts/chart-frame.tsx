import type { ReactNode } from "react";
import { SiteLink } from "@/components/ui/site-link";

interface ChartFrameProps {
  id: string;
  title: string;
  /** What must be known to read it, such as its unit. */
  remark?: string | null;
  /** The other way to see the same numbers; null when there are none. */
  other: { href: string; words: string } | null;
  tall?: boolean;
  children: ReactNode;
}

/** Title over a rule, with the way to the same numbers as a table. */
export function ChartFrame({ id, title, remark, other, tall = false, children }: ChartFrameProps) {
  return (
    <section className={tall ? "row-span-2" : undefined} aria-labelledby={id}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 border-b border-edge pb-1.75">
        <h2 id={id} className="font-serif text-18 leading-[1.2] font-medium">
          {title}
        </h2>
        <span className="text-13 text-ink-3">
          {remark}
          {remark && other ? ", " : null}
          {other ? (
            <SiteLink className="link" href={other.href}>
              {other.words}
            </SiteLink>
          ) : null}
        </span>
      </header>
      {children}
    </section>
  );
}
