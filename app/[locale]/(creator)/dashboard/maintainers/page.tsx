import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import {
  acceptInvitationAction,
  endMaintainerAction,
  inviteMaintainerAction,
} from "@/app/[locale]/(creator)/dashboard/maintainers/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { recallWritten } from "@/app/[locale]/refused-form";
import { ConfirmedNote } from "@/components/account/confirmed-note";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { SomebodyForm } from "@/components/dashboard/somebody-form";
import { Invitations, MaintainedSkills, OwnMaintainers } from "@/components/dashboard/maintainer-lists";
import { UnlistedUploads } from "@/components/dashboard/unlisted-uploads";
import { ProblemNote } from "@/components/forms/problem-note";
import { Note } from "@/components/ui/note";
import { INVITATION_DAYS } from "@/lib/ownership/maintainers/invite-maintainer";
import { listMaintenance } from "@/lib/ownership/maintainers/list-maintenance";

export const dynamic = "force-dynamic";

interface MaintainersProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<
    Partial<Record<"done" | "about" | "confirmed" | "problem" | "field" | "skill", string>>
  >;
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
  const { done, about, confirmed, problem, field, skill } = await searchParams;
  const act = ACTS.find((each) => each === about) ?? "ended";
  const [t, { invitations, maintained, unlisted, own, skills }] = await Promise.all([
    getTranslations("dashboard.maintainers"),
    listMaintenance(actor),
  ]);
  return (
    <DashboardFrame
      {...frame}
      entry="skills"
      path="/dashboard/maintainers"
      title={t("title")}
      lead={t("lead", { days: INVITATION_DAYS })}
    >
      <div className="mt-6 grid gap-4">
        <div role="status">{done ? <Note tone="ok" title={t(`done.${act}`)} /> : null}</div>
        {confirmed ? <ConfirmedNote /> : null}
        <ProblemNote
          code={problem}
          field={field}
          fields={[{ name: "username", id: "maintainer-username", label: t("whom") }]}
        />
      </div>
      <Invitations invitations={invitations} accept={acceptInvitationAction} decline={endMaintainerAction} />
      <MaintainedSkills maintained={maintained} leave={endMaintainerAction} />
      <UnlistedUploads uploads={unlisted} />
      <OwnMaintainers maintainers={own} end={endMaintainerAction} />
      <SomebodyForm
        of="maintainers"
        skills={skills}
        chosen={skill}
        wrong={field}
        ask={inviteMaintainerAction}
      />
    </DashboardFrame>
  );
}
