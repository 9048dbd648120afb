import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { signInLabels } from "@/app/[locale]/sign-in/labels";
import { AccountFacts } from "@/components/account/account-facts";
import { PageShell } from "@/components/site/page-shell";
import { SignInForm } from "@/components/wallet/sign-in-form";
import { currentActor } from "@/lib/auth/current-actor";
import { env } from "@/lib/env";
import { localizedPath } from "@/lib/i18n/paths";
import { getAccount } from "@/lib/identity/get-account";

export const dynamic = "force-dynamic";

interface AccountProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: AccountProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "account" });
  return { title: t("title"), robots: { index: false } };
}

export default async function AccountPage({ params }: AccountProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/account"));
  const t = await getTranslations("account");
  return (
    <PageShell path="/account">
      <div className="wrap py-8">
        <div className="page-title">
          <h1>{t("title")}</h1>
        </div>
        <div className="grid max-w-[820px] gap-8 pt-6">
          <AccountFacts account={await getAccount(actor.accountId)} />
          <section aria-labelledby="add-wallet">
            <h2 id="add-wallet" className="font-serif text-21">
              {t("add-title")}
            </h2>
            <p className="mt-1 mb-4 max-w-[68ch] text-14 text-ink-2">{t("add-text")}</p>
            <SignInForm
              labels={await signInLabels()}
              localLedger={env().localLedger}
              returnTo={localizedPath(locale, "/account")}
              purpose="link"
            />
          </section>
        </div>
      </div>
    </PageShell>
  );
}
