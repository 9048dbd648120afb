import { useTranslations } from "next-intl";
import { exactSol, formatLamports, formatSol } from "@/lib/platform/i18n/format";

/** SOL over lamports; "Free" for 0. The exact amount is in `title`. */
export function Price({ lamports }: { lamports: string }) {
  const t = useTranslations("common");
  if (BigInt(lamports) === 0n) {
    return (
      <span className="price">
        <b className="free">{t("price.free")}</b>
      </span>
    );
  }
  return (
    <span className="price" title={`${exactSol(lamports)} SOL`}>
      <b>{formatSol(lamports)}</b> <em>SOL</em>
      <small>
        <Lamports amount={lamports} />
      </small>
    </span>
  );
}

/** "42,000 lamports": digits in mono, the word in the text face. */
function Lamports({ amount }: { amount: string }) {
  const t = useTranslations("common");
  return t.rich("price.lamports", {
    amount: formatLamports(amount),
    count: amount === "1" ? 1 : 2,
    digits: (chunks) => <span className="mono">{chunks}</span>,
  });
}
