import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { InputField } from "@/components/forms/input-field";
import { ToField } from "@/components/forms/to-field";
import { writtenIn } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";

const KNOWN_PROBLEMS = ["username", "email", "RATE_LIMITED"] as const;

interface RegisterFormProps {
  sent: boolean;
  /** Why the last try was refused: the member that was wrong, or a code. */
  problem: string | null;
  /** Where the mail is read on a market without a mail server. */
  outbox: ReactNode;
}

/** A user name and an address; a plain form, so that it works before any script. */
export function RegisterForm({ sent, problem, outbox }: RegisterFormProps) {
  const t = useTranslations("register");
  const written = writtenIn("register");
  const words = KNOWN_PROBLEMS.find((known) => known === problem) ?? "other";
  return (
    <form method="post" action="/v1/owners/register" className="bg-paper p-6 md:p-8">
      <input type="hidden" name="locale" value={useLocale()} />
      <div role="status" className="not-empty:mb-4">
        {problem === null ? null : (
          <Note
            tone="bad"
            title={
              words === "username" || words === "email" ? (
                <ToField id={`register-${words}`}>{t(`problem.${words}`)}</ToField>
              ) : (
                t(`problem.${words}`)
              )
            }
          />
        )}
        {sent ? (
          <Note tone="ok" title={t("sent")}>
            {t("sent-text")} {outbox}
          </Note>
        ) : null}
      </div>
      <InputField
        id="register-username"
        name="username"
        label={t("username")}
        hint={t("username-hint")}
        problem={words === "username" ? t("problem.username") : undefined}
        defaultValue={written?.["username"]}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        minLength={3}
        maxLength={32}
        pattern="[a-z0-9]+(-[a-z0-9]+)*"
        title={t("username-hint")}
        required
        tall
      />
      <InputField
        id="register-email"
        name="email"
        label={t("email")}
        hint={t("email-hint")}
        problem={words === "email" ? t("problem.email") : undefined}
        defaultValue={written?.["email"]}
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        tall
      />
      <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
        {t("submit")}
      </button>
    </form>
  );
}
