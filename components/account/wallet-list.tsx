import { useTranslations } from "next-intl";
import { ItemList } from "@/components/ui/lists";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { AccountView } from "@/lib/identity/accounts/accounts";
import type { ApiKeyView } from "@/lib/identity/keys/own-keys";

interface WalletListProps {
  /** Each with the API keys that end with it. */
  wallets: readonly (AccountView["wallets"][number] & { keys: readonly ApiKeyView[] })[];
  /** The account is open without the last of them, which may go then. */
  isOpenWithout: boolean;
  unlink: (form: FormData) => Promise<void>;
}

/** Linked wallets with whole addresses: a shortened one can be faked. */
export function WalletList({ wallets, isOpenWithout, unlink }: WalletListProps) {
  const t = useTranslations("settings.wallets");
  if (wallets.length === 0) return <p className="text-14 text-ink-2">{t("none")}</p>;
  const onlyWay = wallets.length === 1 && !isOpenWithout;
  return (
    <ItemList>
      {wallets.map(({ address, linkedAt, keys }) => (
        <li key={address}>
          <div>
            <p className="mono wrap-anywhere text-ink">{address}</p>
            <p>{t.rich("since", { day: slot(<When iso={linkedAt} as="day" />) })}</p>
            {onlyWay ? <p>{t("only-way")}</p> : null}
          </div>
          {onlyWay ? null : (
            <details className="text-end">
              <summary className="btn btn-sm">{t("unlink")}</summary>
              <form action={unlink} className="grid max-w-[36ch] justify-items-end gap-2 pt-2 text-13">
                <p>{t("unlink-text")}</p>
                <KeysOfWallet keys={keys} />
                <input type="hidden" name="address" value={address} />
                <button type="submit" className="btn btn-sm btn-danger">
                  {t("unlink-now")}
                </button>
              </form>
            </details>
          )}
        </li>
      ))}
    </ItemList>
  );
}

/** Which keys end with a wallet, unless they are to stay. */
function KeysOfWallet({ keys }: { keys: readonly ApiKeyView[] }) {
  const t = useTranslations("settings.wallets");
  if (keys.length === 0) return null;
  return (
    <>
      <p>{t("keys-end", { count: keys.length })}</p>
      <ul>
        {keys.map(({ id, name, prefix }) => (
          <li key={id} className="wrap-anywhere">
            {name} <span className="mono">{prefix}…</span>
          </li>
        ))}
      </ul>
      <label className="check">
        <input type="checkbox" name="keys" value="keep" />
        <span>{t("keys-keep")}</span>
      </label>
    </>
  );
}
