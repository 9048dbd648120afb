import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
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
      <div className="field">
        <label className="field-label" htmlFor="register-username">
          {t("username")}
        </label>
        <input
          className="input min-h-[44px]"
          id="register-username"
          name="username"
          defaultValue={written?.["username"]}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          minLength={3}
          maxLength={32}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title={t("username-hint")}
          required
          aria-describedby="register-username-hint"
          aria-invalid={words === "username" ? true : undefined}
        />
        <p className={words === "username" ? "hint hint-bad" : "hint"} id="register-username-hint">
          {t(words === "username" ? "problem.username" : "username-hint")}
        </p>
      </div>
      <div className="field">
        <label className="field-label" htmlFor="register-email">
          {t("email")}
        </label>
        <input
          className="input min-h-[44px]"
          id="register-email"
          name="email"
          defaultValue={written?.["email"]}
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          aria-describedby="register-email-hint"
          aria-invalid={words === "email" ? true : undefined}
        />
        <p className={words === "email" ? "hint hint-bad" : "hint"} id="register-email-hint">
          {t(words === "email" ? "problem.email" : "email-hint")}
        </p>
      </div>
      <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
        {t("submit")}
      </button>
    </form>
  );
}
