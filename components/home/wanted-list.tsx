import { useLocale, useTranslations } from "next-intl";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { systemClock } from "@/lib/kernel/clock";
import { formatRelative } from "@/lib/i18n/format-date";
import type { HomeView } from "@/lib/registry/views";

/** Searches that found nothing; each is a search again. */
export function WantedList({ wanted }: { wanted: HomeView["wanted"] }) {
  const t = useTranslations("home.wanted");
  const locale = useLocale();
  return (
    <section aria-labelledby="wanted">
      <SectionHead
        id="wanted"
        title={t("title")}
        more={
          <SiteLink className="link" href="/wanted">
            {t("all")}
          </SiteLink>
        }
      />
      {wanted.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("empty")}</p>
      ) : (
        <ul className="wanted">
          {wanted.map((wish) => (
            <li key={wish.query}>
              <h3>
                <SiteLink href={`/skills?q=${encodeURIComponent(wish.query)}`}>{wish.query}</SiteLink>
              </h3>
              <span className="asked">
                <small>{t("searches", { count: wish.searches })}</small>
              </span>
              <p>
                {t("last", { when: formatRelative(wish.lastAskedAt, locale, systemClock.now().getTime()) })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
