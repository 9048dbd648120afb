import { useTranslations } from "next-intl";
import { NewPasswordField } from "@/components/account/new-password-field";
import { InputField } from "@/components/forms/input-field";
import { SiteLink } from "@/components/ui/site-link";
import type { AccountView } from "@/lib/identity/get-account";
import { MAX_PASSWORD_CHARACTERS } from "@/lib/identity/schema";

interface PasswordSettingsProps {
  account: AccountView;
  withPassword: boolean;
  refused: boolean;
  change: (form: FormData) => Promise<void>;
}

/** The address of an account, and another password for who has one. */
export function PasswordSettings({ account, withPassword, refused, change }: PasswordSettingsProps) {
  const t = useTranslations("settings.password");
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{t("email")}</dt>
          <dd>{account.email === null ? t("no-email") : account.email}</dd>
        </div>
      </dl>
      {withPassword ? (
        <form action={change} className="grid gap-4 pt-4">
          <InputField
            id="current-password"
            name="current"
            type="password"
            label={t("current")}
            autoComplete="current-password"
            maxLength={MAX_PASSWORD_CHARACTERS}
            required
            invalid={refused}
          />
          <NewPasswordField
            id="next-password"
            name="next"
            label={t("next")}
            hint={t("hint")}
            invalid={refused}
          />
          <div>
            <button type="submit" className="btn">
              {t("save")}
            </button>
          </div>
        </form>
      ) : (
        <p className="pt-3 text-14 text-ink-2">
          {t("none")}{" "}
          <SiteLink className="link" href="/docs/api/claimDraft">
            {t("how")}
          </SiteLink>
        </p>
      )}
    </>
  );
}
