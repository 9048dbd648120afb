import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

interface UnlessOwnProps {
  /** The skill is or was the reader's, and there is somebody else to decide. */
  leftToOthers: boolean;
  children: ReactNode;
}

/** The form of a decision, or why there is none for this administrator. */
export function UnlessOwn({ leftToOthers, children }: UnlessOwnProps) {
  const t = useTranslations("administration");
  return leftToOthers ? <p className="text-14 text-ink-2">{t("left-to-others")}</p> : children;
}
