import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { WhyNotCalled } from "@/components/run/not-called";
import { MoneyHere } from "@/components/wallet/money-here";
import { formatSol, formatLamports } from "@/lib/platform/i18n/format";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

/**
 * Why nobody could pay this price: there is no wallet, it holds too little for so small a payment, or no call is made,
 * for reasons of the skill or as it has not run yet.
 */
export type PayeeTrouble =
  | { kind: "none" }
  | { kind: "notCalled"; obstacles: readonly CallObstacle[] }
  | { kind: "empty"; address: string; missingLamports: bigint };

interface PayeeNoteProps {
  trouble: PayeeTrouble | null;
  /** The page this stands on, to come back to with test money. */
  path: string;
  /** Test money can be had on this market. */
  localLedger: boolean;
  /** What links a wallet on this page. */
  link: ReactNode;
}

/** What stands between a price and its first payment, and where to mend it. */
export function PayeeNote({ trouble, path, localLedger, link }: PayeeNoteProps) {
  const money = useTranslations("run.form");
  const t = useTranslations("publish.payee");
  if (trouble === null) return null;
  if (trouble.kind === "none")
    return (
      <div className="grid gap-4">
        <Note tone="warn" title={t("none")}>
          {t("noneText")}
        </Note>
        {link}
      </div>
    );
  if (trouble.kind === "notCalled")
    return (
      <Note tone="warn" title={t("notCalled")}>
        <WhyNotCalled obstacles={trouble.obstacles} />
      </Note>
    );
  const { address, missingLamports } = trouble;
  const missing = missingLamports.toString();
  const values = { lamports: formatLamports(missing), sol: formatSol(missing), address };
  return (
    <Note
      tone="warn"
      title={t("empty")}
      action={
        localLedger ? (
          <>
            <MoneyHere
              address={address}
              labels={{ takeTestMoney: money("takeTestMoney"), takingTestMoney: money("takingTestMoney") }}
            />
            <noscript>
              <SiteLink
                className="btn btn-sm"
                href={`/ledger?address=${address}&return=${encodeURIComponent(path)}`}
              >
                {t("faucet")}
              </SiteLink>
            </noscript>
          </>
        ) : null
      }
    >
      <span className="wrap-anywhere">{t("emptyText", values)}</span>
    </Note>
  );
}
