import type { ReactNode } from "react";

/** Lines with a heading, a word at its right and a sentence below. There may be hundreds: their look stands here. */
export function LineList({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <ul
      className={`text-14 *:relative *:grid *:grid-cols-[minmax(0,1fr)_auto] *:gap-x-3.5 *:gap-y-0.5 *:border-b *:border-line *:py-3.25 links:underline-offset-3 links:hover:underline [&_:is(h2,h3)]:text-15 [&_:is(h2,h3)]:leading-[1.4] [&_:is(h2,h3)]:font-semibold [&_:is(h2,h3)]:wrap-anywhere [&_p]:text-13 [&_p]:text-ink-3 ${className}`}
    >
      {children}
    </ul>
  );
}
