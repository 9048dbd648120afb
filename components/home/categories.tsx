import { useTranslations } from "next-intl";
import { categoryName } from "@/components/skill/category-name";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { formatCount } from "@/lib/platform/i18n/format";
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
        <div className="mt-1 grid grid-cols-[repeat(4,1fr)] gap-x-10 to-720:grid-cols-[1fr_1fr] to-720:gap-x-6">
          {categories.map(({ category, count }) => (
            <SiteLink
              key={category}
              className="group flex items-baseline gap-2 border-b border-line py-2.5 to-720:py-3 to-720:text-14"
              href={`/skills?category=${encodeURIComponent(category)}`}
            >
              <span className="font-medium wrap-anywhere underline-offset-3 group-hover:underline">
                {categoryName(category, words)}
              </span>
              <i className="relative -top-1 flex-1 border-b border-dotted border-line-2 to-720:border-0" />
              <span className="font-mono text-13 leading-none text-ink-3">{formatCount(count)}</span>
            </SiteLink>
          ))}
        </div>
      )}
    </section>
  );
}
