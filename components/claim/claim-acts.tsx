import type { ReactNode } from "react";

/** Where to go from the end of a claim: buttons in a row that may break. */
export function ClaimActs({ children }: { children: ReactNode }) {
  return <p className="mt-7 flex flex-wrap gap-3">{children}</p>;
}
