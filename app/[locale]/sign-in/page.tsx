import { labelsOf } from "@/lib/platform/i18n/labels";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Island } from "@/components/site/island";
import { PageShell } from "@/components/site/page-shell";
import { Note } from "@/components/ui/note";
import { SignInForm } from "@/components/wallet/sign-in-form";
import { currentActor } from "@/lib/web/auth/current-actor";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signIn");
  return { title: { absolute: t("title") }, robots: { index: false } };
}

interface SignInProps {
  /** `session` says what became of a form that was sent after the session had ended (`leadToSignIn`). */
  searchParams: Promise<{ return?: string; session?: string }>;
}

export default async function SignInPage({ searchParams }: SignInProps) {
  const t = await getTranslations("signIn");
  const login = await getTranslations("login");
  const locale = await getLocale();
  const { return: wanted, session } = await searchParams;
  const returnTo = safeReturn(wanted, localizedPath(locale, "/dashboard"));
  if (await currentActor()) redirect(returnTo);
  const back = encodeURIComponent(returnTo);
  const form = {
    labels: labelsOf(await getTranslations(), "signIn.wallet"),
    localLedger: env().localLedger,
    returnTo,
    page: {
      title: t("title"),
      lead: t("lead"),
      email: {
        or: t("emailTitle"),
        link: t("emailLink"),
        href: localizedPath(locale, `/login?return=${back}`),
        hint: t("emailText"),
        register: { link: login("register"), href: localizedPath(locale, `/register?return=${back}`) },
      },
      agent: {
        title: t("agentTitle"),
        text: t("agentText"),
        link: t("agentLink"),
        href: "/llms.txt",
      },
    },
  };

  return (
    <PageShell path="/sign-in" plain>
      <div className="wrap py-10">
        <div className="mx-auto max-w-[820px]">
          {session === undefined ? null : (
            <div className="mb-6" role="alert">
              <Note tone="warn" title={t("ended")}>
                {t(session === "kept" ? "endedKept" : "endedDetail")}
              </Note>
            </div>
          )}
          <Island name="sign-in" props={form}>
            <SignInForm {...form} />
          </Island>
        </div>
      </div>
    </PageShell>
  );
}
