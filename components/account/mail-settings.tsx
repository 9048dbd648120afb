import { useLocale, useTranslations } from "next-intl";
import { SelectField } from "@/components/forms/field";
import { LOCALES, LOCALE_NAMES } from "@/lib/platform/i18n/routing";
import type { AccountView } from "@/lib/identity/accounts/accounts";

interface MailSettingsProps {
  account: Pick<AccountView, "mails" | "emailVerified">;
  save: (form: FormData) => Promise<void>;
}

/** Whether an account is mailed about its skills, and in which language. */
export function MailSettings({ account: { mails, emailVerified }, save }: MailSettingsProps) {
  const t = useTranslations("settings.mails");
  const locale = useLocale(); // saved without a look at it, the language stays the reader's
  return (
    <form action={save} className="grid max-w-[68ch] gap-4">
      <p className="text-14 text-ink-2">{t("text")}</p>
      {emailVerified ? null : <p className="text-14 text-ink-2">{t("no-address")}</p>}
      <label className="check">
        <input type="checkbox" name="notices" value="on" defaultChecked={mails.notices} />
        <span>{t("notices")}</span>
      </label>
      <label className="check">
        <input type="checkbox" name="earning" value="on" defaultChecked={mails.earning} />
        <span>{t("earning")}</span>
      </label>
      <SelectField
        id="mail-advisories"
        name="advisories"
        label={t("advisories")}
        options={(["none", "own", "all"] as const).map((value) => ({ value, text: t(`of.${value}`) }))}
        defaultValue={mails.advisories}
      />
      <SelectField
        id="mail-following"
        name="following"
        label={t("following")}
        options={(["none", "daily"] as const).map((value) => ({ value, text: t(`how.${value}`) }))}
        defaultValue={mails.following}
      />
      <SelectField
        id="mail-locale"
        name="locale"
        label={t("locale")}
        options={LOCALES.map((value) => ({ value, text: LOCALE_NAMES[value].name }))}
        defaultValue={mails.locale ?? locale}
      />
      <div>
        <button type="submit" className="btn">
          {t("save")}
        </button>
      </div>
    </form>
  );
}
