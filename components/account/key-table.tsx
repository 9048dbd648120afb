import { useTranslations } from "next-intl";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { When } from "@/components/ui/values";
import type { ApiKeyView } from "@/lib/identity/keys/own-keys";
import { MAX_KEY_NAME_UNITS } from "@/lib/identity/schema";

interface KeyTableProps {
  keys: readonly ApiKeyView[];
  /** Id of the key that was not revoked, as another name was typed. */
  refused: string | undefined;
  revoke: (form: FormData) => Promise<void>;
}

/** API keys with when they were used last; revoking asks for the key's name, since it cannot be taken back. */
export function KeyTable({ keys, refused, revoke }: KeyTableProps) {
  const t = useTranslations("keys");
  const maker = ({ madeBy }: ApiKeyView) => keys.find(({ id }) => id === madeBy);
  return (
    <DataTable
      stacked
      className="w-full"
      caption={t("keys")}
      columns={[t("form.name"), t("begins"), t("made"), t("used"), atEnd(t("state"))]}
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">
            {key.name}
            {key.mayOnlyStage ? (
              <span className="block text-13 font-normal text-ink-2">{t("form.stage")}</span>
            ) : null}
            {maker(key) === undefined ? null : (
              <span className="block text-13 font-normal text-ink-2">
                {t("made-by", { name: maker(key)?.name ?? "" })}
              </span>
            )}
          </th>
          <td className="mono">{key.prefix}…</td>
          <td className="wide-only">
            <When iso={key.createdAt} as="day" />
          </td>
          <td>{key.lastUsedAt ? <When iso={key.lastUsedAt} as="relative" /> : t("never")}</td>
          <td className="end">
            {key.revokedAt ? (
              <span className="pill">{t("revoked")}</span>
            ) : (
              <Revoke
                apiKey={key}
                fall={countFalling(keys, key.id)}
                refused={refused === key.id}
                revoke={revoke}
              />
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** How many working keys were made with this one, with those, and so on. */
function countFalling(keys: readonly ApiKeyView[], id: string): number {
  const made = keys.filter(({ madeBy, revokedAt }) => madeBy === id && revokedAt === null);
  return made.reduce((sum, key) => sum + 1 + countFalling(keys, key.id), 0);
}

interface RevokeProps extends Pick<KeyTableProps, "revoke"> {
  apiKey: ApiKeyView;
  /** How many keys end with it. */
  fall: number;
  refused: boolean;
}

function Revoke({ apiKey: { id, name }, fall, refused, revoke }: RevokeProps) {
  const t = useTranslations("keys");
  return (
    <details open={refused}>
      <summary className="btn btn-sm">{t("revoke")}</summary>
      <form action={revoke} className="grid justify-items-end gap-2 pt-2">
        <input type="hidden" name="id" value={id} />
        {fall === 0 ? null : <p className="text-13 text-ink-2">{t("ends-too", { count: fall })}</p>}
        <label className="text-13 text-ink-2" htmlFor={`revoke-${id}`}>
          {t("type-name", { name })}
        </label>
        <input
          className="input max-w-[240px]"
          id={`revoke-${id}`}
          name="name"
          maxLength={MAX_KEY_NAME_UNITS}
          required
          autoComplete="off"
          spellCheck={false}
          aria-describedby={refused ? `revoke-${id}-problem` : undefined}
          aria-invalid={refused ? true : undefined}
        />
        {refused ? (
          <p className="hint hint-bad" id={`revoke-${id}-problem`}>
            {t("not-revoked")}
          </p>
        ) : null}
        <button type="submit" className="btn btn-sm btn-danger">
          {t("revoke")}
        </button>
      </form>
    </details>
  );
}
