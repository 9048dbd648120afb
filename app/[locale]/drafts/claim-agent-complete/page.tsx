import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { knownOrNull } from "@/app/[locale]/drafts/known-or-null";
import { textParam, withToken, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { recallWritten } from "@/app/[locale]/refused-form";
import { PasswordForm } from "@/components/account/password-form";
import { ClaimFrame } from "@/components/claim/claim-frame";
import { UnknownLink } from "@/components/claim/unknown-link";
import { getCompletion } from "@/lib/publishing/drafts/get-claim";
import { localizedPath } from "@/lib/platform/i18n/paths";

export const dynamic = "force-dynamic";

const PATH = "/drafts/claim-agent-complete";

interface CompleteProps {
  searchParams: LinkParams;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("claim");
  return { title: t("complete.title"), robots: { index: false }, referrer: "no-referrer" };
}

/** Works with the token of a confirmed link, and only while the account has no password (USK, agent identity). */
export default async function CompletePage({ searchParams }: CompleteProps) {
  const params = await searchParams;
  const token = textParam(params, "token");
  const completion = await knownOrNull(getCompletion(token));
  if (token === null || completion === null) return <UnknownLink path={PATH} />;
  if (completion.hasPassword) redirect(localizedPath(await getLocale(), "/login"));
  await recallWritten();
  const t = await getTranslations("claim.complete");
  const { username } = completion;
  return (
    <ClaimFrame path={withToken(PATH, token)} title={t("title")} lead={t("text", { username })}>
      <div className="mt-7 max-w-[620px]">
        <PasswordForm token={token} username={username} problem={textParam(params, "problem")} />
      </div>
    </ClaimFrame>
  );
}
