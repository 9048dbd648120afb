import { useLocale, useTranslations } from "next-intl";
import { AuditedStamp, EmptyStamp, OptimisticStamp } from "@/components/marks/stamp";
import { formatDay, formatStampDay, formatSol } from "@/lib/platform/i18n/format";
import type { SealView, SkillDetail } from "@/lib/registry/views";

/** The stamp of a version. One that carries an older seal shows none of its own: only signed versions are stamped. */
export function SkillStamp({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.stamp");
  const [seal] = countingSeals(skill);
  if (seal?.version === skill.version) return <SealStamp seal={seal} />;
  if (skill.auditState === "Audited") return null;
  if (skill.auditState === "Optimistic" && skill.bondLamports !== null) {
    const ring = t("optimistic-ring");
    const amount = `${formatSol(skill.bondLamports)} SOL`;
    const version = `v${skill.version}`;
    return (
      <OptimisticStamp
        ring={ring}
        middle={amount}
        below={version}
        label={[ring, amount, version].join(", ")}
        turn={-5}
      />
    );
  }
  return (
    <EmptyStamp
      middle={t("unverified")}
      below={t("vetted-only")}
      label={`${t("unverified")}, ${t("vetted-only")}`}
    />
  );
}

/** The stamp of one signed audit. */
export function SealStamp({ seal, size }: { seal: SealView; size?: number }) {
  const t = useTranslations("skill.stamp");
  const locale = useLocale();
  const ring =
    seal.baseVersion === null ? t("audited-ring-full") : t("audited-ring-since", { base: seal.baseVersion });
  const day = formatDay(seal.issuedAt, locale);
  const version = `v${seal.version}`;
  const sized = size === undefined ? {} : { size };
  return (
    <AuditedStamp
      ring={ring}
      middle={version}
      below={formatStampDay(seal.issuedAt, locale)}
      label={[ring, version, day].join(", ")}
      {...sized}
    />
  );
}

/** The seals that count now, newest first. */
export function countingSeals(skill: Pick<SkillDetail, "seals">): SealView[] {
  return skill.seals.filter((seal) => seal.counts).sort((a, b) => b.issuedAt.localeCompare(a.issuedAt));
}
