import type { ReactNode } from "react";

/** Checks, one a line: a sign, what it is, and how far it came. */
export function CheckLines({ children }: { children: ReactNode }) {
  return (
    <ul className="*:grid *:grid-cols-[20px_1fr_auto] *:items-center *:gap-2.5 *:border-b *:border-line *:py-2.25 *:text-14">
      {children}
    </ul>
  );
}
