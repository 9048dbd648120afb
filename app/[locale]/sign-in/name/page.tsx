import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { takeNameAction } from "@/app/[locale]/sign-in/name/actions";
import { ProblemNote, useFieldProblem } from "@/components/forms/problem-note";
import { UsernameField } from "@/components/forms/username-field";
import { writtenIn } from "@/components/forms/written-in";
import { PageShell } from "@/components/site/page-shell";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { currentActor } from "@/lib/web/auth/current-actor";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { useTranslations } from "next-intl";
import type { PageProps } from "@/app/[locale]/page-props";

export async function generateMetadata() {
  const t = await getTranslations("signIn.name");
  return { title: t("title"), robots: { index: false } };
}

/** Asks whoever has just joined what they want to be called; they may also go on without. */
export default async function NamePage({
  params,
  searchParams,
}: PageProps<{ return?: string; problem?: string; field?: string }>) {
  const { locale } = await params;
  const { return: wanted, problem, field } = await searchParams;
  const returnTo = safeReturn(wanted, localizedPath(locale, "/dashboard"));
  const actor = await currentActor();
  if (!actor) redirect(`${localizedPath(locale, "/sign-in")}?${new URLSearchParams({ return: returnTo })}`);
  const { username } = await getAccount(actor.accountId);
  if (problem !== undefined) await recallWritten();
  const t = await getTranslations("signIn.name");
  return (
    <PageShell path="/sign-in/name">
      <div className="wrap py-10">
        <div className="mx-auto grid max-w-[620px] gap-6">
          <div>
            <h1 className="font-serif text-34">{t("title")}</h1>
            <p className="mt-2 text-16 wrap-anywhere text-ink-2">{t("lead", { username })}</p>
          </div>
          <ProblemNote
            code={problem}
            field={field}
            fields={[{ name: "username", id: "username", label: t("label") }]}
          />
          <NameForm returnTo={returnTo} wrong={field} />
        </div>
      </div>
    </PageShell>
  );
}

/** The name and nothing else. */
function NameForm({ returnTo, wrong }: { returnTo: string; wrong: string | undefined }) {
  const t = useTranslations("signIn.name");
  const problem = useFieldProblem(wrong);
  return (
    <form action={takeNameAction} className="grid gap-4 border border-edge bg-paper p-6 md:p-8">
      <input type="hidden" name="return" value={returnTo} />
      <UsernameField
        id="username"
        name="username"
        asks="free"
        label={t("label")}
        hint={t("hint")}
        problem={problem("username", t("label"))}
        defaultValue={writtenIn("sign-in-name")?.["username"]}
        required
      />
      <div className="acts">
        <button type="submit" className="btn btn-primary">
          {t("save")}
        </button>
        {/* A whole page: what it shows may be plain. */}
        <a className="btn btn-quiet" href={returnTo}>
          {t("later")}
        </a>
      </div>
    </form>
  );
}
