import { useLocale, useTranslations } from "next-intl";
import { NewPasswordField } from "@/components/account/new-password-field";
import { InputField } from "@/components/forms/input-field";
import { ToField } from "@/components/forms/to-field";
import { writtenIn } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";

interface PasswordFormProps {
  token: string;
  username: string;
  /** The member that was refused. */
  problem: string | null;
}

/** The first password of an account that a claim opened, and its user name, once. */
export function PasswordForm({ token, username, problem }: PasswordFormProps) {
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
