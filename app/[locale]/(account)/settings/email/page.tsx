import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { confirmEmailAction } from "@/app/[locale]/(account)/settings/actions";
import { textParam, withToken, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { ClaimFrame, ClaimOutcome } from "@/components/claim/claim-parts";
import { SIGN_OUT } from "@/components/site/destinations";
import { SiteLink } from "@/components/ui/site-link";
import { currentActor } from "@/lib/web/auth/current-actor";
import { findEmailChange } from "@/lib/identity/email/email-change";

const PATH = "/settings/email";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.email.link");
  return { title: t("title"), robots: { index: false }, referrer: "same-origin" };
}

/**
 * Where the link leads that was mailed to an address: whoever is signed in to the account confirms with a button.
 * Opening it changes nothing, because mail scanners and previews open links too.
 */
export default async function EmailPage({ searchParams }: { searchParams: LinkParams }) {
  const token = textParam(await searchParams, "token");
  const [change, actor, t] = await Promise.all([
    token === null ? null : findEmailChange(token),
    currentActor(),
    getTranslations("settings.email.link"),
  ]);
  const settings = (
    <SiteLink className="btn" href="/settings#email">
      {t("settings")}
    </SiteLink>
  );
  if (token === null || change === null || change.state !== "ready") {
    const state = change === null || change.state === "ready" ? "dead" : change.state;
    return (
      <ClaimFrame path={withToken(PATH, token)} title={t("title")}>
        <ClaimOutcome
          tone={state === "done" ? "ok" : "warn"}
          title={t(state)}
          text={t(`${state}-text`, { username: change?.username ?? "" })}
        >
          {settings}
        </ClaimOutcome>
      </ClaimFrame>
    );
  }
  const path = withToken(PATH, token);
  const { accountId, username, email, before } = change;
  if (actor === null) {
    const back = encodeURIComponent(path);
    return (
      <ClaimFrame path={path} title={t("title")}>
        <ClaimOutcome title={t("sign-in", { username })} text={t("sign-in-text")}>
          <SiteLink className="btn btn-primary" href={`/sign-in?return=${back}`}>
            {t("wallet")}
          </SiteLink>
          <SiteLink className="btn" href={`/login?return=${back}`}>
            {t("password")}
          </SiteLink>
        </ClaimOutcome>
      </ClaimFrame>
    );
  }
  if (actor.accountId !== accountId) {
    return (
      <ClaimFrame path={path} title={t("title")}>
        <ClaimOutcome
          tone="warn"
          title={t("other", { username })}
          text={t("other-text", { username, current: actor.username })}
        >
          <a className="btn" href={SIGN_OUT}>
            {t("sign-out")}
          </a>
        </ClaimOutcome>
      </ClaimFrame>
    );
  }
  return (
    <ClaimFrame path={path} title={t("title")}>
      <form
        action={confirmEmailAction}
        className="mt-7 max-w-[620px] border border-edge bg-surface p-5 sm:p-6"
      >
        <input type="hidden" name="token" value={token} />
        <p className="wrap-anywhere">
          {before === null
            ? t("ready", { username, email })
            : t("ready-changed", { username, email, before })}
        </p>
        <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
          {t("confirm")}
        </button>
        <p className="mt-3 text-12 text-ink-3">{t("careful")}</p>
      </form>
    </ClaimFrame>
  );
}
