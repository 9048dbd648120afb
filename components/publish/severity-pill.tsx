import { useTranslations } from "next-intl";

type Severity = "error" | "warning" | "info" | "low" | "medium" | "high";

const TONE: Record<Severity, string> = {
  error: "pill pill-bad",
  high: "pill pill-bad",
  warning: "pill pill-warn",
  medium: "pill pill-warn",
  low: "pill",
  info: "pill",
};

/** How grave an issue or finding is, in a word. */
export function SeverityPill({ severity }: { severity: Severity }) {
  const t = useTranslations("publish.severity");
  return <span className={TONE[severity]}>{t(severity)}</span>;
}
