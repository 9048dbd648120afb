import { useTranslations } from "next-intl";
import { EndKeysChoice, NewPasswordField } from "@/components/account/password-fields";
import { type SettingsOutcome, useRefused } from "@/components/account/settings-part";
import { InputField } from "@/components/forms/field";
import type { AccountView } from "@/lib/identity/accounts/accounts";
import { MAX_PASSWORD_CHARACTERS } from "@/lib/identity/schema";

interface PasswordSettingsProps {
  account: AccountView;
  withPassword: boolean;
  outcome: SettingsOutcome;
  change: (form: FormData) => Promise<void>;
  /** Has a link to a new password sent to the proven address. */
  send: () => Promise<void>;
}

/** Another password for who knows the present one; for who has none, or has forgotten it, a link by mail. */
export function PasswordSettings({ account, withPassword, outcome, change, send }: PasswordSettingsProps) {
  const t = useTranslations("settings.password");
  const refused = useRefused("password", outcome);
  const { email, emailVerified } = account;
  const link = (
    <form action={send} className="pt-4">
      <button type="submit" className={withPassword ? "btn btn-quiet" : "btn"}>
        {t(withPassword ? "forgotten" : "send")}
      </button>
    </form>
  );
  if (!withPassword)
    return (
      <>
        <p className="max-w-[68ch] text-14 wrap-anywhere text-ink-2">
          {email !== null && emailVerified ? t("none-yet", { email }) : t("none")}
        </p>
        {emailVerified ? link : null}
      </>
    );
  return (
    <>
      <form action={change} className="grid gap-4">
        <InputField
          id="current-password"
          name="current"
          type="password"
          label={t("current")}
          autoComplete="current-password"
          maxLength={MAX_PASSWORD_CHARACTERS}
          required
          problem={refused("current-password")}
          tall
        />
        <NewPasswordField
          id="next-password"
          name="next"
          label={t("next")}
          hint={t("hint")}
          problem={refused("next-password")}
        />
        <EndKeysChoice label={t("keys")} hint={t("keys-hint")} isChosen={false} />
        <div>
          <button type="submit" className="btn">
            {t("save")}
          </button>
        </div>
      </form>
      {emailVerified ? link : null}
    </>
  );
}
