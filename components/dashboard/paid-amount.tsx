import { useTranslations } from "next-intl";
import { formatLamports } from "@/lib/i18n/format-lamports";

/** Lamports, or the units of a token that was paid instead, with the address of the token behind them. */
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
  if (tokenMint === null || tokenUnits === null) return formatLamports(lamports.toString());
  return <span title={tokenMint}>{t("tokens", { units: formatLamports(tokenUnits.toString()) })}</span>;
}
