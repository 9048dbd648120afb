import { useTranslations } from "next-intl";
import type { ComparedSkill } from "@/components/compare/compared-skill";
import { None } from "@/components/compare/none";
import { extentOf } from "@/components/marks/audit-text";
import { TrustMark } from "@/components/marks/trust-mark";
import { AgentBadge } from "@/components/skill/agent-badge";
import { ClaimPill } from "@/components/skill/claim-pill";
import { countingSeals } from "@/components/skill/security/counting-seals";
import { languageOf } from "@/components/skill/files/language-of";
import { skillPath } from "@/components/skill/skill-path";
import { AuditAnswer } from "@/components/skill/security/trust-summary";
import { severityCounts } from "@/components/skill/security/worst-findings";
import { namedSkill } from "@/components/compare/compare-address";
import { PublisherDomain } from "@/components/skill/publisher-domain";
import { SiteLink } from "@/components/ui/site-link";

// Cells about what a skill is, who checked it and who stands behind it.

export function Description({ skill }: ComparedSkill) {
  return <span lang={languageOf(skill.contentLanguage)}>{skill.description}</span>;
}

export function Audit({ skill }: ComparedSkill) {
  return <AuditAnswer skill={skill} />;
}

/** Those whose signature counts now. */
export function Seals({ skill }: ComparedSkill) {
  const t = useTranslations("skill.security.audit");
  const seals = countingSeals(skill);
  if (seals.length === 0) return <None />;
  return (
    <ul>
      {seals.map((seal) => (
        <li key={seal.auditId}>
          <SiteLink className="link" href={`/people/${encodeURIComponent(seal.verifierUsername)}`}>
            {t(`title-${extentOf(seal)}`, { name: seal.verifierName, base: seal.baseVersion ?? "" })}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

export function Vetting({ skill }: ComparedSkill) {
  const t = useTranslations("compare.vetting-of");
  return t(skill.vettingStatus);
}

/** How many of each severity; they are read on the security tab. */
export function FindingCounts({ skill }: ComparedSkill) {
  const t = useTranslations("skill");
  if (skill.vetting.finishedAt === null) return t("security.not-vetted");
  const counts = severityCounts(skill.findings);
  if (counts.length === 0) return <None />;
  return (
    <SiteLink className="link" href={skillPath(skill.slug, "security", namedSkill(skill).version)}>
      {counts.map(({ severity, count }) => t(`tabs.findings-${severity}`, { count })).join(t("vouch.comma"))}
    </SiteLink>
  );
}

export function Trust({ skill }: ComparedSkill) {
  const t = useTranslations("common.trust");
  return (
    <span className="mark">
      <TrustMark level={skill.trustLevel} />
      {t(skill.trustLevel)}
    </span>
  );
}

/** A draft says until when it can be claimed. */
export function Claim({ skill }: ComparedSkill) {
  const t = useTranslations("compare.claim-of");
  return skill.claimStatus === "draft" ? <ClaimPill skill={skill} /> : t(skill.claimStatus);
}

export function Publisher({ skill }: ComparedSkill) {
  if (skill.publisher === null) return <None />;
  return (
    <>
      <SiteLink className="link" href={`/people/${encodeURIComponent(skill.publisher)}`}>
        {skill.publisher}
      </SiteLink>
      {skill.publisherDomains.map((proven) => (
        <div key={proven.domain} className="text-13 text-ink-2">
          <PublisherDomain publisher={skill.publisher ?? ""} proven={proven} />
        </div>
      ))}
    </>
  );
}

export function Agent({ skill }: ComparedSkill) {
  return skill.authorAgent === null ? <None /> : <AgentBadge agent={skill.authorAgent} link />;
}
