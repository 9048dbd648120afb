import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { textParam, withToken, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { resetPasswordAction } from "@/app/[locale]/login/actions";
import { EndKeysChoice, NewPasswordField } from "@/components/account/password-fields";
import { ClaimFrame, ClaimOutcome } from "@/components/claim/claim-parts";
import { ToField } from "@/components/forms/field";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { findPasswordReset } from "@/lib/identity/passwords/password-reset";

const PATH = "/login/reset";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.reset");
  return { title: t("title"), robots: { index: false }, referrer: "same-origin" };
}

/** Where a mailed link leads: a new password for its account. */
export default async function ResetPasswordPage({ searchParams }: { searchParams: LinkParams }) {
  const params = await searchParams;
  const token = textParam(params, "token");
  const back = encodeURIComponent(safeReturn(params["return"], ""));
  const [reset, t] = await Promise.all([
    token === null ? null : findPasswordReset(token),
    getTranslations("login.reset"),
  ]);
  if (token === null || reset === null) {
    return (
      <ClaimFrame path={PATH} title={t("title")}>
        <ClaimOutcome tone="warn" title={t("dead")} text={t("dead-text")}>
          <SiteLink className="btn btn-primary" href={`/login/forgot?return=${back}`}>
            {t("again")}
          </SiteLink>
        </ClaimOutcome>
      </ClaimFrame>
    );
  }
  const refused = textParam(params, "problem") !== null;
  const chosen = textParam(params, "keys");
  const endsKeys = chosen === null ? !reset.isFirst : chosen === "on";
  return (
    <ClaimFrame
      path={`${withToken(PATH, token)}&return=${back}`}
      title={t("title")}
      lead={t("lead", { username: reset.username })}
    >
      <form action={resetPasswordAction} className="mt-7 max-w-[520px] border border-edge bg-surface p-6">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="return" value={safeReturn(params["return"], "")} />
        <input type="hidden" name="username" autoComplete="username" value={reset.username} />
        <div role="status" className="not-empty:mb-4">
          {refused ? <Note tone="bad" title={<ToField id="reset-password">{t("refused")}</ToField>} /> : null}
        </div>
        <NewPasswordField
          id="reset-password"
          name="password"
          label={t("password")}
          hint={t("hint")}
          problem={refused ? t("refused") : undefined}
        />
        <EndKeysChoice label={t("keys")} hint={t("keys-hint")} isChosen={endsKeys} />
        <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
          {t("submit")}
        </button>
      </form>
    </ClaimFrame>
  );
}
