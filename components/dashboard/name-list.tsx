import { useTranslations } from "next-intl";
import { ItemList } from "@/components/ui/item-list";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import type { NamesOfSkill } from "@/lib/registry/names/ask-for-name";

interface NameListProps {
  skills: readonly NamesOfSkill[];
  /** Gives up the name that was asked for. */
  keep: (form: FormData) => Promise<void>;
}

/** Skills that had, or are to have, another name than theirs. */
export function NameList({ skills, keep }: NameListProps) {
  const t = useTranslations("dashboard.names");
  const renamed = skills.filter(({ nextName, before }) => nextName !== null || before.length > 0);
  if (renamed.length === 0) return null;
  return (
    <section className="part" aria-labelledby="names">
      <SectionHead id="names" title={t("yours")} />
      <ItemList>
        {renamed.map(({ slug, nextName, before }) => (
          <li key={slug}>
            <div className="wrap-anywhere">
              <h3 className="text-16 font-semibold text-ink">
                <SiteLink className="hover:underline" href={`/skills/${slug}`}>
                  {slug}
                </SiteLink>
              </h3>
              {nextName === null ? null : <p>{t("next", { name: nextName })}</p>}
              {before.length === 0 ? null : <p>{t("before", { names: before.join(", ") })}</p>}
            </div>
            {nextName === null ? null : (
              <form action={keep}>
                <input type="hidden" name="skill" value={slug} />
                <input type="hidden" name="name" value={slug} />
                <button type="submit" className="btn btn-sm btn-quiet">
                  {t("keep", { name: slug })}
                </button>
              </form>
            )}
          </li>
        ))}
      </ItemList>
    </section>
  );
}
