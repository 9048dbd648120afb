import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { textParam, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { recallWritten } from "@/app/[locale]/refused-form";
import { RegisterForm } from "@/components/account/register-form";
import { OutboxHint } from "@/app/[locale]/outbox/outbox-hint";
import { PageShell } from "@/components/site/page-shell";
import { SiteLink } from "@/components/ui/site-link";
import { currentActor } from "@/lib/auth/current-actor";
import { localizedPath } from "@/lib/i18n/paths";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("register");
  return { title: t("title"), robots: { index: false } };
}

export default async function RegisterPage({ searchParams }: { searchParams: LinkParams }) {
  if (await currentActor()) redirect(localizedPath(await getLocale(), "/dashboard"));
  await recallWritten();
  const params = await searchParams;
  const wanted = textParam(params, "return");
  const back = wanted === null ? "" : `?return=${encodeURIComponent(wanted)}`;
  const t = await getTranslations("register");
  const login = await getTranslations("login");
  return (
    <PageShell path="/register">
      <div className="wrap py-10">
        <div className="mx-auto max-w-[820px]">
          <h1 className="font-serif text-34">{t("title")}</h1>
          <p className="mt-2 mb-6 text-16 text-ink-2">{t("lead")}</p>
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] border border-edge bg-surface md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <RegisterForm
              sent={textParam(params, "sent") !== null}
              problem={textParam(params, "problem")}
              outbox={<OutboxHint />}
            />
            <div className="border-t border-line p-6 md:border-s md:border-t-0 md:p-8">
              <h2 className="font-serif text-21">{t("have-title")}</h2>
              <p className="mt-1 mb-4 text-14 text-ink-2">{t("have-text")}</p>
              <p className="flex flex-wrap gap-3">
                <SiteLink className="btn" href={`/login${back}`}>
                  {login("title")}
                </SiteLink>
                <SiteLink className="btn" href={`/sign-in${back}`}>
                  {login("wallet")}
                </SiteLink>
              </p>
            </div>
          </div>
        </div>
      </div>
    </PageShell>
  );
}
