import { useTranslations } from "next-intl";

type Severity = "info" | "low" | "medium" | "high";

const TONE: Record<Severity, string> = {
  high: "pill pill-bad",
  medium: "pill pill-warn",
  low: "pill",
  info: "pill",
};

/** How grave a finding is, in a word. */
export function SeverityPill({ severity }: { severity: Severity }) {
  const t = useTranslations("publish.severity");
  return <span className={TONE[severity]}>{t(severity)}</span>;
}
