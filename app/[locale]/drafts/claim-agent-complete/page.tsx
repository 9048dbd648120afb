import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { knownOrNull, textParam, withToken, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { ClaimFrame, UnknownLink } from "@/components/claim/claim-parts";
import { getCompletion } from "@/lib/publishing/drafts/get-claim";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { useLocale, useTranslations } from "next-intl";
import { NewPasswordField } from "@/components/account/password-fields";
import { InputField, ToField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";

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

interface PasswordFormProps {
  token: string;
  username: string;
  /** The member that was refused. */
  problem: string | null;
}

/** The first password of an account that a claim opened, and its user name, once. */
function PasswordForm({ token, username, problem }: PasswordFormProps) {
  const t = useTranslations("claim.complete");
  const wrong = problem === "password" || problem === "username" ? problem : null;
  const written = writtenIn("complete");
  const said = (field: string) => (wrong === field ? t(`problem-${wrong}`) : undefined);
  return (
    <form method="post" action="/drafts/claim-agent-complete" className="border border-edge bg-surface p-6">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="locale" value={useLocale()} />
      <div role="status" className="not-empty:mb-4">
        {wrong ? (
          <Note tone="bad" title={<ToField id={`complete-${wrong}`}>{t(`problem-${wrong}`)}</ToField>} />
        ) : null}
      </div>
      <InputField
        id="complete-username"
        name="username"
        label={t("username")}
        hint={t("username-hint")}
        defaultValue={written?.["username"] ?? username}
        autoComplete="username"
        maxLength={32}
        problem={said("username")}
        tall
      />
      <NewPasswordField
        id="complete-password"
        name="password"
        label={t("password")}
        hint={t("password-hint")}
        problem={said("password")}
      />
      <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
        {t("save")}
      </button>
    </form>
  );
}
