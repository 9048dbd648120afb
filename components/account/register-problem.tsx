import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Note } from "@/components/ui/note";

interface RegisterProblemProps {
  /** Why nothing was sent: the member that was wrong, or a code; null for nothing. */
  problem: string | null;
  /** In place of the words, where a field is to be led to. */
  children?: ReactNode;
}

/** Why no link was sent. */
export function RegisterProblem({ problem, children }: RegisterProblemProps) {
  const t = useTranslations("register.problem");
  if (problem === null) return null;
  return <Note tone="bad" title={children ?? t(problem === "RATE_LIMITED" ? "RATE_LIMITED" : "other")} />;
}
