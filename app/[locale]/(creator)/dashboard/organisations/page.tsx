import type { ActQuery } from "@/components/forms/act-outcome";
import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import {
  acceptMembershipAction,
  declineMembershipAction,
  foundAction,
} from "@/app/[locale]/(creator)/dashboard/organisations/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { organisationPage, ORGANISATIONS } from "@/components/dashboard/organisation-address";
import { OrganisationOutcome, RoleWords } from "@/components/dashboard/organisation-parts";
import { MeaningList } from "@/components/dashboard/skill-lines";
import { AnswerButton } from "@/components/forms/answer-button";
import { useFieldProblem } from "@/components/forms/problem-note";
import { UsernameField } from "@/components/forms/username-field";
import { writtenIn } from "@/components/forms/written-in";
import { unlistedPage } from "@/components/site/page-metadata";
import { ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { Membership } from "@/lib/identity/organisations/act-for";
import { listOwnOrganisations, type MemberView } from "@/lib/ownership/organisations/list-organisations";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("organisations");

/** The organisations that the reader acts for, those they are invited to, and the form that founds one. */
export default async function OrganisationsPage(props: PageProps<ActQuery>) {
  const { actor, frame, query } = await loadCreator(props, ORGANISATIONS);
  const [t, { organisations, invitations }] = await Promise.all([
    getTranslations("organisations"),
    listOwnOrganisations(actor),
  ]);
  return (
    <DashboardFrame {...frame} entry="organisations" path={ORGANISATIONS} title={t("title")} lead={t("lead")}>
      <OrganisationOutcome
        query={query}
        fields={[{ name: "username", id: "found-username", label: t("name") }]}
      />
      <MemberInvitations invitations={invitations} />
      <OwnOrganisationList organisations={organisations} />
      <FoundForm wrong={query.field} />
    </DashboardFrame>
  );
}

/** Organisations that the reader is invited to, with what accepting means. */
function MemberInvitations({ invitations }: { invitations: readonly MemberView[] }) {
  const t = useTranslations("organisations");
  if (invitations.length === 0) return null;
  return (
    <PageSection id="invitations" title={t("invitations")} className="part">
      <ul>
        {invitations.map(({ memberId, organisation, roles, invitedUntil }) => (
          <li key={memberId} className="grid gap-4 border-b border-line py-4">
            <div className="text-14 text-ink-2">
              <h3 className="text-16 font-semibold text-ink">
                <SiteLink className="hover:underline" href={`/people/${organisation}`}>
                  {organisation}
                </SiteLink>
              </h3>
              <p>
                {t.rich("from", {
                  roles: slot(<RoleWords roles={roles} />),
                  day: slot(<When iso={invitedUntil ?? ""} as="day" />),
                })}
              </p>
              <MeaningList>
                <li>{t(`role-means.${roles.includes("owner") ? "owner" : (roles[0] ?? "maintainer")}`)}</li>
                {roles.length < 2 ? null : <li>{t("role-means.money")}</li>}
                {(["act", "own", "leave"] as const).map((fact) => (
                  <li key={fact}>{t(`means.${fact}`)}</li>
                ))}
              </MeaningList>
            </div>
            <div className="flex flex-wrap gap-2">
              <AnswerButton
                subject={["member", memberId]}
                about={organisation}
                act={acceptMembershipAction}
                tone="btn-primary"
                label={t("accept")}
              />
              <AnswerButton
                subject={["member", memberId]}
                about={organisation}
                act={declineMembershipAction}
                tone="btn-quiet"
                label={t("decline")}
              />
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function OwnOrganisationList({ organisations }: { organisations: readonly Membership[] }) {
  const t = useTranslations("organisations");
  return (
    <PageSection id="own-organisations" title={t("yours")} className="part">
      {organisations.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("none")}</p> : null}
      <ItemList>
        {organisations.map(({ organisation, roles }) => (
          <li key={organisation}>
            <div>
              <h3 className="text-16 font-semibold wrap-anywhere text-ink">
                <SiteLink className="hover:underline" href={organisationPage(organisation)}>
                  {organisation}
                </SiteLink>
              </h3>
              <p>
                <RoleWords roles={roles} />
              </p>
            </div>
            <SiteLink className="btn btn-sm btn-quiet" href={organisationPage(organisation)}>
              {t("open")}
              <span className="vh"> {organisation}</span>
            </SiteLink>
          </li>
        ))}
      </ItemList>
    </PageSection>
  );
}

function FoundForm({ wrong }: { wrong: string | undefined }) {
  const t = useTranslations("organisations");
  const problem = useFieldProblem(wrong);
  return (
    <PageSection id="found" title={t("found")} remark={t("found-remark")} className="part">
      <form action={foundAction} className="grid max-w-[48ch] gap-4 pt-4">
        <UsernameField
          id="found-username"
          name="username"
          asks="free"
          label={t("name")}
          hint={t("name-hint")}
          problem={problem("username", t("name"))}
          defaultValue={writtenIn("found")?.["username"]}
          required
        />
        <SendButton>{t("found-send")}</SendButton>
      </form>
    </PageSection>
  );
}
