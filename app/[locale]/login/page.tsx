import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { signInAction } from "@/app/[locale]/login/actions";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { PageShell } from "@/components/site/page-shell";
import { Note } from "@/components/ui/note";
import { SentenceSpace } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { currentActor } from "@/lib/web/auth/current-actor";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { useTranslations } from "next-intl";
import { InputField, ToField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("title"), robots: { index: false } };
}

interface LoginProps {
  searchParams: Promise<{ return?: string; problem?: string; ready?: string }>;
}

export default async function LoginPage({ searchParams }: LoginProps) {
  const t = await getTranslations("login");
  const { return: wanted, problem, ready } = await searchParams;
  const returnTo = safeReturn(wanted, localizedPath(await getLocale(), "/dashboard"));
  if (await currentActor()) redirect(returnTo);
  await recallWritten();
  return (
    <PageShell path="/login">
      <div className="wrap py-10">
        <div className="mx-auto max-w-[820px]">
          <h1 className="font-serif text-34">{t("title")}</h1>
          <p className="mt-2 mb-6 text-16 text-ink-2">{t("lead")}</p>
          {ready ? (
            <Note tone="ok" title={t("ready")}>
              {t("ready-text")}
            </Note>
          ) : null}
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] border border-edge bg-surface md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <LoginForm
              action={signInAction}
              returnTo={returnTo}
              problem={problem === "limited" || problem === "refused" ? problem : null}
            />
            <div className="border-t border-line p-6 md:border-s md:border-t-0 md:p-8">
              <h2 className="text-15 font-semibold">{t("first-title")}</h2>
              <p className="mt-1 text-14 text-ink-2">
                {t("first-text")}
                <SentenceSpace />
                <SiteLink className="link" href={`/sign-in?return=${encodeURIComponent(returnTo)}`}>
                  {t("first-link")}
                </SiteLink>
              </p>
            </div>
          </div>
        </div>
      </div>
    </PageShell>
  );
}

interface LoginFormProps {
  action: (form: FormData) => Promise<void>;
  returnTo: string;
  problem: "refused" | "limited" | null;
}

/** E-mail and password; a plain form, so that it works before any script and pasting works everywhere. */
function LoginForm({ action, returnTo, problem }: LoginFormProps) {
  const t = useTranslations("login");
  const written = writtenIn("login");
  return (
    <form action={action} className="bg-paper p-6 md:p-8">
      <input type="hidden" name="return" value={returnTo} />
      <div role="status" className="not-empty:mb-4">
        {problem ? (
          <Note tone="bad" title={t(problem)}>
            {problem === "refused" ? (
              <ToField id="login-email">{t("refused-text")}</ToField>
            ) : (
              t("limited-text")
            )}
          </Note>
        ) : null}
      </div>
      <InputField
        id="login-email"
        name="email"
        type="email"
        label={t("email")}
        autoComplete="username"
        maxLength={254}
        defaultValue={written?.["email"]}
        required
        tall
      />
      <InputField
        id="login-password"
        name="password"
        type="password"
        label={t("password")}
        autoComplete="current-password"
        maxLength={512}
        required
        tall
      />
      <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
        {t("submit")}
      </button>
      <p className="mt-4 text-14">
        <SiteLink className="link" href={`/login/forgot?return=${encodeURIComponent(returnTo)}`}>
          {t("forgotten")}
        </SiteLink>
      </p>
    </form>
  );
}
