import { Fact } from "@/components/ui/fact";
import { useTranslations } from "next-intl";
import { SkillMark } from "@/components/marks/skill-mark";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { SentenceSpace, slot } from "@/components/ui/sentences";
import type { PaymentState } from "@/lib/payments/settlement/payment-status";
import { formatSol, formatLamports, shortAddress } from "@/lib/platform/i18n/format";
import type { ReceiptStatement } from "@/lib/payments/receipts/receipt-statement";
import type { SkillRow } from "@/lib/registry/views";

type Payment = ReceiptStatement["predicate"]["payment"];

interface ReceiptSlipProps {
  statement: ReceiptStatement;
  keyId: string;
  /** Where this receipt is: what is printed has no address bar. */
  address: string;
  localLedger: boolean;
  /** What was run, as it was called then. */
  run: { slug: string; version: string };
  /** The skill as it is listed now; null where it is not. */
  skill: Pick<SkillRow, "slug" | "category" | "iconPath"> | null;
  settledAt: Date;
  /** How sure the payment is. */
  state: PaymentState;
}

/** The receipt as a slip that prints on one sheet: what was run, who paid whom, and where it can be looked up. */
export function ReceiptSlip({
  statement,
  keyId,
  address,
  localLedger,
  run: { slug, version },
  skill,
  settledAt,
  state,
}: ReceiptSlipProps) {
  const t = useTranslations("receipt");
  const { receiptId, issuedAt, run: made, payment } = statement.predicate;
  const [subject] = statement.subject;
  return (
    <article className="slip" aria-labelledby="receipt-title">
      <div>
        <h1 id="receipt-title" className="font-serif text-26">
          {t("title")}
        </h1>
        <p className="mt-1 text-14 text-ink-2">
          {skill === null ? null : <SkillMark skill={skill} className="me-1.5" />}
          <SiteLink className="link" href={`/skills/${slug}`}>
            {slug}
          </SiteLink>{" "}
          <span className="font-mono">{version}</span>
          {localLedger ? ` · ${t("localLedger")}` : ""}
        </p>
        <p className="mt-2 text-14">
          {t.rich(payment.call === undefined ? "bought" : "boughtOneOf", {
            skill: `${slug} ${version}`,
            ...payment.call,
            ...inWords(payment, t),
            when: slot(<When iso={settledAt.toISOString()} as="minute" />),
          })}
          <SentenceSpace />
          {t("ranOnce")}
        </p>
        <p className={state === "vanished" ? "mt-2 text-14 text-danger" : "mt-2 text-14"}>
          {t(`onChain.${state}`)}
        </p>
        <p className="mt-1 hidden text-12 wrap-anywhere print:block">Emporion · {address}</p>
        <dl className="facts mt-4 text-13">
          <Fact name={t("issued")} mono>
            <When iso={issuedAt} as="second" />
          </Fact>
          <Amounts payment={payment} />
        </dl>
        <p className="flex flex-wrap justify-between gap-x-4 border-t border-b-3 border-t-line-2 border-b-edge border-double py-2 text-14 font-medium">
          {t("total")} <Paid payment={payment} />
        </p>
        <p className="mt-2 text-13 text-ink-2">{t(payment.token ? "tokenNote" : "networkNote")}</p>
        <dl className="facts facts-start mt-4 text-13">
          <Fact name={t("payer")} mono>
            {payment.payer}
          </Fact>
          <Fact name={t("payee")} mono>
            {payment.payee}
          </Fact>
          <Fact name={t("transaction")} mono>
            {payment.transaction}
          </Fact>
          <Fact name={t("chain")} mono>
            {payment.genesisHash}
          </Fact>
          <Fact name={t("package")} mono>
            sha256:{subject.digest.sha256}
          </Fact>
          <Fact name={t("input")} mono>
            {made.inputDigest}
          </Fact>
          {made.appliedInputDigest && (
            <Fact name={t("appliedInput")} mono>
              {made.appliedInputDigest}
            </Fact>
          )}
          <Fact name={t("output")} mono>
            {made.outputDigest}
          </Fact>
          <Fact name={t("ranIn")}>{`${made.runner}, ${made.isolation}`}</Fact>
          <Fact name={t("receipt")} mono>
            {receiptId}
          </Fact>
          <Fact name={t("signedBy")} mono>
            {keyId}
          </Fact>
        </dl>
        <p className="mt-4 flex flex-wrap gap-x-5 text-13 leading-6 print:hidden">
          <a className="link" href={`/v1/receipts/${receiptId}`}>
            JSON
          </a>
          <button type="button" className="link needs-script" data-print="">
            {t("print")}
          </button>
        </p>
      </div>
    </article>
  );
}

/** Who paid whom, and how much in all, for the sentence that says what was bought. */
function inWords(payment: Payment, t: (key: "tokenPaid", values: { units: string; mint: string }) => string) {
  const address = (value: string) =>
    function Address() {
      return (
        <span className="font-mono text-13" title={value}>
          {shortAddress(value)}
        </span>
      );
    };
  const amount = payment.token
    ? t("tokenPaid", { units: formatLamports(payment.token.units), mint: shortAddress(payment.token.mint) })
    : `${formatSol(payment.priceLamports)} SOL`;
  return { payer: address(payment.payer), payee: address(payment.payee), amount };
}

/** The final total; digits stand in columns, the words beside them do not. */
function Paid({ payment }: { payment: Payment }) {
  const t = useTranslations("receipt");
  if (payment.token)
    return (
      <span className="font-mono wrap-anywhere">
        {t("tokenPaid", { units: formatLamports(payment.token.units), mint: payment.token.mint })}
      </span>
    );
  return (
    <span className="text-end">
      <span>
        <span className="font-mono">{formatLamports(payment.priceLamports)}</span> lamports
      </span>
      <span className="block text-12 font-normal text-ink-2">
        <span className="font-mono">{formatSol(payment.priceLamports)}</span> SOL
      </span>
    </span>
  );
}

/** The parts of what was paid; of a call that was paid in a token only what it costs in lamports. */
function Amounts({ payment }: { payment: Payment }) {
  const t = useTranslations("receipt");
  if (payment.token)
    return (
      <Fact name={t("listPrice")}>
        <span className="mono">{formatLamports(payment.priceLamports)}</span> lamports
      </Fact>
    );
  return (
    <>
      <Fact name={t("toCreator")}>
        <span className="mono">{formatLamports(payment.creatorLamports)}</span> lamports
      </Fact>
      <Fact name={t("fee")}>
        <span className="mono">{formatLamports(payment.feeLamports)}</span> lamports
      </Fact>
      {payment.excessLamports === "0" ? null : (
        <Fact name={t("excess")}>
          <span className="mono">{formatLamports(payment.excessLamports)}</span> lamports
        </Fact>
      )}
    </>
  );
}
