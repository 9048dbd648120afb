import { useLocale, useTranslations } from "next-intl";
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from "@/lib/identity/schema";
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
  return (
    <form method="post" action="/drafts/claim-agent-complete" className="border border-edge bg-surface p-6">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="locale" value={useLocale()} />
      <div role="status" className="not-empty:mb-4">
        {wrong ? <Note tone="bad" title={t(`problem-${wrong}`)} /> : null}
      </div>
      <div className="field">
        <label className="field-label" htmlFor="complete-username">
          {t("username")}
        </label>
        <input
          className="input min-h-[44px]"
          id="complete-username"
          name="username"
          defaultValue={username}
          autoComplete="username"
          maxLength={32}
          aria-describedby="complete-username-hint"
          aria-invalid={wrong === "username" ? true : undefined}
        />
        <p className="hint" id="complete-username-hint">
          {t("username-hint")}
        </p>
      </div>
      <div className="field">
        <label className="field-label" htmlFor="complete-password">
          {t("password")}
        </label>
        <input
          className="input min-h-[44px]"
          id="complete-password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={MIN_PASSWORD_CHARACTERS}
          maxLength={MAX_PASSWORD_CHARACTERS}
          required
          aria-describedby="complete-password-hint"
          aria-invalid={wrong === "password" ? true : undefined}
        />
        <p className="hint" id="complete-password-hint">
          {t("password-hint")}
        </p>
      </div>
      <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
        {t("save")}
      </button>
    </form>
  );
}
