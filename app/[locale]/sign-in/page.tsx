import { labelsOf } from "@/lib/platform/i18n/labels";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { textParam } from "@/app/[locale]/drafts/link-params";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { OutboxHint } from "@/app/[locale]/outbox/outbox-hint";
import { sendLinkAction } from "@/app/[locale]/sign-in/actions";
import { IssuerLinks, IssuerRefused } from "@/components/account/issuer-links";
import { LinkSent, MailLinkForm } from "@/components/account/mail-link-form";
import { Island } from "@/components/site/island";
import { PageShell } from "@/components/site/page-shell";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { SignInForm } from "@/components/wallet/sign-in-form";
import { JOIN_LINK_MINUTES } from "@/lib/identity/registration/joining";
import { currentActor } from "@/lib/web/auth/current-actor";
import { readJoining } from "@/lib/web/auth/joining-cookie";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signIn");
  return { title: { absolute: t("title") }, robots: { index: false } };
}

interface SignInProps {
  /**
   * `session` says what became of a form that was sent after the session had ended (`leadToSignIn`); `sent` and
   * `problem` what became of the link that was asked for; `refused` why an `issuer` did not let anybody in.
   */
  searchParams: Promise<{
    return?: string;
    session?: string;
    sent?: string;
    problem?: string;
    refused?: string;
    issuer?: string;
  }>;
}

/** Of programs; no page. */
const QUICK_START = "/llms.txt";

/** The ways into an account: one field that has a link mailed, for who joins and who comes back alike; a wallet beside it. */
export default async function SignInPage({ searchParams }: SignInProps) {
  const params = await searchParams;
  const locale = await getLocale();
  const returnTo = safeReturn(params.return, localizedPath(locale, "/dashboard"));
  if (await currentActor()) redirect(returnTo);
  // Only of its own form: what was written elsewhere waits for the page that its reader goes back to.
  if (params.problem !== undefined) await recallWritten();
  const [t, all, joining] = await Promise.all([
    getTranslations("signIn"),
    getTranslations(),
    params.sent === undefined ? null : readJoining(),
  ]);
  const issuers = env().OIDC_ISSUERS;
  const problem = textParam(params, "problem");
  const back = new URLSearchParams({ return: returnTo });
  const wallet = {
    labels: labelsOf(all, "signIn.wallet"),
    localLedger: env().localLedger,
    returnTo,
    narrow: true,
  };
  return (
    <PageShell path="/sign-in" plain>
      <div className="wrap py-10">
        <div className="mx-auto max-w-[920px]">
          {params.session === undefined ? null : (
            <div className="mb-6" role="alert">
              <Note tone="warn" title={t("ended")}>
                {t(params.session === "kept" ? "endedKept" : "endedDetail")}
              </Note>
            </div>
          )}
          <IssuerRefused
            refused={textParam(params, "refused")}
            name={issuers.find(({ id }) => id === params.issuer)?.name}
          />
          <h1 className="font-serif text-34">{t("title")}</h1>
          <p className="mt-2 mb-6 max-w-[68ch] text-16 text-ink-2">{t("lead")}</p>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-2">
            <div className="border border-edge bg-paper p-6 md:px-8 md:py-7">
              <h2 className="mb-4 font-serif text-21">{t("mail")}</h2>
              {params.sent === undefined ? (
                <MailLinkForm returnTo={returnTo} problem={problem} send={sendLinkAction} />
              ) : (
                <LinkSent
                  email={joining?.email ?? null}
                  minutes={JOIN_LINK_MINUTES}
                  again={params.sent === "again"}
                  problem={problem}
                  returnTo={returnTo}
                  outbox={<OutboxHint />}
                  send={sendLinkAction}
                />
              )}
              <p className="mt-4 text-14">
                <SiteLink className="link" href={`/login?${back}`}>
                  {t("password")}
                </SiteLink>
              </p>
              <IssuerLinks issuers={issuers} returnTo={returnTo} />
            </div>
            <div>
              <Island name="sign-in" props={wallet}>
                <SignInForm {...wallet} />
              </Island>
            </div>
          </div>
          <p className="mt-6 max-w-[68ch] text-13 text-ink-2">
            <b>{t("agentTitle")}</b> {t("agentText")}{" "}
            <a className="link" href={QUICK_START}>
              {t("agentLink")}
            </a>
          </p>
        </div>
      </div>
    </PageShell>
  );
}
