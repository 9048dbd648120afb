import { useTranslations } from "next-intl";
import type { VettingStatus } from "@/lib/registry/views";

const TONES: Record<VettingStatus, string> = {
  approved: "pill",
  pending: "pill",
  caution: "pill pill-warn",
  rejected: "pill pill-bad",
};

/** How far vetting has come with a version that is not listed. */
export function VettingPill({ status }: { status: VettingStatus }) {
  const t = useTranslations("dashboard.status");
  return <span className={TONES[status]}>{t(status)}</span>;
}
