import { useTranslations } from "next-intl";
import { exactSol, formatLamports } from "@/lib/i18n/format-lamports";

/** Lamports over SOL, or the units of a token that was paid instead, with the address of the token behind them. */
export function PaidAmount({
  lamports,
  tokenMint,
  tokenUnits,
}: {
  lamports: bigint;
  tokenMint: string | null;
  tokenUnits: bigint | null;
}) {
  const t = useTranslations("dashboard.payments");
  if (tokenMint === null || tokenUnits === null)
    return (
      <>
        {formatLamports(lamports.toString())}
        <small className="block text-12 text-ink-3">{exactSol(lamports.toString())} SOL</small>
      </>
    );
  return <span title={tokenMint}>{t("tokens", { units: formatLamports(tokenUnits.toString()) })}</span>;
}
