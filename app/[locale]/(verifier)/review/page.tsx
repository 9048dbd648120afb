import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { PageShell } from "@/components/site/page-shell";
import { Empty } from "@/components/ui/empty";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import { listQueue, type QueueRow } from "@/lib/audits/list-queue";
import { currentActor } from "@/lib/auth/current-actor";
import { isDomainError } from "@/lib/errors";
import { localizedPath } from "@/lib/i18n/paths";

export const dynamic = "force-dynamic";

interface QueueProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: QueueProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "review" });
  return { title: t("queue"), robots: { index: false } };
}

export default async function QueuePage({ params }: QueueProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/review"));
  const t = await getTranslations("review");
  const queue = await listQueue(actor.accountId).catch((error: unknown) => {
    if (isDomainError(error, "VERIFIER_REQUIRED")) return null;
    throw error;
  });
  return (
    <PageShell path="/review">
      <div className="wrap py-8">
        <div className="page-title">
          <div>
            <h1>{t("queue")}</h1>
            <p className="max-w-[68ch]">{t("queueLead")}</p>
          </div>
        </div>
        <div className="pt-6">{queue === null ? <NotEnrolled /> : <Queue rows={queue} />}</div>
      </div>
    </PageShell>
  );
}

async function NotEnrolled() {
  const t = await getTranslations("review");
  return <Empty title={t("notEnrolled")}>{t("notEnrolledDetail")}</Empty>;
}

async function Queue({ rows }: { rows: readonly QueueRow[] }) {
  const t = await getTranslations("review");
  if (rows.length === 0) return <Empty title={t("empty")}>{t("emptyDetail")}</Empty>;
  return (
    <table className="ledger w-full">
      <thead>
        <tr>
          <th scope="col">{t("skill")}</th>
          <th scope="col">{t("scope")}</th>
          <th scope="col">{t("waitingSince")}</th>
          <th scope="col" className="end">
            {t("calls")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.versionId}>
            <th scope="row">
              <SiteLink className="link" href={`/review/${row.versionId}`}>
                {row.slug}
              </SiteLink>{" "}
              <span className="font-mono text-13 font-normal text-ink-3">{row.version}</span>
            </th>
            <td>{row.own ? t("own") : t(`duty.${row.duty}`)}</td>
            <td>
              <When iso={row.publishedAt} as="relative" />
            </td>
            <td className="end num">{row.calls7d}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
