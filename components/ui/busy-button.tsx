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
