import { useTranslations } from "next-intl";
import { type SettingsOutcome, useRefused } from "@/components/account/settings-part";
import { InputField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import type { AccountView } from "@/lib/identity/accounts/accounts";

interface EmailSettingsProps {
  account: AccountView;
  outcome: SettingsOutcome;
  change: (form: FormData) => Promise<void>;
}

/** The address of an account, and where a first or another one is given. */
export function EmailSettings({ account, outcome, change }: EmailSettingsProps) {
  const t = useTranslations("settings.email");
  const refused = useRefused("email", outcome);
  const written = writtenIn("email");
  const { email, emailVerified } = account;
  const returned = [outcome.problem, outcome.limited, outcome.confirmed].includes("email");
  const form = (
    <form action={change} className="grid gap-4 pt-4">
      <InputField
        id="own-email"
        name="email"
        type="email"
        label={t(emailVerified ? "next" : "first")}
        hint={t("hint")}
        autoComplete="email"
        maxLength={254}
        defaultValue={written?.["email"]}
        required
        problem={refused("own-email")}
        tall
      />
      <div>
        <button type="submit" className="btn">
          {t("submit")}
        </button>
      </div>
    </form>
  );
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{t("address")}</dt>
          <dd className="wrap-anywhere">
            {email === null ? t("none") : emailVerified ? email : t("unproven", { email })}
          </dd>
        </div>
      </dl>
      {emailVerified ? (
        <details className="pt-4" open={returned}>
          <summary className="btn">{t("change")}</summary>
          {form}
        </details>
      ) : (
        <>
          <p className="max-w-[68ch] pt-3 text-14 text-ink-2">{t("why")}</p>
          {form}
        </>
      )}
    </>
  );
}
