import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { PageShell } from "@/components/site/page-shell";
import { SignInForm, type SignInLabels } from "@/components/wallet/sign-in-form";
import { currentActor } from "@/lib/auth/current-actor";
import { env } from "@/lib/env";
import { localizedPath } from "@/lib/i18n/paths";

const LABELS = [
  "withWallet",
  "found",
  "noWallet",
  "whatYouSign",
  "whatYouSignDetail",
  "chooseFirst",
  "sign",
  "signing",
  "refused",
  "refusedDetail",
  "failed",
  "failedDetail",
] as const satisfies readonly (keyof SignInLabels)[];

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signIn");
  return { title: t("title"), robots: { index: false } };
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ return?: string }> }) {
  const t = await getTranslations("signIn");
  const locale = await getLocale();
  const returnTo = safeReturn((await searchParams).return, localizedPath(locale, "/dashboard"));
  if (await currentActor()) redirect(returnTo);
  const labels = Object.fromEntries(LABELS.map((key) => [key, t(key)])) as SignInLabels;

  return (
    <PageShell path="/sign-in">
      <div className="wrap py-10">
        <div className="mx-auto max-w-[820px]">
          <h1 className="font-serif text-34">{t("title")}</h1>
          <p className="mt-2 mb-6 text-16 text-ink-2">{t("lead")}</p>
          <SignInForm labels={labels} localLedger={env().localLedger} returnTo={returnTo} />
          <section className="mt-8 border-t border-line pt-5">
            <h2 className="text-15 font-semibold">{t("agentTitle")}</h2>
            <p className="mt-1 max-w-[62ch] text-14 text-ink-2">{t("agentText")}</p>
          </section>
        </div>
      </div>
    </PageShell>
  );
}

/** Only a path of this site: an address elsewhere would let a link send people away after they signed in. */
function safeReturn(wanted: string | undefined, fallback: string): string {
  return wanted && /^\/(?![/\\])[\w\-./?=&%]*$/.test(wanted) ? wanted : fallback;
}
