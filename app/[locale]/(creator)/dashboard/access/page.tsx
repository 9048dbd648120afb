import { ActOutcome, type ActQuery } from "@/components/forms/act-outcome";
import { NoOwnSkill } from "@/components/dashboard/no-own-skill";
import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import {
  changeAccessAction,
  endReadingRightAction,
  giveReadingRightAction,
  makeReadTokenAction,
} from "@/app/[locale]/(creator)/dashboard/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { ReadTokenForm } from "@/components/dashboard/read-token-form";
import { AnswerButton } from "@/components/forms/answer-button";
import { InputField, SelectField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { AccessChoice } from "@/components/publish/access-choice";
import { unlistedPage } from "@/components/site/page-metadata";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { listAccess, type OwnAccess } from "@/lib/publishing/access/change-access";
import {
  listOwnReadingRights,
  MAX_READERS,
  MAX_TOKEN_NAME_CHARACTERS,
  type OwnReadingRight,
} from "@/lib/registry/access/reading-rights";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard.access");

/** Who sees the reader's skills and may read them, and where both are changed. */
export default async function AccessPage(props: PageProps<ActQuery>) {
  const { actor, frame, query } = await loadCreator(props, "/dashboard/access");
  const { about, field, skill } = query;
  const [t, all, skills, rights] = await Promise.all([
    getTranslations("dashboard.access"),
    getTranslations(),
    listAccess(actor.accountId),
    listOwnReadingRights(actor.accountId),
  ]);
  const wanted = ["access", "reader", "token"].map((name) => writtenIn(name)?.["skill"]);
  const named = wanted.find((name) => name !== undefined) ?? skill ?? about;
  const chosen = skills.find(({ slug }) => slug === named) ?? null;
  return (
    <DashboardFrame {...frame} entry="skills" path="/dashboard/access" title={t("title")} lead={t("lead")}>
      <ActOutcome
        query={query}
        did={query.done && t("done")}
        fields={[
          { name: "access", id: "access", label: t("access"), refused: t("access-refused") },
          { name: "username", id: "reader-username", label: t("username") },
          { name: "name", id: "token-name", label: all("dashboard.read-token.name") },
          { name: "days", id: "reader-days", label: t("days") },
        ]}
      />
      {chosen === null ? null : (
        <>
          <AccessForm skill={chosen} />
          <ReaderList rights={rights.filter(({ slug }) => slug === chosen.slug)} />
          <PageSection id="give" title={t("give")} remark={t("give-what")} className="part">
            <GiveForm slug={chosen.slug} wrong={field} />
          </PageSection>
          <PageSection
            id="token"
            title={all("dashboard.read-token.title")}
            remark={all("dashboard.read-token.what")}
            className="part"
          >
            <div className="max-w-[48ch] pt-4">
              <ReadTokenForm
                skill={chosen.slug}
                action={makeReadTokenAction}
                labels={{
                  ...labelsOf(all, "dashboard.read-token"),
                  days: t("days"),
                  copy: all("common.copy.action"),
                  copied: all("common.copy.done"),
                }}
                days={TOKEN_DAYS.map((days) => ({ value: String(days), text: t("days-of", { days }) }))}
                most={MAX_TOKEN_NAME_CHARACTERS}
                written={writtenIn("token")?.["name"]}
              />
            </div>
          </PageSection>
        </>
      )}
      <AccessList skills={skills} rights={rights} />
    </DashboardFrame>
  );
}

const ACCOUNT_DAYS = [7, 14, 30, 90] as const;
const TOKEN_DAYS = [30, 90, 180, 365] as const;

function AccessForm({ skill: { slug, access } }: { skill: OwnAccess }) {
  const t = useTranslations("dashboard.access");
  const written = writtenIn("access");
  return (
    <PageSection id="access" title={t("change-of", { name: slug })} remark={t("what")} className="part">
      <form action={changeAccessAction} className="grid max-w-[68ch] gap-4 pt-4">
        <input type="hidden" name="skill" value={slug} />
        <AccessChoice chosen={written?.["access"] ?? access} />
        <SendButton>{t("send")}</SendButton>
      </form>
    </PageSection>
  );
}

function ReaderList({ rights }: { rights: readonly OwnReadingRight[] }) {
  const t = useTranslations("dashboard.access");
  return (
    <PageSection
      id="readers"
      title={t("readers")}
      remark={t("readers-what", { most: MAX_READERS })}
      className="part"
    >
      {rights.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("no-readers")}</p>
      ) : (
        <ItemList>
          {rights.map(({ id, slug, username, name, expiresAt, lastUsedAt }) => (
            <li key={id}>
              <div>
                <h3 className="text-16 font-semibold text-ink wrap-anywhere">
                  {username ?? t("token-of", { name })}
                </h3>
                <p>
                  {t("until")} <When iso={expiresAt} as="day" />
                  {username === null ? (
                    <>
                      {" · "}
                      {lastUsedAt === null ? (
                        t("never-used")
                      ) : (
                        <>
                          {t("last-used")} <When iso={lastUsedAt} as="relative" />
                        </>
                      )}
                    </>
                  ) : null}
                </p>
              </div>
              <AnswerButton
                subject={["right", `${slug}/${id}`]}
                about={username ?? name}
                act={endReadingRightAction}
                tone="btn-quiet"
                label={t("end")}
              />
            </li>
          ))}
        </ItemList>
      )}
    </PageSection>
  );
}

function GiveForm({ slug, wrong }: { slug: string; wrong: string | undefined }) {
  const t = useTranslations("dashboard.access");
  const written = writtenIn("reader");
  return (
    <form action={giveReadingRightAction} className="grid max-w-[48ch] gap-4 pt-4">
      <input type="hidden" name="skill" value={slug} />
      <InputField
        id="reader-username"
        name="username"
        label={t("username")}
        problem={wrong === "username" ? t("username-wrong") : undefined}
        required
        maxLength={64}
        autoComplete="off"
        defaultValue={written?.["username"]}
      />
      <SelectField
        id="reader-days"
        name="days"
        label={t("days")}
        options={ACCOUNT_DAYS.map((days) => ({ value: String(days), text: t("days-of", { days }) }))}
        defaultValue={written?.["days"] ?? String(ACCOUNT_DAYS[0])}
      />
      <SendButton>{t("give-send")}</SendButton>
    </form>
  );
}

interface AccessListProps {
  skills: readonly OwnAccess[];
  rights: readonly OwnReadingRight[];
}

function AccessList({ skills, rights }: AccessListProps) {
  const t = useTranslations("dashboard.access");
  const words = useTranslations("dashboard");
  const choice = useTranslations("publish.access");
  return (
    <PageSection id="skills" title={t("yours")} className="part">
      {skills.length === 0 ? (
        <NoOwnSkill>{t("no-skill")}</NoOwnSkill>
      ) : (
        <DataTable
          stacked
          caption={t("yours")}
          columns={[words("skill"), t("access"), t("readers"), atEnd(t("change"))]}
        >
          {skills.map(({ slug, access }) => (
            <tr key={slug}>
              <th scope="row">
                <SiteLink className="hover:underline" href={`/skills/${slug}`}>
                  {slug}
                </SiteLink>
              </th>
              <td>{choice(`${access}.name`)}</td>
              <td>{rights.filter((right) => right.slug === slug).length}</td>
              <td className="end">
                <SiteLink className="btn btn-sm" href={`/dashboard/access?skill=${slug}#access`}>
                  {t("change")}
                  <span className="vh"> {slug}</span>
                </SiteLink>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </PageSection>
  );
}
