import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { ProblemNote } from "@/components/forms/problem-note";
import { AppealForm, AppealList } from "@/components/moderation/appeals";
import { PageShell } from "@/components/site/page-shell";
import { skillPath } from "@/components/skill/links";
import { Note } from "@/components/ui/note";
import { PageSection, PageTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { currentActor } from "@/lib/web/auth/current-actor";
import { isDomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { listOwnAppeals } from "@/lib/moderation/appeal-decision";
import { findQuarantine, type QuarantineView } from "@/lib/moderation/quarantine";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { MAX_APPEAL_CHARACTERS } from "@/lib/moderation/report-reasons";
import { decodeSegment, firstOf, type SkillPageProps } from "../load-skill";
import { appealAction } from "@/app/[locale]/skills/[slug]/actions";
import { asViewer } from "@/lib/web/auth/as-viewer";

export async function generateMetadata({ params }: SkillPageProps): Promise<Metadata> {
  const { locale, slug } = await params;
  const t = await getTranslations({ locale, namespace: "quarantine" });
  return { title: `${t("title")} · ${decodeSegment(slug)}`, robots: { index: false } };
}

/** Stands in the place of every page of a skill while it is in quarantine. */
export default async function QuarantinePage({ params, searchParams }: SkillPageProps) {
  const { locale, slug } = await params;
  const quarantine = await asViewer(() => findQuarantine(decodeSegment(slug)));
  if (!quarantine) return <Ended slug={decodeSegment(slug)} locale={locale} />;
  const [t, instead, query, actor] = await Promise.all([
    getTranslations("quarantine"),
    getTranslations("skill.instead"),
    searchParams,
    currentActor(),
  ]);
  const wrong = firstOf(query["field"]);
  await recallWritten();
  const isOwner = actor !== null && actor.accountId === quarantine.ownerId;
  return (
    <PageShell path={`${skillPath(quarantine.slug)}/quarantine`} section="browse">
      <div className="wrap max-w-[760px]">
        <PageTitle title={quarantine.slug} lead={t("lead")} />
        <div className="grid gap-6 pt-6">
          <ProblemNote
            code={firstOf(query["problem"])}
            field={wrong}
            fields={[{ name: "text", id: "appeal", label: t("appeal-text") }]}
          />
          <Note tone="bad" title={t("title")}>
            {quarantine.reason}
          </Note>
          <p className="text-14 text-ink-2">
            {t("since")} <When iso={quarantine.since} as="day" />
          </p>
          {isOwner ? (
            <Appeals
              quarantine={quarantine}
              accountId={actor.accountId}
              wrong={wrong}
              sent={query["done"] === "1"}
            />
          ) : (
            <p>
              <SiteLink className="btn" href="/skills">
                {instead("browse")}
              </SiteLink>
            </p>
          )}
        </div>
      </div>
    </PageShell>
  );
}

/** The answer to its owner's appeal, where the quarantine has ended; everybody else reads the skill. */
async function Ended({ slug, locale }: { slug: string; locale: string }) {
  const [t, actor] = await Promise.all([getTranslations("quarantine"), currentActor()]);
  const skill = actor === null ? null : await findListed(slug);
  const appeals = actor && skill ? await listOwnAppeals(skill.id, actor.accountId) : [];
  if (!appeals.some(({ state }) => state === "granted")) redirect(localizedPath(locale, skillPath(slug)));
  return (
    <PageShell path={`${skillPath(slug)}/quarantine`} section="browse">
      <div className="wrap max-w-[760px] py-8">
        <PageTitle
          title={
            <SiteLink className="hover:underline" href={skillPath(slug)}>
              {slug}
            </SiteLink>
          }
        />
        <div className="grid gap-6 pt-6">
          <Note tone="ok" title={t("ended")}>
            {t("ended-lead")}
          </Note>
          <PageSection id="appeals" title={t("appeals")} className="grid gap-4">
            <AppealList appeals={appeals} />
          </PageSection>
        </div>
      </div>
    </PageShell>
  );
}

const findListed = (slug: string) =>
  getSkill(slug).catch((error: unknown) => {
    if (isDomainError(error)) return null;
    throw error;
  });

async function Appeals({
  quarantine,
  accountId,
  wrong,
  sent,
}: {
  quarantine: QuarantineView;
  accountId: string;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  /** One was filed just now. */
  sent: boolean;
}) {
  const t = await getTranslations("quarantine");
  const appeals = await listOwnAppeals(quarantine.skillId, accountId);
  return (
    <PageSection id="appeals" title={t("appeals")} remark={t("appeals-remark")} className="grid gap-4">
      {sent ? (
        <div role="status">
          <Note tone="ok" title={t("appeal-sent")}>
            {t("appeal-sent-text")}
          </Note>
        </div>
      ) : null}
      <AppealList appeals={appeals} />
      {appeals.some(({ state }) => state === "open") ? null : (
        <AppealForm
          hidden={{ skill: quarantine.slug }}
          maxCharacters={MAX_APPEAL_CHARACTERS}
          wrong={wrong}
          action={appealAction}
        />
      )}
    </PageSection>
  );
}
