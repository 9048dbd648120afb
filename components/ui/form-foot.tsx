import type { ReactNode } from "react";

/** The end of a long form: what is said of it, and what sends it. */
export function FormFoot({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={`mt-6.5 flex flex-wrap items-center justify-between gap-3 border-t border-edge pt-4 text-13 text-ink-3 ${className}`}
    >
      {children}
    </div>
  );
}
