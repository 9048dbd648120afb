import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { textParam, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { joinAction } from "@/app/[locale]/register/actions";
import { RegisterForm, RegisterProblem } from "@/components/account/register-form";
import { OutboxHint } from "@/app/[locale]/outbox/outbox-hint";
import { PageShell } from "@/components/site/page-shell";
import { SiteLink } from "@/components/ui/site-link";
import { currentActor } from "@/lib/web/auth/current-actor";
import { readJoining } from "@/lib/web/auth/joining-cookie";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { JOIN_LINK_MINUTES } from "@/lib/identity/registration/joining";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Note } from "@/components/ui/note";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("register");
  return { title: t("title"), robots: { index: false } };
}

export default async function RegisterPage({ searchParams }: { searchParams: LinkParams }) {
  const params = await searchParams;
  const returnTo = safeReturn(params["return"], localizedPath(await getLocale(), "/dashboard"));
  if (await currentActor()) redirect(returnTo);
  await recallWritten();
  const sent = textParam(params, "sent");
  const problem = textParam(params, "problem");
  const back = `?${new URLSearchParams({ return: returnTo })}`;
  const t = await getTranslations("register");
  const login = await getTranslations("login");
  return (
    <PageShell path="/register">
      <div className="wrap py-10">
        <div className="mx-auto max-w-[820px]">
          <h1 className="font-serif text-34">{t("title")}</h1>
          <p className="mt-2 mb-6 text-16 text-ink-2">{t("lead")}</p>
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] border border-edge bg-surface md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            {sent === null ? (
              <RegisterForm returnTo={returnTo} problem={problem} join={joinAction} />
            ) : (
              <LinkSent
                email={(await readJoining())?.email ?? null}
                minutes={JOIN_LINK_MINUTES}
                again={sent === "again"}
                problem={problem}
                returnTo={returnTo}
                outbox={<OutboxHint />}
                join={joinAction}
              />
            )}
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

interface LinkSentProps {
  /** Where the link was sent; null where this browser does not know it. */
  email: string | null;
  minutes: number;
  again: boolean;
  problem: string | null;
  returnTo: string;
  /** Where the mail is read on a market without a mail server. */
  outbox: ReactNode;
  join: (form: FormData) => Promise<void>;
}

/** What to look for once a link was sent, and what to do where it does not come. */
function LinkSent({ email, minutes, again, problem, returnTo, outbox, join }: LinkSentProps) {
  const t = useTranslations("register");
  const mail = useTranslations("mail.join");
  return (
    <div className="bg-paper p-6 md:p-8">
      <div role="status">
        <RegisterProblem problem={problem} />
        {problem === null ? (
          <Note tone="ok" title={t(again ? "sent-again" : "sent")}>
            {email === null ? t("sent-text") : t("sent-to", { email })} {outbox}
          </Note>
        ) : null}
      </div>
      <ul className="mt-4 grid list-disc gap-1 ps-5 text-14 text-ink-2">
        <li>{t("look-for", { subject: mail("subject") })}</li>
        <li>{t("look-long", { minutes })}</li>
        <li>{t("look-here")}</li>
        <li>{t("look-spam")}</li>
      </ul>
      <div className="acts mt-5">
        {email === null ? null : (
          <form action={join}>
            <button type="submit" className="btn">
              {t("send-again")}
            </button>
          </form>
        )}
        <SiteLink className="btn btn-quiet" href={`/register?${new URLSearchParams({ return: returnTo })}`}>
          {t("other-address")}
        </SiteLink>
      </div>
    </div>
  );
}
