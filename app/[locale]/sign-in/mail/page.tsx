import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { textParam, withToken, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { enterAction } from "@/app/[locale]/sign-in/mail/actions";
import { ClaimFrame, ClaimOutcome } from "@/components/claim/claim-parts";
import { SiteLink } from "@/components/ui/site-link";
import { currentActor } from "@/lib/web/auth/current-actor";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { maskEmailAddress } from "@/lib/identity/email/email-address";
import { findJoining } from "@/lib/identity/registration/joining";

const PATH = "/sign-in/mail";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("register.mail");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

/** Where a mailed link leads in another browser than the one that asked for it: one button that signs in. */
export default async function MailedLinkPage({ searchParams }: { searchParams: LinkParams }) {
  const params = await searchParams;
  const token = textParam(params, "token");
  const returnTo = safeReturn(params["return"], localizedPath(await getLocale(), "/dashboard"));
  const [joining, actor, t] = await Promise.all([
    findJoining(token),
    currentActor(),
    getTranslations("register.mail"),
  ]);
  // The link was opened again by whom it has let in.
  if (actor !== null && actor.accountId === joining?.accountId) redirect(returnTo);
  const path = withToken(PATH, token);
  if (token === null || joining?.state !== "ready") {
    return (
      <ClaimFrame path={path} title={t("dead")}>
        <ClaimOutcome tone="warn" title={t(joining?.state ?? "unknown")} text={t("dead-text")}>
          <SiteLink
            className="btn btn-primary"
            href={`/sign-in?${new URLSearchParams({ return: returnTo })}`}
          >
            {t("again")}
          </SiteLink>
        </ClaimOutcome>
      </ClaimFrame>
    );
  }
  return (
    <ClaimFrame path={path} title={t("title")} lead={t("lead", { email: maskEmailAddress(joining.email) })}>
      <form action={enterAction} className="mt-7 max-w-[620px] border border-edge bg-surface p-5 sm:p-6">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="return" value={returnTo} />
        <button
          type="submit"
          className="btn btn-primary btn-lg w-full py-2 text-center whitespace-normal wrap-anywhere"
        >
          {t("enter")}
        </button>
        <p className="mt-3 text-12 text-ink-3">{t("careful")}</p>
      </form>
    </ClaimFrame>
  );
}
