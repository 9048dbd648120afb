import type { ReactNode, CSSProperties } from "react";

/** Things of one kind below each other: what each is, what is said of it in paragraphs, and at the right what can be done. */
export function ItemList({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <ul
      className={`*:grid *:grid-cols-[minmax(0,1fr)_fit-content(50%)] *:gap-x-3 *:gap-y-0.5 *:border-b *:border-line *:py-3 [&_.btn]:py-1.5 [&_.btn]:wrap-anywhere [&_.btn]:whitespace-normal [:where(&_p)]:col-span-full [:where(&_p)]:text-13 [:where(&_p)]:text-ink-2 ${className}`}
    >
      {children}
    </ul>
  );
}

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
