import { useLocale, useTranslations } from "next-intl";
import { LineList } from "@/components/ui/line-list";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { WishLine } from "@/components/wanted/wish-line";
import { systemClock } from "@/lib/kernel/clock";
import { formatRelative } from "@/lib/platform/i18n/format";
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
        <LineList>
          {wanted.map((wish) => (
            <WishLine
              key={wish.query}
              query={wish.query}
              href={`/skills?q=${encodeURIComponent(wish.query)}`}
              heading="h3"
              asked={t("searches", { count: wish.searches })}
            >
              {t("last", { when: formatRelative(wish.lastAskedAt, locale, systemClock.now().getTime()) })}
            </WishLine>
          ))}
        </LineList>
      )}
    </section>
  );
}
