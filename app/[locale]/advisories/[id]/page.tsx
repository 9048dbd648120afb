import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { pageLocale } from "@/app/[locale]/form-outcome";
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
import { getAdvisory } from "@/lib/advisories/read-advisories";
import { isDomainError } from "@/lib/kernel/errors";

export const dynamic = "force-dynamic";

interface AdvisoryPageProps {
  params: Promise<{ locale: string; id: string }>;
}

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

export default async function AdvisoryPage({ params }: AdvisoryPageProps) {
  const { locale: given, id } = await params;
  setRequestLocale(given);
  const locale = await pageLocale();
  const advisory = await readAdvisory(id);
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
            <Fact name={t("reason")}>
              <span className="whitespace-pre-line">{advisory.reason}</span>
            </Fact>
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
        <PageSection id="further" title={t("further")} className="part">
          <ul className="list-disc ps-5 pt-3 text-14">
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
