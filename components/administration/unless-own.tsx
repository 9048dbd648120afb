import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

const WHY = { skill: "left-to-others", application: "own-application", challenge: "own-challenge" } as const;

interface UnlessOwnProps {
  /** What is decided about is or was the reader's, and there is somebody else to decide. */
  leftToOthers: boolean;
  what?: keyof typeof WHY;
  children: ReactNode;
}

/** The form of a decision, or why there is none for this administrator. */
export function UnlessOwn({ leftToOthers, what = "skill", children }: UnlessOwnProps) {
  const t = useTranslations("administration");
  if (!leftToOthers) return children;
  return <p className="text-14 text-ink-2">{t(WHY[what])}</p>;
}
