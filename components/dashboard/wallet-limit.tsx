import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ExactText } from "@/components/review/exact-text";
import { StatementFacts } from "@/components/review/signed-form";
import type { StatementRow } from "@/components/review/describe-statement";
import { Note } from "@/components/ui/note";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Fact } from "@/components/ui/fact";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { WalletSpending } from "@/lib/payments/limits/get-spending";
import { formatLamports, formatSol } from "@/lib/platform/i18n/format";

interface WalletLimitProps {
  spending: WalletSpending;
  /** The limit in words; none without one. */
  rows: readonly StatementRow[];
  /** Its end is over: nothing is paid until another one is signed. */
  isEnded: boolean;
  /** Where the limit is set or changed, and where it is removed. */
  changeHref: string;
  removeHref: string;
  /** The form, where it is asked for. */
  children: ReactNode;
}

/** What may be paid from a wallet, what counts against it, the text that the wallet has signed, and its forms. */
export function WalletLimit({
  spending: { address, limit, day, scopes },
  rows,
  isEnded,
  changeHref,
  removeHref,
  children,
}: WalletLimitProps) {
  const t = useTranslations("spending.limit");
  const terms = limit?.terms ?? null;
  return (
    <section className="mt-6 max-w-[640px]" aria-labelledby={`limit-of-${address}`}>
      <h3 id={`limit-of-${address}`} className="font-mono text-13 wrap-anywhere">
        {address}
      </h3>
      {terms === null ? (
        <p className="mt-2 text-14 text-ink-2">{t(limit === null ? "none" : "removed")}</p>
      ) : (
        <>
          {isEnded ? (
            <div className="mt-3">
              <Note tone="warn" title={t("ended")}>
                {t("endedDetail")}
              </Note>
            </div>
          ) : null}
          <div className="mt-3">
            <StatementFacts rows={rows} none={t("nothing")} />
          </div>
        </>
      )}
      <dl className="facts mt-4 text-13">
        <Fact name={t("spent")}>
          <Lamports amount={day.spentLamports} />
        </Fact>
        <Fact name={t("held")}>
          <Lamports amount={day.heldLamports} />
        </Fact>
        {day.leftLamports === null ? null : (
          <Fact name={t("left")}>
            <Lamports amount={day.leftLamports} />
          </Fact>
        )}
      </dl>
      {day.freesAt === null ? null : (
        <p className="mt-2 text-13 text-ink-2">
          {t.rich("frees", { when: slot(<When iso={day.freesAt.toISOString()} as="minute" />) })}
        </p>
      )}
      {scopes.length === 0 ? null : (
        <DataTable
          className="mt-4 w-full"
          caption={t("scopes")}
          columns={[t("scope"), atEnd(t("scopeSpent")), atEnd(t("scopeHeld")), atEnd(t("most"))]}
        >
          {scopes.map(({ kind, id, name, spentLamports, heldLamports, limitLamports }) => (
            <tr key={`${kind} ${id}`}>
              <th scope="row" className="font-normal wrap-anywhere">
                {t(`kinds.${kind}`)} {name}
              </th>
              <td className="end num">{formatLamports(spentLamports.toString())}</td>
              <td className="end num">{formatLamports(heldLamports.toString())}</td>
              <td className="end num">{formatLamports((limitLamports ?? 0n).toString())}</td>
            </tr>
          ))}
        </DataTable>
      )}
      <div className="mt-4 grid gap-3 text-14">
        {limit === null ? null : (
          <details>
            <summary className="link w-fit">{t("text")}</summary>
            <div className="mt-2 grid gap-2">
              <ExactText>{limit.payload}</ExactText>
              <p>
                <a
                  className="link text-13"
                  href={`data:application/json;base64,${Buffer.from(JSON.stringify(limit.envelope)).toString("base64")}`}
                  download={`limit-${limit.sequence}.json`}
                >
                  {t("download")}
                </a>
              </p>
            </div>
          </details>
        )}
        {children === null ? (
          <p className="flex flex-wrap gap-2">
            <SiteLink className="btn btn-sm" href={changeHref}>
              {t(terms === null ? "set" : "change")}
            </SiteLink>
            {terms === null ? null : (
              <SiteLink className="btn btn-sm" href={removeHref}>
                {t("remove")}
              </SiteLink>
            )}
          </p>
        ) : null}
      </div>
      {children}
    </section>
  );
}

function Lamports({ amount }: { amount: bigint }) {
  return (
    <>
      <span className="mono">{formatLamports(amount.toString())}</span> lamports{" "}
      <small className="text-12 text-ink-3">
        <span className="mono">{formatSol(amount.toString())}</span> SOL
      </small>
    </>
  );
}
