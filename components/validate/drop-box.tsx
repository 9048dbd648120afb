import type { ComponentProps } from "react";

/** Where a package is chosen, dropped or named; its border says that a file is above it (`data-over`). */
export function DropBox(props: ComponentProps<"div">) {
  return (
    <div
      {...props}
      className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-1 border border-dashed border-control bg-surface px-4 py-3.5 text-14 data-over:border-accent data-over:bg-accent-wash"
    />
  );
}

/** The first files of a package. */
export function DropFiles({ children }: ComponentProps<"p">) {
  return <p className="mt-1.5 font-mono text-12 leading-normal wrap-anywhere text-ink-3">{children}</p>;
}

/** Other ways to choose a package. */
export function DropActs({ className = "", children }: ComponentProps<"div">) {
  return (
    <div className={`ms-auto flex flex-wrap gap-2 to-720:ms-0 to-720:w-full ${className}`}>{children}</div>
  );
}
