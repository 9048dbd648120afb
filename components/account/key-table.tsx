import { useTranslations } from "next-intl";
import { When } from "@/components/ui/when";
import type { ApiKeyView } from "@/lib/identity/list-api-keys";

interface KeyTableProps {
  keys: readonly ApiKeyView[];
  revoke: (form: FormData) => Promise<void>;
}

/** API keys with when they were used last; revoking asks for the key's name, since it cannot be taken back. */
export function KeyTable({ keys, revoke }: KeyTableProps) {
  const t = useTranslations("keys");
  return (
    <table className="ledger ledger-rows w-full">
      <caption className="vh">{t("keys")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("name")}</th>
          <th scope="col">{t("begins")}</th>
          <th scope="col">{t("made")}</th>
          <th scope="col">{t("used")}</th>
          <th scope="col" className="end">
            {t("state")}
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name}</th>
            <td className="mono">{key.prefix}…</td>
            <td className="wide-only">
              <When iso={key.createdAt} as="day" />
            </td>
            <td>{key.lastUsedAt ? <When iso={key.lastUsedAt} as="relative" /> : t("never")}</td>
            <td className="end">
              {key.revokedAt ? (
                <span className="pill">{t("revoked")}</span>
              ) : (
                <Revoke apiKey={key} revoke={revoke} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Revoke({ apiKey: { id, name }, revoke }: { apiKey: ApiKeyView; revoke: KeyTableProps["revoke"] }) {
  const t = useTranslations("keys");
  return (
    <details>
      <summary className="btn btn-sm">{t("revoke")}</summary>
      <form action={revoke} className="grid justify-items-end gap-2 pt-2">
        <input type="hidden" name="id" value={id} />
        <label className="text-13 text-ink-2" htmlFor={`revoke-${id}`}>
          {t("type-name", { name })}
        </label>
        <input
          className="input max-w-[240px]"
          id={`revoke-${id}`}
          name="name"
          maxLength={60}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className="btn btn-sm btn-danger">
          {t("revoke")}
        </button>
      </form>
    </details>
  );
}
