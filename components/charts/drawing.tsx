import type { ReactNode } from "react";

/** The line of the days that are shown, and of as many days before them. */
export const LINE_NOW = "fill-none stroke-accent stroke-2 [stroke-linejoin:round]";
export const LINE_BEFORE = "fill-none stroke-ink-3 [stroke-dasharray:3_3] [stroke-width:1.4]";

interface DrawingProps {
  width: number;
  height: number;
  /** What it shows, in words. */
  description: string;
  children: ReactNode;
}

/** The paper of a chart; its words are small and quiet where nothing else is said of them. */
export function Drawing({ width, height, description, children }: DrawingProps) {
  return (
    <svg
      className="mt-2.5 h-auto w-full [:where(&_text)]:fill-ink-3 [:where(&_text)]:font-mono [:where(&_text)]:text-[11px]"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={description}
    >
      {children}
    </svg>
  );
}
