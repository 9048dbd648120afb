import type { ReactNode } from "react";

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
