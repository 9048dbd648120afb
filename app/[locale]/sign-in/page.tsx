import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { signInLabels } from "@/app/[locale]/sign-in/labels";
import { Island } from "@/components/site/island";
import { PageShell } from "@/components/site/page-shell";
import { SignInForm } from "@/components/wallet/sign-in-form";
import { currentActor } from "@/lib/auth/current-actor";
import { safeReturn } from "@/lib/auth/safe-return";
import { env } from "@/lib/env";
import { SiteLink } from "@/components/ui/site-link";
import { localizedPath } from "@/lib/i18n/paths";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signIn");
  return { title: t("title"), robots: { index: false } };
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ return?: string }> }) {
  const t = await getTranslations("signIn");
  const login = await getTranslations("login");
  const locale = await getLocale();
  const returnTo = safeReturn((await searchParams).return, localizedPath(locale, "/dashboard"));
  if (await currentActor()) redirect(returnTo);
  const back = encodeURIComponent(returnTo);
  const form = { labels: await signInLabels(), localLedger: env().localLedger, returnTo };

  return (
    <PageShell path="/sign-in" plain>
      <div className="wrap py-10">
        <div className="mx-auto max-w-[820px]">
          <h1 className="font-serif text-34">{t("title")}</h1>
          <p className="mt-2 mb-6 text-16 text-ink-2">{t("lead")}</p>
          <Island name="sign-in" props={form}>
            <SignInForm {...form} />
          </Island>
          <section className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-5">
            <div>
              <h2 className="text-15 font-semibold">{t("emailTitle")}</h2>
              <p className="mt-1 text-14 text-ink-2">
                {t("emailText")}{" "}
                <SiteLink className="link" href={`/register?return=${back}`}>
                  {login("register")}
                </SiteLink>
              </p>
            </div>
            <SiteLink className="btn ms-auto" href={`/login?return=${back}`}>
              {t("emailLink")}
            </SiteLink>
          </section>
          <section className="mt-8 border-t border-line pt-5">
            <h2 className="text-15 font-semibold">{t("agentTitle")}</h2>
            <p className="mt-1 max-w-[62ch] text-14 text-ink-2">{t("agentText")}</p>
          </section>
        </div>
      </div>
    </PageShell>
  );
}
