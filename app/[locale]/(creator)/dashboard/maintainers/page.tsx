import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import {
  acceptInvitationAction,
  endMaintainerAction,
  inviteMaintainerAction,
} from "@/app/[locale]/(creator)/dashboard/maintainers/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { recallWritten } from "@/app/[locale]/refused-form";
import { SomebodyFrame, type SomebodyOutcome } from "@/components/dashboard/somebody-frame";
import { Invitations, MaintainedSkills, OwnMaintainers } from "@/components/dashboard/maintainer-lists";
import { UnlistedUploads } from "@/components/dashboard/unlisted-uploads";
import { INVITATION_DAYS } from "@/lib/ownership/maintainers/invite-maintainer";
import { listMaintenance } from "@/lib/ownership/maintainers/list-maintenance";

export const dynamic = "force-dynamic";

interface MaintainersProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<SomebodyOutcome>;
}

export async function generateMetadata({ params }: MaintainersProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "dashboard.maintainers" });
  return { title: t("title"), robots: { index: false } };
}

const ACTS = ["invited", "accepted", "ended"] as const;

/**
 * Who maintains skills: what the reader is invited to, and maintains, who maintains theirs, and the form that invites.
 */
export default async function MaintainersPage({ params, searchParams }: MaintainersProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { actor, frame } = await loadCreator(locale, "/dashboard/maintainers");
  await recallWritten();
  const outcome = await searchParams;
  const act = ACTS.find((each) => each === outcome.about) ?? "ended";
  const [t, { invitations, maintained, unlisted, own, skills }] = await Promise.all([
    getTranslations("dashboard.maintainers"),
    listMaintenance(actor),
  ]);
  return (
    <SomebodyFrame
      of="maintainers"
      frame={frame}
      days={INVITATION_DAYS}
      outcome={outcome}
      did={t(`done.${act}`)}
      skills={skills}
      ask={inviteMaintainerAction}
    >
      <Invitations invitations={invitations} accept={acceptInvitationAction} decline={endMaintainerAction} />
      <MaintainedSkills maintained={maintained} leave={endMaintainerAction} />
      <UnlistedUploads uploads={unlisted} />
      <OwnMaintainers maintainers={own} end={endMaintainerAction} />
    </SomebodyFrame>
  );
}
