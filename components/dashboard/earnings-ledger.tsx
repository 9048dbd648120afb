import { useTranslations } from "next-intl";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import { formatCount, exactSol, formatLamports } from "@/lib/platform/i18n/format";
import type { Earnings } from "@/lib/payments/earnings";

/** What a creator has earned with each skill, all time, with the sum under a double rule. */
export function EarningsLedger({ earnings }: { earnings: Earnings }) {
  const t = useTranslations("dashboard.earnings");
  const total = earnings.creatorLamports.toString();
  return (
    <DataTable
      className="mt-3 w-full"
      caption={t("title")}
      columns={[t("skill"), atEnd(t("calls")), atEnd(t("fee")), atEnd(t("received"))]}
      foot={
        <tr>
          <td>{t("total")}</td>
          <td className="end num">{formatCount(earnings.calls)}</td>
          <td className="end num">{formatLamports(earnings.feeLamports.toString())}</td>
          <td className="end num">
            {formatLamports(total)}
            <small className="block text-12 font-normal text-ink-3">{exactSol(total)} SOL</small>
          </td>
        </tr>
      }
    >
      {earnings.skills.map(({ slug, calls, creatorLamports, feeLamports }) => (
        <tr key={slug}>
          <th scope="row" className="font-normal">
            <SiteLink className="hover:underline" href={`/skills/${slug}`}>
              {slug}
            </SiteLink>
          </th>
          <td className="end num">{formatCount(calls)}</td>
          <td className="end num text-ink-3">{formatLamports(feeLamports.toString())}</td>
          <td className="end num">
            {formatLamports(creatorLamports.toString())}
            <small className="block text-12 text-ink-3">{exactSol(creatorLamports.toString())} SOL</small>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
