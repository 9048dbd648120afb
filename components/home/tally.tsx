import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import { formatCount } from "@/lib/i18n/format-count";
import { exactSol, formatSol } from "@/lib/i18n/format-lamports";
import type { HomeView } from "@/lib/registry/views";

/**
 * The market's figures at this moment, as a ledger with a double rule under its total. What has not happened yet is no
 * figure; nothing at all while there is none.
 */
export function Tally({ tally }: { tally: HomeView["tally"] }) {
  const t = useTranslations("home.tally");
  const paid = tally.paidToCreators7dLamports;
  const lines = (
    [
      [t("skills"), tally.skillsListed],
      [t("sealed"), tally.versionsSealed],
      [t("replayed"), tally.examplesReplayed24h],
      [t("calls"), tally.calls24h],
    ] as const
  ).filter(([, count]) => count > 0);
  if (lines.length === 0) return null;
  return (
    <section className="tally mt-10" aria-labelledby="tally">
      <header>
        <h2 id="tally">{t("title")}</h2>
        <When iso={tally.countedAt} as="minute" />
      </header>
      <dl>
        {lines.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
        {paid === "0" ? null : (
          <div className="total">
            <dt>{t("paid")}</dt>
            <dd title={`${exactSol(paid)} SOL`}>
              {formatSol(paid)} <small>SOL</small>
            </dd>
          </div>
        )}
      </dl>
      <footer>
        <span>{t("live")}</span>
        <SiteLink className="link" href="/v1/tally">
          {t("json")}
        </SiteLink>
      </footer>
    </section>
  );
}
