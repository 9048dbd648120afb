import type { ActQuery } from "@/components/forms/act-outcome";
import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import {
  acceptInvitationAction,
  endMaintainerAction,
  inviteMaintainerAction,
} from "@/app/[locale]/(creator)/dashboard/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { SomebodyFrame } from "@/components/dashboard/somebody-frame";
import { Invitations, MaintainedSkills, OwnMaintainers } from "@/components/dashboard/maintainer-lists";
import { VettingPill } from "@/components/dashboard/own-skills";
import { ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { INVITATION_DAYS } from "@/lib/ownership/endings";
import { listMaintenance, type UnlistedUpload } from "@/lib/ownership/maintainers/list-maintenance";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard.maintainers");

const ACTS = ["invited", "accepted", "ended"] as const;

/**
 * Who maintains skills: what the reader is invited to, and maintains, who maintains theirs, and the form that invites.
 */
export default async function MaintainersPage(props: PageProps<ActQuery>) {
  const { actor, frame, query: outcome } = await loadCreator(props, "/dashboard/maintainers");
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

/** What the reader uploaded to skills of others and vetting has not let through, each with the way to what it found. */
function UnlistedUploads({ uploads }: { uploads: readonly UnlistedUpload[] }) {
  const t = useTranslations("dashboard");
  if (uploads.length === 0) return null;
  return (
    <PageSection id="unlisted" title={t("maintainers.unlisted")} className="part">
      <ItemList>
        {uploads.map(({ versionId, slug, version, vettingStatus, uploadedAt }) => (
          <li key={versionId}>
            <div>
              <h3 className="text-16 font-semibold text-ink">
                {slug} <span className="mono font-normal text-ink-3">{version}</span>
              </h3>
              <p>
                <VettingPill status={vettingStatus} />{" "}
                {t.rich("maintainers.uploaded", { day: slot(<When iso={uploadedAt} as="day" />) })}
              </p>
            </div>
            <SiteLink className="link text-14" href={`/publish/${versionId}`}>
              {t("attention.to-rejected")}
              <span className="vh">{` ${slug} ${version}`}</span>
            </SiteLink>
          </li>
        ))}
      </ItemList>
    </PageSection>
  );
}
