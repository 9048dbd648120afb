import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { WhyNotCalled } from "@/components/run/not-called";
import { MoneyHere } from "@/components/wallet/money-here";
import { formatSol, formatLamports } from "@/lib/platform/i18n/format";
import type { EarningBlocker } from "@/lib/running/earning/decide-blockers";

interface PayeeNoteProps {
  blocker: EarningBlocker;
  /** The page this stands on, to come back to with test money. */
  path: string;
  /** Test money can be had on this market. */
  localLedger: boolean;
  /** What links a wallet on this page. */
  link: ReactNode;
}

/** What stands between a price and its first payment, and where to mend it. */
export function PayeeNote({ blocker, path, localLedger, link }: PayeeNoteProps) {
  const money = useTranslations("run.form");
  const t = useTranslations("publish.payee");
  if (blocker.kind === "no_wallet")
    return (
      <div className="grid gap-4">
        <Note tone="warn" title={t("none")}>
          {t("noneText")}
        </Note>
        {link}
      </div>
    );
  if (blocker.kind === "cannot_run" || blocker.kind === "not_run")
    return (
      <Note tone="warn" title={t("notCalled")}>
        <WhyNotCalled obstacles={blocker.obstacles} />
      </Note>
    );
  if (blocker.kind === "wallet_not_proven")
    return (
      <Note
        tone="bad"
        title={t("unproven")}
        action={
          <SiteLink className="btn btn-sm" href="/settings#wallets">
            {t("toWallets")}
          </SiteLink>
        }
      >
        <span className="wrap-anywhere">{t("unprovenText", { address: blocker.address })}</span>
      </Note>
    );
  const { address, missingLamports } = blocker;
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
