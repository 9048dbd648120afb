import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { withdrawAction } from "@/app/[locale]/advisories/[id]/actions";
import { pageLocale, recallWritten } from "@/app/[locale]/form-outcome";
import { InputField } from "@/components/forms/field";
import { ProblemNote } from "@/components/forms/problem-note";
import { writtenIn } from "@/components/forms/written-in";
import { MAX_REASON_CHARACTERS } from "@/lib/kernel/read-reason";
import { currentActor } from "@/lib/web/auth/current-actor";
import { cache } from "react";
import { nameInAddress } from "@/app/[locale]/name-in-address";
import { advisoryPath } from "@/components/advisories/advisory-table";
import { SeverityPill } from "@/components/publish/finding-list";
import { pageAlternates } from "@/components/site/page-metadata";
import { PageShell } from "@/components/site/page-shell";
import { skillPath } from "@/components/skill/links";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { DataTable } from "@/components/ui/data-table";
import { Fact } from "@/components/ui/fact";
import { Note } from "@/components/ui/note";
import { PageSection, PageTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { advisoryWords } from "@/lib/advisories/advisory-words";
import { ADVISORY_ID } from "@/lib/advisories/kinds";
import { getAdvisory, getAdvisoryAuthor, type AdvisoryView } from "@/lib/advisories/read-advisories";
import { isDomainError } from "@/lib/kernel/errors";
import type { PageProps } from "@/app/[locale]/page-props";

type AdvisoryPageProps = PageProps<Record<string, string | string[] | undefined>, "id">;

const MAX_ID = 20;

/** Read once per request, by the page and its title; 404 for what is no id of an advisory. */
const readAdvisory = cache(async (part: string) => {
  const id = nameInAddress(part, MAX_ID);
  if (id === null || !ADVISORY_ID.test(id)) notFound();
  return getAdvisory(id).catch((error: unknown) => {
    if (isDomainError(error, "ADVISORY_NOT_FOUND")) notFound();
    throw error;
  });
});

export async function generateMetadata({ params }: AdvisoryPageProps): Promise<Metadata> {
  const [{ id }, locale] = [await params, await pageLocale()];
  const advisory = await readAdvisory(id);
  const { summary, whatToDo } = advisoryWords(advisory, locale);
  return {
    title: `${advisory.id} · ${summary}`,
    description: whatToDo,
    alternates: pageAlternates(locale, advisoryPath(advisory.id)),
  };
}

async function mayWithdrawHere({ id, verifier, withdrawn }: AdvisoryView): Promise<boolean> {
  const actor = await currentActor();
  if (!actor || verifier === null || withdrawn !== null) return false;
  return actor.role === "administrator" || (await getAdvisoryAuthor(id)).accountId === actor.accountId;
}

const firstOf = (value: string | string[] | undefined) => [value].flat()[0];

/** For its author and administrators: takes the advisory of a verifier back. */
function WithdrawForm({ id, problem }: { id: string; problem: string | undefined }) {
  const t = useTranslations("advisories.withdraw");
  return (
    <PageSection id="withdraw" title={t("withdraw")} className="part">
      <form action={withdrawAction.bind(null, id)} className="grid max-w-[76ch] gap-3 pt-3">
        <ProblemNote code={problem} />
        <InputField
          id="withdraw-reason"
          name="reason"
          label={t("why")}
          required
          maxLength={MAX_REASON_CHARACTERS}
          defaultValue={writtenIn("withdraw")?.["reason"]}
        />
        <button type="submit" className="btn btn-danger justify-self-start">
          {t("now")}
        </button>
      </form>
    </PageSection>
  );
}

export default async function AdvisoryPage({ params, searchParams }: AdvisoryPageProps) {
  const { id } = await params;
  const locale = await pageLocale();
  const advisory = await readAdvisory(id);
  await recallWritten();
  const [query, mayWithdraw] = [await searchParams, await mayWithdrawHere(advisory)];
  const [t, head] = await Promise.all([
    getTranslations("advisories.one"),
    getTranslations("advisories.page"),
  ]);
  const words = advisoryWords(advisory, locale);
  const { slug, versions, key, verifier, withdrawn } = advisory;
  return (
    <PageShell plain path={advisoryPath(advisory.id)}>
      <div className="wrap">
        <Breadcrumbs crumbs={[{ name: head("title"), href: "/advisories" }, { name: advisory.id }]} />
        <PageTitle title={advisory.id} lead={words.summary} />
        <div className="mt-6 grid max-w-[76ch] gap-4">
          {withdrawn === null ? (
            <Note tone={advisory.severity === "high" ? "bad" : "warn"} title={t("do")}>
              {words.whatToDo}
            </Note>
          ) : (
            <Note title={t("withdrawn")}>
              <When iso={withdrawn.at} as="minute" /> · {withdrawn.reason}
            </Note>
          )}
          <p className="whitespace-pre-line text-ink-2">{words.details}</p>
          <dl className="facts">
            <Fact name={t("kind")}>{words.kind}</Fact>
            <Fact name={t("severity")}>
              <SeverityPill severity={advisory.severity} />
            </Fact>
            {verifier === null ? (
              <Fact name={t("reason")}>
                <span className="whitespace-pre-line">{advisory.reason}</span>
              </Fact>
            ) : null}
            <Fact name={t("happened")}>
              <When iso={advisory.happenedAt} as="minute" />
            </Fact>
            <Fact name={t("published")}>
              <When iso={advisory.publishedAt} as="minute" />
            </Fact>
            <Fact name={t("by")} mono={verifier !== null}>
              {verifier ?? t("market")}
            </Fact>
            {key === null ? null : (
              <Fact name={t("key")} mono>
                {key}
              </Fact>
            )}
          </dl>
        </div>
        {slug === null ? null : (
          <PageSection id="affected" title={t("affected")} className="part">
            <DataTable stacked className="mt-3" caption={t("affected")} columns={[t("version"), t("digest")]}>
              {versions.map(({ version, packageDigest }) => (
                <tr key={version}>
                  <th scope="row">
                    <SiteLink
                      className="font-semibold hover:underline"
                      href={skillPath(slug, "security", version)}
                    >
                      {slug}
                    </SiteLink>{" "}
                    <span className="mono text-ink-3">{version}</span>
                  </th>
                  <td className="mono text-13 wrap-anywhere">{packageDigest}</td>
                </tr>
              ))}
            </DataTable>
          </PageSection>
        )}
        {mayWithdraw ? <WithdrawForm id={advisory.id} problem={firstOf(query["problem"])} /> : null}
        <PageSection id="further" title={t("further")} className="part">
          <ul className="grid justify-items-start gap-1 pt-3 text-14 [&_a]:inline-block [&_a]:py-1">
            <li>
              <SiteLink className="link" href={advisory.appeal}>
                {t("object")}
              </SiteLink>
            </li>
            <li>
              <a className="link" href={`/v1/advisories/${advisory.id}`}>
                {t("osv")}
              </a>
            </li>
            <li>
              <a className="link" href={`/v1/advisories/${advisory.id}/envelope`}>
                {t("envelope")}
              </a>
            </li>
            <li>
              <SiteLink className="link" href="/docs/advisories">
                {head("how")}
              </SiteLink>
            </li>
          </ul>
        </PageSection>
      </div>
    </PageShell>
  );
}
