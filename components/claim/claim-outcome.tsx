import type { ReactNode } from "react";
import { ClaimActs } from "@/components/claim/claim-acts";
import { Note } from "@/components/ui/note";

interface ClaimOutcomeProps {
  tone?: "ok" | "warn" | "neutral";
  title: string;
  text: string;
  children?: ReactNode;
}

/** How a claim ended, in words, and where to go from there. */
export function ClaimOutcome({ tone = "neutral", title, text, children }: ClaimOutcomeProps) {
  return (
    <div className="mt-7">
      <Note tone={tone} title={title}>
        {text}
      </Note>
      {children ? <ClaimActs>{children}</ClaimActs> : null}
    </div>
  );
}
