import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AuditMark } from "@/components/marks/audit-words";
import { AccessText } from "@/components/skill/security/access-text";
import { Proven } from "@/components/skill/examples/proven";
import { skillPath } from "@/components/skill/skill-path";
import { SideColumn, SideTitle } from "@/components/ui/side-column";
import { SiteLink } from "@/components/ui/site-link";
import { DAY_MS } from "@/lib/kernel/clock";
import { formatDay } from "@/lib/platform/i18n/format";
import type { ClaimView } from "@/lib/publishing/drafts/get-claim";
import type { SkillDetail } from "@/lib/registry/views";

/** What somebody is about to make theirs, with its files to be read before any address is given. */
export function ClaimFacts({ skill, claim, nowMs }: { skill: SkillDetail; claim: ClaimView; nowMs: number }) {
  const t = useTranslations("claim.facts");
  const locale = useLocale();
  const { agent, expiresAt } = claim;
  const found = skill.findings.length;
  return (
    <SideColumn>
      <section>
        <SideTitle>{t("title")}</SideTitle>
        <dl className="facts">
          <Fact name={t("version")} mono>
            {skill.version}
          </Fact>
          <Fact name={t("audit")}>
            <AuditMark skill={skill} />
          </Fact>
          <Fact name={t("vetting")}>{found === 0 ? t("clean") : t("found", { count: found })}</Fact>
          <Fact name={t("examples")}>
            {skill.examplesTotal === 0 ? (
              t("no-examples")
            ) : (
              <Proven proven={skill.examplesProven} total={skill.examplesTotal} />
            )}
          </Fact>
          <Fact name={t("touch")}>
            <AccessText access={skill.access} />
          </Fact>
          {agent === null ? null : (
            <Fact name={t("uploaded-by")} mono>
              {agent.provider === null ? agent.name : `${agent.name}@${agent.provider}`}
            </Fact>
          )}
          {expiresAt === null ? null : (
            <Fact name={t("expires")}>
              {t("expires-value", {
                day: formatDay(expiresAt, locale),
                days: Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / DAY_MS)),
              })}
            </Fact>
          )}
        </dl>
        <p className="pt-3 text-14">
          <SiteLink className="link" href={`${skillPath(skill.slug)}/files`}>
            {t("read")}
          </SiteLink>
        </p>
      </section>
    </SideColumn>
  );
}

function Fact({ name, mono = false, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? "mono wrap-anywhere" : undefined}>{children}</dd>
    </div>
  );
}
