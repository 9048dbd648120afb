import { useLocale, useTranslations } from "next-intl";
import { formatDay } from "@/lib/i18n/format-date";
import type { AccountView } from "@/lib/identity/get-account";

/** What an account's owner sees of it: name, address and wallets. */
export function AccountFacts({ account }: { account: AccountView }) {
  const t = useTranslations("account");
  const locale = useLocale();
  return (
    <dl className="facts">
      <div>
        <dt>{t("username")}</dt>
        <dd className="mono">{account.username}</dd>
      </div>
      <div>
        <dt>{t("email")}</dt>
        <dd className="wrap-anywhere">{account.email ?? t("no-email")}</dd>
      </div>
      <div>
        <dt>{t("wallets")}</dt>
        <dd>
          {account.wallets.length === 0 ? t("no-wallet") : null}
          {account.wallets.map(({ address, linkedAt }) => (
            <span key={address} className="block">
              <span className="mono wrap-anywhere">{address}</span>{" "}
              <span className="text-ink-3">{t("since", { day: formatDay(linkedAt, locale) })}</span>
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
