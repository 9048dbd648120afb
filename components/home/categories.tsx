import { useTranslations } from "next-intl";
import { categoryName } from "@/components/skill/category-name";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { formatCount } from "@/lib/i18n/format-count";
import type { HomeView } from "@/lib/registry/views";

/** Categories as an index with counts, as at the back of a book. */
export function Categories({ categories }: { categories: HomeView["categories"] }) {
  const t = useTranslations("home.categories");
  const words = useTranslations();
  return (
    <section aria-labelledby="categories" className="mt-16">
      <SectionHead
        id="categories"
        title={t("title")}
        more={
          <SiteLink className="link" href="/skills">
            {t("all")}
          </SiteLink>
        }
      />
      {categories.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("empty")}</p>
      ) : (
        <div className="cats">
          {categories.map(({ category, count }) => (
            <SiteLink key={category} href={`/skills?category=${encodeURIComponent(category)}`}>
              <span>{categoryName(category, words)}</span>
              <i />
              <span>{formatCount(count)}</span>
            </SiteLink>
          ))}
        </div>
      )}
    </section>
  );
}
