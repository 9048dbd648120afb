import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Badge, BadgeSnippet } from "@/components/skill/badge-snippet";
import { lockCommand } from "@/components/skill/install/commands";
import { bondPath } from "@/components/skill/links";
import { CodeBlock } from "@/components/ui/code/code-block";
import { ShellText } from "@/components/ui/code/shell-text";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { SHARE_CARD } from "@/components/share-card/share-card";
import { getVersionDuty } from "@/lib/catalogue/dashboard/get-version-work";
import { findShownSkill } from "@/lib/catalogue/skill-page/get-skill";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { VettingJobView } from "@/lib/publishing/vetting/get-vetting-job";
import { askForAuditAction } from "./actions";

interface PublishedProps {
  job: VettingJobView;
  locale: string;
  /** How its publisher chose to have it listed; left out where they come back later. */
  listing: string | undefined;
}

/** What can be done with a version that is listed: show it to others, see its calls, and what it still lacks. */
export async function PublishedNext(props: PublishedProps) {
  return (
    <>
      <Share {...props} />
      <Next {...props} />
    </>
  );
}

/** The line that installs it, and the badge and the card for pages elsewhere. */
async function Share({ job: { slug, version } }: PublishedProps) {
  const t = await getTranslations("publish.live");
  const origin = env().APP_URL;
  const command = lockCommand(origin, { slug, version });
  return (
    <PageSection id="share" title={t("share")} className="grid gap-4">
      <CodeBlock code={command} title={t("install")} wrap>
        <ShellText code={command} />
      </CodeBlock>
      <BadgeSnippet slug={slug} origin={origin} />
      <div className="flex flex-wrap items-start gap-4">
        <Badge slug={slug} />
        <img
          src={`/opengraph.png?skill=${encodeURIComponent(slug)}`}
          alt={t("card-alt", { name: slug })}
          width={SHARE_CARD.width / CARD_SHRINKS}
          height={SHARE_CARD.height / CARD_SHRINKS}
          loading="lazy"
          className="h-auto max-w-full border border-edge"
        />
        <p className="max-w-[32ch] text-14 text-ink-2">{t("card")}</p>
      </div>
    </PageSection>
  );
}

const CARD_SHRINKS = 4;

/** One act for each thing that makes a listed version worth more, and where its calls are seen. */
async function Next({ job: { slug, version, versionId }, locale, listing }: PublishedProps) {
  const [t, { auditAskedAt, isIconRefused }, skill] = await Promise.all([
    getTranslations("publish.live"),
    getVersionDuty(versionId),
    findShownSkill(slug),
  ]);
  const isListed = skill?.versionId === versionId;
  const back = encodeURIComponent(localizedPath(locale, `/publish/${versionId}`));
  const bond = listing === "optimistic" && skill?.auditState === "Unverified";
  return (
    <PageSection id="next" title={t("next")}>
      <ul className="divide-y divide-line">
        {bond ? (
          <Step text={t("bond")}>
            <SiteLink className="btn btn-sm btn-primary" href={bondPath(slug, version)}>
              {t("bond-open")}
            </SiteLink>
          </Step>
        ) : null}
        {!isListed || skill.auditState === "Audited" ? null : auditAskedAt === null ? (
          <Step text={t("audit")}>
            <form action={askForAuditAction}>
              <input type="hidden" name="versionId" value={versionId} />
              <button type="submit" className="btn btn-sm">
                {t("audit-ask")}
              </button>
            </form>
          </Step>
        ) : (
          <Step text={t("audit-asked")}>
            <SiteLink className="btn btn-sm" href="/audits">
              {t("audit-see")}
            </SiteLink>
          </Step>
        )}
        <Step text={t("calls")}>
          <SiteLink className="btn btn-sm" href="/dashboard">
            {t("calls-see")}
          </SiteLink>
        </Step>
        {isListed && skill.examples.length === 0 ? (
          <Step text={t("examples")}>
            <SiteLink className="btn btn-sm" href="/docs/quality-signals">
              {t("examples-how")}
            </SiteLink>
          </Step>
        ) : null}
        {isIconRefused ? (
          <Step text={t("icon")}>
            <SiteLink className="btn btn-sm" href="/docs/accounts#an-icon-of-a-skill">
              {t("icon-rules")}
            </SiteLink>
          </Step>
        ) : null}
        <Step text={t("domain")}>
          <SiteLink className="btn btn-sm" href={`/settings?return=${back}#domains`}>
            {t("domain-add")}
          </SiteLink>
        </Step>
      </ul>
    </PageSection>
  );
}

function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-14">
      <span className="max-w-[62ch]">{text}</span>
      {children}
    </li>
  );
}
