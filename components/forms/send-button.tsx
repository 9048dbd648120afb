import type { ReactNode } from "react";

/** Sends the form around it: the one button that does, below its fields. */
export function SendButton({ children }: { children: ReactNode }) {
  return (
    <div>
      <button type="submit" className="btn btn-primary">
        {children}
      </button>
    </div>
  );
}
