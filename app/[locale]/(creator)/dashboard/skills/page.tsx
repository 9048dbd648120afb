import { unlistedPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { askForAuditAction } from "@/app/[locale]/(creator)/dashboard/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { OwnSkills } from "@/components/dashboard/own-skills";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { getDashboard } from "@/lib/catalogue/dashboard/get-dashboard";
import { getEarningsOfWeek } from "@/lib/payments/earnings";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard", "your-skills");

export default async function OwnSkillsPage(props: PageProps<{ done?: string; problem?: string }>) {
  const {
    actor,
    frame,
    query: { done, problem },
  } = await loadCreator(props, "/dashboard/skills");
  const [t, { skills }, week] = await Promise.all([
    getTranslations("dashboard"),
    getDashboard(actor.accountId),
    getEarningsOfWeek(actor.accountId),
  ]);
  return (
    <DashboardFrame
      {...frame}
      entry="skills"
      path="/dashboard/skills"
      title={t("your-skills")}
      lead={t("your-skills-lead")}
      actions={
        <SiteLink className="btn btn-sm" href="/publish">
          {t("publish-version")}
        </SiteLink>
      }
    >
      <div className="mt-6" role="status">
        {done ? <Note tone="ok" title={t("audit-wish.done")} /> : null}
        {problem ? <Note tone="bad" title={t("audit-wish.not-done")} /> : null}
      </div>
      <div>
        <OwnSkills skills={skills} earned={week} ask={askForAuditAction} />
        <p className="flex flex-wrap gap-x-6 gap-y-2 pt-4 text-14">
          <SiteLink className="link" href="/dashboard/prices">
            {t("prices-link")}
          </SiteLink>
          <SiteLink className="link" href="/dashboard/names">
            {t("rename-skill")}
          </SiteLink>
          <SiteLink className="link" href="/dashboard/maintainers">
            {t("maintainers-link")}
          </SiteLink>
          <SiteLink className="link" href="/dashboard/access">
            {t("access-link")}
          </SiteLink>
          <SiteLink className="link" href="/dashboard/trusted">
            {t("trusted-link")}
          </SiteLink>
          <SiteLink className="link" href="/dashboard/transfers">
            {t("give-skill")}
          </SiteLink>
          <SiteLink className="link" href="/dashboard/deprecations">
            {t("deprecate-skill")}
          </SiteLink>
          <SiteLink className="link" href="/dashboard/sets">
            {t("sets")}
          </SiteLink>
        </p>
      </div>
    </DashboardFrame>
  );
}
