import { useLocale, useTranslations } from "next-intl";
import { auditWords } from "@/components/marks/audit-text";
import { AllowedTools } from "@/components/skill/security/allowed-tools";
import { AccessTable } from "@/components/skill/security/access-table";
import { countingSeals } from "@/components/skill/security/counting-seals";
import { Findings } from "@/components/skill/security/findings";
import { PackagePicture } from "@/components/skill/security/package-picture";
import { SecondOpinion } from "@/components/skill/security/second-opinion";
import { SignedAudits } from "@/components/skill/security/signed-audits";
import { VerifySteps, type CheckableSeal } from "@/components/skill/install/verify-steps";
import { worstFindings } from "@/components/skill/security/worst-findings";
import { Note } from "@/components/ui/note";
import { SectionHead } from "@/components/ui/section-head";
import { verdictLabels } from "@/components/validate/check-labels";
import { DialectVerdicts } from "@/components/validate/dialect-verdicts";
import type { SignedAuditView } from "@/lib/audits/seals";
import { issueMeanings } from "@/lib/platform/i18n/code-meanings";
import type { SkillDetail } from "@/lib/registry/views";
import type { AccessKind } from "@/lib/vetting/access-kinds";

interface SecurityTabProps {
  skill: SkillDetail;
  pinned: string | undefined;
  audits: readonly SignedAuditView[];
  origin: string;
  checkable: CheckableSeal | null;
  undeclared: Record<AccessKind, number>;
  /** Whether it is listed in spite of what vetting found. */
  isHeldNow: boolean;
}

/** The verdict in one sentence, then what it rests on, and how to check it without us. */
export function SecurityTab({
  skill,
  pinned,
  audits,
  origin,
  checkable,
  undeclared,
  isHeldNow,
}: SecurityTabProps) {
  const t = useTranslations("skill.security");
  return (
    <>
      <section className="part" aria-label={t("verdict")}>
        <Verdict skill={skill} />
      </section>
      <section className="part" aria-labelledby="audits">
        <SectionHead id="audits" title={t("audits")} remark={t("audits-remark")} />
        <SignedAudits audits={audits} shown={skill.version} />
      </section>
      <section className="part" aria-labelledby="access">
        <SectionHead id="access" title={t("access")} remark={t("access-remark")} />
        <AccessTable skill={skill} undeclared={undeclared} />
        {skill.manifest.allowedTools.length === 0 ? null : (
          <p className="pt-3 text-14 text-ink-2">
            <AllowedTools manifest={skill.manifest} />
            {t("allowed-tools-text")}
          </p>
        )}
      </section>
      <section className="part" aria-labelledby="picture">
        <SectionHead id="picture" title={t("picture.title")} remark={t("picture.remark")} />
        <PackagePicture skill={skill} pinned={pinned} />
      </section>
      <section className="part" aria-labelledby="findings">
        <SectionHead id="findings" title={t("findings")} remark={t("findings-remark")} />
        {isHeldNow ? (
          <p className="pt-3 text-14 text-ink-2">
            {t(skill.vetting.letThrough ? "let-through" : "held-since")}
          </p>
        ) : null}
        <Findings skill={skill} />
      </section>
      {skill.vetting.opinion === null ? null : (
        <section className="part" aria-labelledby="opinion">
          <SectionHead id="opinion" title={t("opinion.title")} remark={t("opinion.remark")} />
          <SecondOpinion opinion={skill.vetting.opinion} />
        </section>
      )}
      <section className="part" aria-labelledby="dialects">
        <SectionHead id="dialects" title={t("dialects")} remark={t("dialects-remark")} />
        <DialectVerdicts
          reports={skill.reports}
          labels={verdictLabels(useTranslations("validate"))}
          meanings={issueMeanings(useLocale(), skill.reports)}
        />
      </section>
      {skill.withdrawn ? null : (
        <section className="part" aria-labelledby="verify">
          <SectionHead id="verify" title={t("verify")} remark={t("verify-remark")} />
          <VerifySteps skill={skill} origin={origin} checkable={checkable} />
        </section>
      )}
    </>
  );
}

function Verdict({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.security");
  const [audit, locale] = [useTranslations("common.audit"), useLocale()];
  const worst = worstFindings(skill.findings);
  const findings =
    worst === null
      ? t("verdict-none")
      : t("verdict-findings", { count: skill.findings.length, severity: t(`severity.${worst.severity}`) });
  if (skill.auditState === "Audited") {
    const mark = auditWords(skill, audit, locale);
    const title = t("verdict-audited", { count: countingSeals(skill).length, mark });
    return (
      <Note tone="ok" title={title}>
        {findings}
      </Note>
    );
  }
  const state = skill.auditState === "Optimistic" ? "verdict-optimistic" : "verdict-unverified";
  return (
    <Note tone={worst?.severity === "high" ? "bad" : "warn"} title={t(state)}>
      {findings}
    </Note>
  );
}
