import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { EarningsLedger } from "@/components/dashboard/earnings-ledger";
import { OwnSkills } from "@/components/dashboard/own-skills";
import { PageShell } from "@/components/site/page-shell";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { currentActor } from "@/lib/auth/current-actor";
import { formatLamports, formatSol } from "@/lib/i18n/format-lamports";
import { localizedPath } from "@/lib/i18n/paths";
import { getDashboard } from "@/lib/registry/get-dashboard";
import { getEarnings } from "@/lib/settlement/earnings/get-earnings";

export const dynamic = "force-dynamic";

interface DashboardProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: DashboardProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "dashboard" });
  return { title: t("title"), robots: { index: false } };
}

export default async function DashboardPage({ params }: DashboardProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/dashboard"));
  const t = await getTranslations("dashboard");
  const [{ skills, wallets }, earnings] = await Promise.all([
    getDashboard(actor.accountId),
    getEarnings(actor.accountId),
  ]);
  const earned = earnings.creatorLamports.toString();
  return (
    <PageShell path="/dashboard">
      <div className="wrap py-8">
        <div className="page-title flex items-end justify-between gap-4">
          <div>
            <h1>{t("title")}</h1>
            <p>{t("lead", { name: actor.username })}</p>
          </div>
          <nav aria-label={t("tasks")} className="flex flex-wrap gap-2">
            <SiteLink className="btn btn-primary" href="/publish">
              {t("publish")}
            </SiteLink>
            <SiteLink className="btn" href="/keys">
              {t("keys")}
            </SiteLink>
          </nav>
        </div>
        <dl className="facts max-w-[560px] py-6">
          <div>
            <dt>{t("earned")}</dt>
            <dd className="mono">
              {formatSol(earned)} SOL · {formatLamports(earned)} lamports
            </dd>
          </div>
          <div>
            <dt>{t("paidCalls")}</dt>
            <dd className="mono">{earnings.calls}</dd>
          </div>
          {wallets.map((address) => (
            <div key={address}>
              <dt>{t("wallet")}</dt>
              <dd className="mono wrap-anywhere">{address}</dd>
            </div>
          ))}
        </dl>
        <section aria-labelledby="own-skills">
          <SectionHead id="own-skills" title={t("skills")} />
          <OwnSkills skills={skills} />
        </section>
        <section aria-labelledby="earnings" className="pt-8">
          <SectionHead id="earnings" title={t("earnings.title")} remark={t("earnings.remark")} />
          <EarningsLedger earnings={earnings} />
        </section>
      </div>
    </PageShell>
  );
}
