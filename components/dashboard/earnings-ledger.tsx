import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import { shortAddress } from "@/lib/i18n/format-identifier";
import { formatLamports } from "@/lib/i18n/format-lamports";
import type { Earnings, PaymentState } from "@/lib/settlement/earnings/get-earnings";

const TONE: Record<PaymentState, string> = {
  confirmed: "pill",
  final: "pill pill-ok",
  vanished: "pill pill-bad",
};

/** What a creator has earned: by skill, and the latest payments, with the way to export them all. */
export function EarningsLedger({ earnings }: { earnings: Earnings }) {
  const t = useTranslations("dashboard.earnings");
  if (earnings.latest.length === 0) return <p className="py-4">{t("none")}</p>;
  return (
    <>
      <SkillTable earnings={earnings} />
      <h3 className="pt-6 pb-2">{t("latest")}</h3>
      <PaymentTable earnings={earnings} />
      <p className="pt-4">
        <a className="btn" href="/api/earnings.csv" download>
          {t("export")}
        </a>
      </p>
    </>
  );
}

function SkillTable({ earnings }: { earnings: Earnings }) {
  const t = useTranslations("dashboard.earnings");
  return (
    <table className="ledger w-full">
      <caption className="vh">{t("bySkill")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("skill")}</th>
          <th scope="col" className="end">
            {t("calls")}
          </th>
          <th scope="col" className="end">
            {t("received")}
          </th>
          <th scope="col" className="end">
            {t("fee")}
          </th>
        </tr>
      </thead>
      <tbody>
        {earnings.skills.map(({ slug, calls, creatorLamports, feeLamports }) => (
          <tr key={slug}>
            <th scope="row">
              <SiteLink className="link" href={`/skills/${slug}`}>
                {slug}
              </SiteLink>
            </th>
            <td className="end num">{calls}</td>
            <td className="end num">
              <Lamports amount={creatorLamports} />
            </td>
            <td className="end num">
              <Lamports amount={feeLamports} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PaymentTable({ earnings }: { earnings: Earnings }) {
  const t = useTranslations("dashboard.earnings");
  return (
    <table className="ledger w-full">
      <caption className="vh">{t("latest")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("settled")}</th>
          <th scope="col">{t("skill")}</th>
          <th scope="col">{t("payer")}</th>
          <th scope="col">{t("state")}</th>
          <th scope="col" className="end">
            {t("received")}
          </th>
        </tr>
      </thead>
      <tbody>
        {earnings.latest.map((payment) => (
          <tr key={payment.id}>
            <td className="num">
              <When iso={payment.settledAt.toISOString()} as="minute" />
            </td>
            <th scope="row">
              {payment.slug} <span className="mono font-normal text-ink-3">{payment.version}</span>
            </th>
            <td className="mono" title={payment.payerAddress}>
              {shortAddress(payment.payerAddress)}
            </td>
            <td>
              <span className={TONE[payment.state]}>{t(`states.${payment.state}`)}</span>
            </td>
            <td className="end num">
              <Lamports amount={payment.creatorLamports} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lamports({ amount }: { amount: bigint }) {
  const t = useTranslations("dashboard.earnings");
  return t("lamports", { amount: formatLamports(amount.toString()) });
}
