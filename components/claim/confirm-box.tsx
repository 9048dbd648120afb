import { useLocale } from "next-intl";
import type { ReactNode } from "react";

interface ConfirmBoxProps {
  /** Where the button sends: the page's own address. */
  action: string;
  token: string;
  label: string;
  careful: string;
  children: ReactNode;
}

/**
 * One button that finishes what a mailed link began. Opening the link changes nothing, because mail scanners and
 * previews open links too.
 */
export function ConfirmBox({ action, token, label, careful, children }: ConfirmBoxProps) {
  return (
    <form method="post" action={action} className="border border-edge bg-surface p-5 sm:p-6">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="locale" value={useLocale()} />
      {children}
      <button
        type="submit"
        className="btn btn-primary btn-lg mt-4 w-full py-2 text-center whitespace-normal wrap-anywhere"
      >
        {label}
      </button>
      <p className="mt-3 text-12 text-ink-3">{careful}</p>
    </form>
  );
}
