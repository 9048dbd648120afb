import type { StatementRow } from "@/components/review/describe-statement";
import { readSpendingStatement, termsOf, type SpendingTerms } from "@/lib/payments/limits/spending-statement";
import { formatLamports, formatSecond, formatSol } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { getTranslations } from "@/lib/platform/i18n/translations";

/** The limits of a statement in the reader's words, as they are signed and as they are in force. */
export function describeTerms(terms: SpendingTerms, locale: Locale): StatementRow[] {
  const t = getTranslations({ locale, namespace: "spending.limit" });
  const amount = (lamports: string) => `${formatLamports(lamports)} lamports (${formatSol(lamports)} SOL)`;
  const row = (name: string, ...values: string[]): StatementRow => ({ name: t(name), values, mono: false });
  return [
    row("perCall", amount(terms.perCallLamports)),
    row("perDay", amount(terms.perDayLamports)),
    row("until", ...(terms.until === null ? [] : [formatSecond(terms.until, locale)])),
    row("leastAuditState", t(`least.${terms.leastAuditState}`)),
    row("askAbove", ...(terms.askAboveLamports === null ? [] : [amount(terms.askAboveLamports)])),
    row(
      "scopes",
      ...terms.scopes.map(({ kind, id, name, perDayLamports }) => {
        const what = id === "*" ? t(`each.${kind}`) : `${t(`kinds.${kind}`)} ${name} (${id})`;
        return `${what}: ${amount(perDayLamports)}`;
      }),
    ),
  ];
}

/** Every field of a statement that a wallet is about to sign. */
export function describeLimit(payload: string, locale: Locale): StatementRow[] {
  const said = readSpendingStatement(payload);
  if (said === null) return [];
  const t = getTranslations({ locale, namespace: "spending.limit" });
  const terms = termsOf(said);
  const exact = (name: string, ...values: string[]): StatementRow => ({ name: t(name), values, mono: true });
  return [
    ...(terms === null
      ? [{ name: t("what"), values: [t("removes")], mono: false }]
      : describeTerms(terms, locale)),
    exact("wallet", said.payer),
    exact("market", said.market),
    exact("sequence", String(said.sequence)),
    exact("replaces", ...(said.replaces === null ? [] : [said.replaces])),
    { name: t("issuedAt"), values: [formatSecond(said.issuedAt, locale)], mono: false },
  ];
}
