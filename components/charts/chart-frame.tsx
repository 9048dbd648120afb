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
    <section className={tall ? "chart chart-tall" : "chart"} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span>
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
