import type { ActQuery } from "@/components/forms/act-outcome";
import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import {
  addDomainForAction,
  changeRolesAction,
  checkDomainForAction,
  endMemberAction,
  inviteMemberAction,
  leaveAction,
  removeDomainForAction,
  setPayeeAction,
} from "@/app/[locale]/(creator)/dashboard/organisations/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { nameInAddress } from "@/app/[locale]/name-in-address";
import { OwnDomainItem } from "@/components/account/own-domain-item";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { organisationPage } from "@/components/dashboard/organisation-address";
import { OrganisationOutcome, ROLE_CHOICES, RoleWords } from "@/components/dashboard/organisation-parts";
import { InputField, SelectField } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { UsernameField } from "@/components/forms/username-field";
import { writtenIn } from "@/components/forms/written-in";
import { unlistedPage } from "@/components/site/page-metadata";
import { ItemList } from "@/components/ui/lists";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { getDashboard, type OwnSkill } from "@/lib/catalogue/dashboard/get-dashboard";
import { listOwnDomains, MAX_DOMAINS, type OwnDomain } from "@/lib/identity/domains/own-domains";
import { mayAct, type OrganisationAct } from "@/lib/identity/organisations/roles";
import { getOrganisationEarnings } from "@/lib/payments/earnings";
import { formatLamports } from "@/lib/platform/i18n/format";
import { INVITATION_DAYS } from "@/lib/ownership/endings";
import {
  findOrganisationOf,
  type MemberView,
  type OrganisationView,
} from "@/lib/ownership/organisations/list-organisations";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("organisations");

const MAX_NAME = 64;

/** An organisation as a member sees it: who acts for it, what it has, and what they may change of both. */
export default async function OrganisationPage(props: PageProps<ActQuery, "name">) {
  const name = nameInAddress((await props.params).name, MAX_NAME);
  if (name === null) notFound();
  const { actor, frame, query } = await loadCreator(props, organisationPage(name));
  const view = await findOrganisationOf(name, actor);
  if (view === null) notFound();
  const { organisation, organisationId, roles } = view;
  const may = (act: OrganisationAct) => mayAct(roles, act);
  const [t, findings, { skills }, domains, earned] = await Promise.all([
    getTranslations("organisations"),
    getTranslations("settings"),
    getDashboard(organisationId),
    may("account") ? listOwnDomains(organisationId) : null,
    getOrganisationEarnings(actor.accountId, organisation),
  ]);
  const ofDomain = (["count", "missing", "another", "taken", "no-answer"] as const).map((finding) => ({
    name: finding,
    id: "domains",
    label: findings("domains.label"),
    refused: findings(`outcome.fields.domains.${finding}`),
  }));
  return (
    <DashboardFrame
      {...frame}
      entry="organisations"
      path={organisationPage(organisation)}
      title={organisation}
      lead={t.rich("your-roles", { roles: slot(<RoleWords roles={roles} />) })}
      actions={
        <SiteLink className="btn btn-sm" href={`/people/${organisation}`}>
          {t("public")}
        </SiteLink>
      }
    >
      <OrganisationOutcome
        query={query}
        fields={[
          { name: "username", id: "member-username", label: t("whom") },
          { name: "payee", id: "payee-address", label: t("payee-label"), refused: t("payee-wrong") },
          {
            name: "domain",
            id: "new-domain",
            label: findings("domains.label"),
            refused: findings("outcome.fields.domains.domain"),
          },
          ...ofDomain,
        ]}
      />
      {view.needsOwner && may("govern") ? (
        <div className="pt-4">
          <Note tone="warn" title={t("needs-owner")}>
            {t("needs-owner-text")}
          </Note>
        </div>
      ) : null}
      <Members view={view} username={actor.username} governs={may("govern")} />
      {may("govern") ? <InviteForm organisation={organisation} wrong={query.field} /> : null}
      <Skills skills={skills} earned={earned} organisation={organisation} may={may} />
      {may("money") ? (
        <PayeeForm organisation={organisation} payee={view.payeeAddress} wrong={query.field} />
      ) : null}
      {domains === null ? null : (
        <Domains domains={domains} organisation={organisation} wrong={query.field} />
      )}
      {may("account") ? (
        <PageSection id="webhook" title={t("webhook")} className="part">
          <p className="max-w-[68ch] pt-3 text-14 text-ink-2">
            {t("webhook-text")}{" "}
            <SiteLink className="link" href={`/settings/webhook?for=${organisation}`}>
              {t("webhook-open")}
            </SiteLink>
          </p>
        </PageSection>
      ) : null}
    </DashboardFrame>
  );
}

interface MembersProps {
  view: OrganisationView;
  /** The reader's user name. */
  username: string;
  governs: boolean;
}

/** Who acts for it, and who is invited to. */
function Members({ view: { organisation, members, invitations }, username, governs }: MembersProps) {
  const t = useTranslations("organisations");
  return (
    <PageSection id="members" title={t("members")} className="part">
      <ItemList>
        {[...members, ...invitations].map((member) => (
          <MemberLine key={member.memberId} member={member} isSelf={member.username === username}>
            {member.username === username || governs ? (
              <EndButton member={member} isSelf={member.username === username} />
            ) : null}
            {governs && member.invitedUntil === null ? (
              <RolesForm member={member} organisation={organisation} />
            ) : null}
          </MemberLine>
        ))}
      </ItemList>
    </PageSection>
  );
}

function MemberLine({
  member: { username, roles, since, invitedUntil },
  isSelf,
  children,
}: {
  member: MemberView;
  isSelf: boolean;
  children: ReactNode;
}) {
  const t = useTranslations("organisations");
  const day = slot(<When iso={since ?? invitedUntil ?? ""} as="day" />);
  return (
    <li>
      <div>
        <h3 className="text-16 font-semibold wrap-anywhere text-ink">
          <SiteLink className="hover:underline" href={`/people/${username}`}>
            {username}
          </SiteLink>
          {isSelf ? <span className="font-normal text-ink-3"> ({t("you")})</span> : null}
        </h3>
        <p>
          {t.rich(invitedUntil === null ? "since" : "invited", {
            roles: slot(<RoleWords roles={roles} />),
            day,
          })}
        </p>
      </div>
      {children}
    </li>
  );
}

function EndButton({ member, isSelf }: { member: MemberView; isSelf: boolean }) {
  const t = useTranslations("organisations");
  const { memberId, organisation, username, invitedUntil } = member;
  const label = isSelf ? t("leave") : invitedUntil === null ? t("remove") : t("withdraw");
  return (
    <form action={isSelf ? leaveAction : endMemberAction}>
      <input type="hidden" name="organisation" value={organisation} />
      <input type="hidden" name="member" value={memberId} />
      <button type="submit" className="btn btn-sm btn-quiet">
        {label}
        <span className="vh"> {isSelf ? organisation : username}</span>
      </button>
    </form>
  );
}

function RolesForm({
  member: { username, roles, memberId },
  organisation,
}: {
  member: MemberView;
  organisation: string;
}) {
  const t = useTranslations("organisations");
  return (
    <details className="col-span-full text-13">
      <summary className="link">
        {t("change")}
        <span className="vh"> {username}</span>
      </summary>
      <form action={changeRolesAction} className="flex max-w-[48ch] flex-wrap items-end gap-2 pt-2">
        <input type="hidden" name="organisation" value={organisation} />
        <input type="hidden" name="username" value={username} />
        <RoleField
          id={`roles-${memberId}`}
          label={t("roles-of", { name: username })}
          chosen={roles.join("-")}
        />
        <button type="submit" className="btn btn-sm">
          {t("change-send")}
        </button>
      </form>
    </details>
  );
}

/** Which role somebody has or is to have. */
function RoleField({ id, label, chosen }: { id: string; label: string; chosen: string }) {
  const t = useTranslations("organisations.role");
  const options = ROLE_CHOICES.map((value) => ({ value, text: t(value) }));
  return <SelectField id={id} name="roles" label={label} options={options} defaultValue={chosen} />;
}

interface FormProps {
  organisation: string;
  /** Name of the field that was refused. */
  wrong: string | undefined;
}

function InviteForm({ organisation, wrong }: FormProps) {
  const t = useTranslations("organisations");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("member");
  return (
    <PageSection
      id="invite"
      title={t("invite")}
      remark={t("invite-remark", { days: INVITATION_DAYS })}
      className="part"
    >
      <form action={inviteMemberAction} className="grid max-w-[48ch] gap-4 pt-4">
        <input type="hidden" name="organisation" value={organisation} />
        <UsernameField
          id="member-username"
          name="username"
          asks="account"
          label={t("whom")}
          hint={t("whom-hint")}
          problem={problem("username", t("whom"))}
          defaultValue={written?.["username"]}
          required
        />
        <RoleField id="member-roles" label={t("roles")} chosen={written?.["roles"] ?? "maintainer"} />
        <ul className="grid list-disc gap-1 ps-5 text-13 text-ink-2">
          {(["maintainer", "money", "owner"] as const).map((role) => (
            <li key={role}>{t(`role-means.${role}`)}</li>
          ))}
        </ul>
        <SendButton>{t("invite-send")}</SendButton>
      </form>
    </PageSection>
  );
}

interface SkillsProps {
  skills: readonly OwnSkill[];
  /** Lamports that each brought, by slug; empty for who may not see it. */
  earned: ReadonlyMap<string, bigint>;
  organisation: string;
  may: (act: OrganisationAct) => boolean;
}

/** What it owns, each with what the reader may do about it. */
function Skills({ skills, earned, organisation, may }: SkillsProps) {
  const t = useTranslations("organisations");
  const prices = useTranslations("dashboard.prices");
  return (
    <PageSection
      id="skills"
      title={t("skills")}
      more={
        may("publish") ? (
          <SiteLink className="link" href={`/publish?as=${organisation}`}>
            {t("publish-for")}
          </SiteLink>
        ) : null
      }
      className="part"
    >
      {skills.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("no-skills")}</p> : null}
      <ItemList>
        {skills.map(({ slug, version, published, versionId, declaredLamports }) => (
          <li key={slug}>
            <div>
              <h3 className="text-16 font-semibold wrap-anywhere text-ink">
                <SiteLink
                  className="hover:underline"
                  href={published ? `/skills/${slug}` : `/publish/${versionId}`}
                >
                  {slug}
                </SiteLink>
              </h3>
              <p>
                {t("skill-version", { version })}
                {` · ${t("price-of", { lamports: formatLamports(declaredLamports) })}`}
                {earned.has(slug)
                  ? ` · ${t("earned", { lamports: formatLamports((earned.get(slug) ?? 0n).toString()) })}`
                  : null}
              </p>
            </div>
            {may("money") && published ? (
              <SiteLink
                className="btn btn-sm btn-quiet"
                href={`/dashboard/prices?skill=${slug}#change-price`}
              >
                {prices("change")}
                <span className="vh"> {slug}</span>
              </SiteLink>
            ) : null}
          </li>
        ))}
      </ItemList>
    </PageSection>
  );
}

function PayeeForm({ organisation, payee, wrong }: FormProps & { payee: string | null }) {
  const t = useTranslations("organisations");
  return (
    <PageSection id="payee" title={t("payee")} remark={t("payee-remark")} className="part">
      <form action={setPayeeAction} className="grid max-w-[52ch] gap-4 pt-4">
        {payee === null ? <p className="text-14 text-ink-2">{t("payee-none")}</p> : null}
        <input type="hidden" name="organisation" value={organisation} />
        <InputField
          id="payee-address"
          name="payee"
          label={t("payee-label")}
          hint={t("payee-hint")}
          problem={wrong === "payee" ? t("payee-wrong") : undefined}
          defaultValue={writtenIn("payee")?.["payee"] ?? payee ?? undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          mono
          tall
          required
        />
        <div>
          <button type="submit" className="btn">
            {t("payee-send")}
          </button>
        </div>
      </form>
    </PageSection>
  );
}

/** Its domains, proven or not, and the form that adds one. */
function Domains({ domains, organisation, wrong }: FormProps & { domains: readonly OwnDomain[] }) {
  const t = useTranslations("settings.domains");
  const words = useTranslations("organisations");
  const refused = useTranslations("settings.outcome.fields.domains");
  return (
    <PageSection id="domains" title={t("title")} className="part">
      <p className="max-w-[68ch] pt-3 text-14 text-ink-2">{words("domains-text")}</p>
      <ul>
        {domains.map((own) => (
          <OwnDomainItem
            key={own.domain}
            own={own}
            organisation={organisation}
            check={checkDomainForAction}
            remove={removeDomainForAction}
          />
        ))}
      </ul>
      {domains.length < MAX_DOMAINS ? (
        <form action={addDomainForAction} className="grid max-w-[48ch] gap-4 pt-4">
          <input type="hidden" name="organisation" value={organisation} />
          <InputField
            id="new-domain"
            name="domain"
            label={t("label")}
            hint={t("hint")}
            problem={wrong === "domain" ? refused("domain") : undefined}
            defaultValue={writtenIn("domain")?.["domain"]}
            placeholder="example.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={512}
            tall
            required
          />
          <div>
            <button type="submit" className="btn">
              {t("add")}
            </button>
          </div>
        </form>
      ) : (
        <p className="pt-3 text-14 text-ink-2">{t("full")}</p>
      )}
    </PageSection>
  );
}
