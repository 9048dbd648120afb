import { Fact } from "@/components/ui/fact";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { notFound, permanentRedirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { nameInAddress } from "@/app/[locale]/name-in-address";
import { SealTable } from "@/components/audits/seal-table";
import { EmptyStamp } from "@/components/marks/stamp";
import {
  AgentItems,
  ProfileFigures,
  ProfileSkills,
  searchOf,
  PROFILE_PICTURE,
  ProfileHead,
} from "@/components/profile/profile-parts";
import { shareCard } from "@/components/share-card/share-card-tags";
import { PageShell } from "@/components/site/page-shell";
import { pageAlternates } from "@/components/site/page-metadata";
import { followAction } from "@/app/[locale]/following-actions";
import { FollowForm } from "@/components/following/follow-form";
import { getFollowState } from "@/lib/catalogue/following/follow";
import { currentActor } from "@/lib/web/auth/current-actor";
import { Avatar } from "@/components/ui/avatar";
import { When } from "@/components/ui/values";
import { PageSection, SideColumn, SideTitle, WITH_SIDE_COLUMN } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { shortAddress } from "@/lib/platform/i18n/format";
import { GONE_METADATA } from "@/lib/web/http/gone-page";
import { isClosedAccount } from "@/lib/ownership/account-closing/close-account";
import { findRenamedAccount } from "@/lib/identity/accounts/rename-account";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { findPersonProfile } from "@/lib/catalogue/profiles/find-profile";
import { listCallsByDay } from "@/lib/catalogue/dashboard/list-calls-by-day";
import type { ProvenDomain } from "@/lib/identity/domains/own-domains";
import { SetList } from "@/components/sets/set-list";
import { DomainName } from "@/components/skill/publisher";
import { getOrganisation, type MemberView } from "@/lib/ownership/organisations/list-organisations";
import type { PageProps } from "@/app/[locale]/page-props";

type PersonProps = PageProps<Record<string, string | string[] | undefined>, "name">;

const MAX_NAME = 64;

const loadPerson = cache(async (part: string) => {
  const name = nameInAddress(part, MAX_NAME);
  return name === null ? null : findPersonProfile(name);
});

/** The user name of an account that was closed; null for any other part of an address. */
const findClosed = cache(async (part: string) => {
  const name = nameInAddress(part, MAX_NAME);
  return name !== null && (await isClosedAccount(name)) ? name : null;
});

export async function generateMetadata({ params }: PersonProps): Promise<Metadata> {
  const { locale, name } = await params;
  const person = await loadPerson(name);
  if (!person) {
    const closed = await findClosed(name);
    return closed === null ? {} : { title: closed, robots: { index: false }, other: GONE_METADATA };
  }
  const t = await getTranslations({ locale, namespace: "profile" });
  return {
    title: person.username,
    description: t("description", { name: person.username }),
    openGraph: shareCard(person.username, { of: { person: person.username }, locale }),
    alternates: pageAlternates(locale, `/people/${person.username}`, {
      search: searchOf("publisher", person.username),
    }),
  };
}

export default async function PersonPage({ params }: PersonProps) {
  const { locale, name } = await params;
  const person = await loadPerson(name);
  if (!person) {
    const closed = await findClosed(name);
    if (closed !== null) return <ClosedAccountView username={closed} />;
    const asked = nameInAddress(name, MAX_NAME);
    const renamed = asked === null ? null : await findRenamedAccount(asked);
    return renamed === null ? notFound() : permanentRedirect(localizedPath(locale, `/people/${renamed}`));
  }
  const actor = await currentActor();
  const [t, calls, state, organisation] = await Promise.all([
    getTranslations("profile"),
    listCallsByDay(person.skills),
    getFollowState({ publisherId: person.accountId }, actor?.accountId ?? null),
    person.isOrganisation ? getOrganisation(person.username, null) : null,
  ]);
  const { username, verifier, agents, sets, auditsReceived } = person;
  return (
    <PageShell plain path={`/people/${username}`} section="browse">
      <div className="wrap pb-16">
        <ProfileHead picture={<Avatar name={username} className={PROFILE_PICTURE} />} name={username}>
          {organisation === null ? null : <span>{t("organisation")}</span>}
          {verifier ? <span>{verifier.revokedAt === null ? t("verifier") : t("was-verifier")}</span> : null}
          {person.address === null ? null : (
            <span className="mono" title={person.address}>
              {shortAddress(person.address)}
            </span>
          )}
          <span>{t.rich("since", { day: slot(<When iso={person.since} as="day" />) })}</span>
          <FollowForm
            followed={{ kind: "publisher", name: username }}
            state={state}
            page={`/people/${username}`}
            act={followAction}
          />
        </ProfileHead>
        <ProfileDomains domains={person.domains} />
        <ProfileFigures numbers={person.numbers} />
        <div className={`${WITH_SIDE_COLUMN} pt-10`}>
          <div>
            <ProfileSkills
              of="publisher"
              name={username}
              skills={person.skills}
              total={person.totalSkills}
              calls={calls}
            />
            {sets.length === 0 ? null : (
              <PageSection id="sets" title={t("sets")}>
                <SetList sets={sets} />
              </PageSection>
            )}
            {verifier ? (
              <PageSection
                id="given"
                title={t("given")}
                remark={t("given-numbers", {
                  seals: verifier.given.seals,
                  changes: verifier.given.changesRequested,
                  overturned: verifier.given.overturned,
                })}
                className="mt-10"
              >
                {verifier.latest.length === 0 ? (
                  <p className="pt-3 text-14 text-ink-2">{t("no-given")}</p>
                ) : (
                  <SealTable seals={verifier.latest} brief />
                )}
              </PageSection>
            ) : null}
          </div>
          <SideColumn>
            {verifier ? (
              <section aria-labelledby="as-verifier">
                <SideTitle id="as-verifier">{t("as-verifier")}</SideTitle>
                <dl className="facts">
                  <Fact name={t("signs-as")}>{verifier.name}</Fact>
                  <Fact name={t("enrolled")}>
                    <When iso={verifier.enrolledAt} as="day" />
                  </Fact>
                  {verifier.revokedAt === null ? null : (
                    <Fact name={t("ended")}>
                      <When iso={verifier.revokedAt} as="day" />
                    </Fact>
                  )}
                </dl>
              </section>
            ) : null}
            {organisation === null ? (
              <section aria-labelledby="agents">
                <SideTitle id="agents">{t("agents")}</SideTitle>
                {agents.length === 0 ? (
                  <p className="pt-3 text-14 text-ink-2">{t("no-agents")}</p>
                ) : (
                  <AgentItems agents={agents} owner={username} />
                )}
              </section>
            ) : (
              <OrganisationMembers members={organisation.members} />
            )}
            <section aria-labelledby="received">
              <SideTitle id="received">{t("received")}</SideTitle>
              {auditsReceived.length === 0 ? (
                <p className="pt-3 text-14 text-ink-2">{t("no-received")}</p>
              ) : (
                <dl className="facts">
                  {auditsReceived.map((by) => (
                    <div key={by.username}>
                      <dt>
                        <SiteLink className="hover:underline" href={`/people/${by.username}`}>
                          {by.verifierName}
                        </SiteLink>
                      </dt>
                      <dd className="mono">{by.seals}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </section>
          </SideColumn>
        </div>
      </div>
    </PageShell>
  );
}

/** The domains somebody has proven, each with its day, and what that means; nothing for an account without one. */
function ProfileDomains({ domains }: { domains: readonly ProvenDomain[] }) {
  const t = useTranslations("profile.domains");
  if (domains.length === 0) return null;
  return (
    <section aria-labelledby="domains" className="pt-5 text-14">
      <SideTitle id="domains">{t("title")}</SideTitle>
      <ul className="grid gap-1 pt-3">
        {domains.map(({ domain, provenAt }) => (
          <li key={domain} className="wrap-anywhere text-ink-2">
            {t.rich("proven", {
              name: slot(<DomainName domain={domain} />),
              day: slot(<When iso={provenAt} as="day" />),
            })}
          </li>
        ))}
      </ul>
      <p className="max-w-[68ch] pt-2 text-13 text-ink-2">{t("meaning")}</p>
    </section>
  );
}

/** Who owns an organisation and publishes for it, as a skill's page names its maintainers; not who handles its money. */
function OrganisationMembers({ members }: { members: readonly MemberView[] }) {
  const t = useTranslations("profile");
  const words = useTranslations("organisations.role");
  const shown = members.flatMap(({ username, roles }) => {
    const role = roles.find((each) => each !== "money");
    return role === undefined ? [] : [{ username, role }];
  });
  return (
    <section aria-labelledby="members">
      <SideTitle id="members">{t("members")}</SideTitle>
      <dl className="facts">
        {shown.map(({ username, role }) => (
          <div key={username}>
            <dt className="wrap-anywhere">
              <SiteLink className="hover:underline" href={`/people/${username}`}>
                {username}
              </SiteLink>
            </dt>
            <dd>{words(role)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Says in place of a person's page that they have closed their account. */
function ClosedAccountView({ username }: { username: string }) {
  const t = useTranslations("states.closed-account");
  const how = useTranslations("settings.closed")("guide");
  return (
    <PageShell plain path={`/people/${username}`}>
      <div className="wrap grid items-center gap-8 pt-16 pb-16 sm:grid-cols-[auto_1fr]">
        <EmptyStamp middle="410" below={t("stamp")} label={`410, ${t("stamp")}`} size={150} />
        <div className="max-w-[56ch]">
          <h1 className="font-serif text-34 font-medium">{t("title", { name: username })}</h1>
          <p className="mb-4 mt-2 text-ink-2">{t("text")}</p>
          <SiteLink className="link" href="/docs/accounts">
            {how}
          </SiteLink>
        </div>
      </div>
    </PageShell>
  );
}
