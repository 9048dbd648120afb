import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { knownOrNull, textParam, withToken, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { ClaimFrame, ClaimNext, ClaimOutcome, UnknownLink, ConfirmBox } from "@/components/claim/claim-parts";
import { SiteLink } from "@/components/ui/site-link";
import { getRegistration } from "@/lib/identity/registration/owner-registration";

const PATH = "/owners/verify";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("register");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

export default async function OwnerVerifyPage({ searchParams }: { searchParams: LinkParams }) {
  const params = await searchParams;
  const token = textParam(params, "token");
  const registration = await knownOrNull(getRegistration(token));
  const t = await getTranslations("register.verify");
  const claim = await getTranslations("claim");
  if (token === null || registration === null) {
    return <UnknownLink path={PATH} text={t("unknown-text")} />;
  }
  const { state, username, email, maySetPassword } = registration;
  const path = withToken(PATH, token);
  if (state === "ready") {
    return (
      <ClaimFrame path={path} title={t("title", { username })}>
        <div className="mt-7 max-w-[620px]">
          <ConfirmBox action={PATH} token={token} label={t("confirm")} careful={t("careful")}>
            <p>{t("text", { email })}</p>
            {textParam(params, "problem") === null ? null : (
              <p role="status" className="mt-3 text-danger">
                {claim("problem.other")}
              </p>
            )}
          </ConfirmBox>
        </div>
      </ClaimFrame>
    );
  }
  if (state === "expired") {
    return (
      <ClaimFrame path={path} title={t("title", { username })}>
        <ClaimOutcome tone="warn" title={t("expired")} text={t("expired-text")}>
          <SiteLink className="btn btn-primary" href="/sign-in">
            {t("again")}
          </SiteLink>
        </ClaimOutcome>
      </ClaimFrame>
    );
  }
  return (
    <ClaimFrame path={path} title={t("done-title", { username })}>
      <ClaimOutcome tone="ok" title={t("done")} text={t("done-text", { email })}>
        <ClaimNext slug={null} token={token} maySetPassword={maySetPassword} />
      </ClaimOutcome>
    </ClaimFrame>
  );
}
