import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PageShell } from "@/components/site/page-shell";
import { skillPath } from "@/components/skill/links";
import { Note } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { isDomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { VersionRow } from "@/lib/registry/views";
import { isClosedKind } from "@/lib/registry/versions/yank-kinds";
import { decodeSegment, type SkillPageProps } from "../load-skill";
import { asViewer } from "@/lib/web/auth/as-viewer";

export async function generateMetadata({ params }: SkillPageProps): Promise<Metadata> {
  const { locale, slug } = await params;
  const t = await getTranslations({ locale, namespace: "skill.closed" });
  return { title: `${t("title")} · ${decodeSegment(slug)}`, robots: { index: false } };
}

/** Stands in the place of every page of a version that nobody is given any more: that it existed, and why it is closed. */
export default async function ClosedPage({ params }: SkillPageProps) {
  const { locale, slug: segment } = await params;
  const slug = decodeSegment(segment);
  const versions = await versionsOf(slug, locale);
  const closed = versions.filter(({ yankKind }) => isClosedKind(yankKind));
  if (closed.length === 0) redirect(localizedPath(locale, skillPath(slug)));
  const [t, instead] = await Promise.all([getTranslations("skill.closed"), getTranslations("skill.instead")]);
  const stands = versions.some(({ yankedAt }) => yankedAt === null);
  return (
    <PageShell path={`${skillPath(slug)}/closed`} section="browse">
      <div className="wrap max-w-[760px]">
        <PageTitle title={slug} lead={t("lead")} />
        <div className="grid gap-6 pt-6">
          {closed.map((row) => (
            <Note key={row.id} tone="bad" title={t("version", { version: row.version })}>
              <span className="block">{t(row.yankKind === "ordered" ? "kind-ordered" : "kind-secret")}</span>
              {row.yankReason === null ? null : <span className="block wrap-anywhere">{row.yankReason}</span>}
              {row.yankedAt === null ? null : (
                <span className="block text-13 text-ink-2">
                  {t("since")} <When iso={row.yankedAt} as="day" />
                </span>
              )}
              <code className="block text-13 wrap-anywhere">{row.packageDigest}</code>
            </Note>
          ))}
          <p>
            <SiteLink className="btn" href={stands ? skillPath(slug) : "/skills"}>
              {stands ? t("other-versions") : instead("browse")}
            </SiteLink>
          </p>
        </div>
      </div>
    </PageShell>
  );
}

async function versionsOf(slug: string, locale: string): Promise<VersionRow[]> {
  try {
    return await asViewer(() => listVersions(slug));
  } catch (error) {
    if (isDomainError(error, "SKILL_QUARANTINED"))
      redirect(localizedPath(locale, `${skillPath(slug)}/quarantine`));
    if (isDomainError(error)) notFound();
    throw error;
  }
}
