import type { ComponentProps } from "react";

interface BusyButtonProps extends ComponentProps<"button"> {
  /** Whether what its press asked for is under way. */
  busy: boolean;
}

/**
 * A button at work: another press does nothing, but it is not disabled, as a browser takes the focus from a button that
 * is. Whoever works with the keyboard is still there when the work is done.
 */
export function BusyButton({ busy, onClick, ...button }: BusyButtonProps) {
  return (
    <button
      {...button}
      aria-busy={busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

interface BusyTextProps {
  /** The button's words while nothing is under way. */
  rest: string;
  /** What it is doing now, in place of them. */
  working: string;
  busy: boolean;
}

/** Both texts of a button in one place, of which one shows: the button keeps its width while it works. */
export function BusyText({ rest, working, busy }: BusyTextProps) {
  return (
    <span className="grid justify-items-center *:[grid-area:1/1]">
      <span className={busy ? "invisible" : undefined}>{rest}</span>
      <span className={busy ? undefined : "invisible"}>{working}</span>
    </span>
  );
}
