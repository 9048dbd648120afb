import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SealStamp } from "@/components/skill/skill-stamp";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import { fullDigest } from "@/lib/i18n/format-identifier";
import type { SealView, SkillDetail } from "@/lib/registry/views";

/** Every audit that was signed, with whole addresses: a shortened one can be faked. */
export function SignedAudits({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.security");
  if (skill.seals.length === 0) return <p className="pt-3 text-14 text-ink-2">{t("no-audits")}</p>;
  return skill.seals.map((seal) => <SignedAudit key={seal.auditId} seal={seal} shown={skill.version} />);
}

function SignedAudit({ seal, shown }: { seal: SealView; shown: string }) {
  const t = useTranslations("skill.security.audit");
  return (
    <div className="audit-row">
      <SealStamp seal={seal} size={104} />
      <div>
        <h3>{t(`title-${seal.scope}`, { name: seal.verifierName })}</h3>
        {seal.counts ? null : <p className="text-13 text-danger">{t("void")}</p>}
        <dl className="facts facts-start">
          <Fact name={t("verifier")} mono>
            <SiteLink className="link" href={`/people/${encodeURIComponent(seal.verifierUsername)}`}>
              {seal.verifierAddress}
            </SiteLink>
          </Fact>
          <Fact name={t("version")} mono={seal.version === shown}>
            {seal.version === shown ? seal.version : t("other-version", { version: seal.version })}
          </Fact>
          <Fact name={t("digest")} mono>
            {fullDigest(seal.packageDigest)}
          </Fact>
          <Fact name={t("signature")} mono>
            <a className="link" href={`/v1/audits/${seal.auditId}`}>
              ed25519, {seal.auditId}
            </a>
          </Fact>
          <Fact name={t("signed")}>
            <When iso={seal.issuedAt} as="second" />
          </Fact>
          <Fact name={t("until")}>
            <When iso={seal.expiresAt} as="second" />
          </Fact>
        </dl>
      </div>
    </div>
  );
}

function Fact({ name, mono = false, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? "mono" : undefined}>{children}</dd>
    </div>
  );
}
