import { useLocale, useTranslations } from "next-intl";
import { formatDay } from "@/lib/platform/i18n/format";
import type { SkillRow } from "@/lib/registry/views";

/** The "🔶" of a draft (USK, draft upload): the emoji for who reads the words, a drawing for who sees them. */
function DraftDiamond() {
  return (
    <>
      <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M5 0l5 5-5 5-5-5z" fill="var(--caution-fill)" />
      </svg>
      <span className="vh">🔶</span>
    </>
  );
}

/**
 * The claim status, if it is one to know about: drafts and expired drafts. A registered or claimed skill shows nothing.
 */
export function ClaimPill({ skill }: { skill: Pick<SkillRow, "claimStatus" | "claimExpiresAt"> }) {
  const t = useTranslations("common");
  const locale = useLocale();
  if (skill.claimStatus === "expired") return <span className="pill">{t("expired")}</span>;
  if (skill.claimStatus !== "draft") return null;
  const day = skill.claimExpiresAt === null ? null : formatDay(skill.claimExpiresAt, locale);
  return (
    <span className="pill pill-warn">
      <DraftDiamond />
      {day === null ? t("draft-open") : t("draft", { day })}
    </span>
  );
}
