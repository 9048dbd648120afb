import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { formatCount, formatSol } from "@/lib/platform/i18n/format";
import type { HomeView } from "@/lib/registry/views";

const LINE = "flex items-baseline justify-between gap-3 py-2.25";
const FIGURE = "font-mono text-15 leading-[1.2] whitespace-nowrap";

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
    <section className="mt-10 text-14" aria-labelledby="tally">
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-b border-edge pb-2">
        <h2 id="tally" className="font-serif text-18 font-medium">
          {t("title")}
        </h2>
        <span className="font-mono text-12 leading-none text-ink-3">
          <When iso={tally.countedAt} as="minute" />
        </span>
      </header>
      <dl>
        {lines.map(([name, count]) => (
          <div key={name} className={`${LINE} border-b border-line`}>
            <dt className="text-ink-2">{name}</dt>
            <dd className={FIGURE}>{formatCount(count)}</dd>
          </div>
        ))}
        {paid === "0" ? null : (
          <div className={`${LINE} [border-bottom:var(--rule-total)] font-medium`}>
            <dt>{t("paid")}</dt>
            <dd className={FIGURE}>
              {formatSol(paid)} <small className="font-sans text-[0.94em] font-normal">SOL</small>
            </dd>
          </div>
        )}
      </dl>
      <footer className="flex justify-between gap-3 pt-2.25 text-12 text-ink-3">
        <span>{t("live")}</span>
        <SiteLink className="link" href="/v1/tally">
          {t("json")}
        </SiteLink>
      </footer>
    </section>
  );
}
