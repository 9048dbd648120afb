import { useTranslations } from "next-intl";
import { EmptyStamp } from "@/components/marks/stamp";
import { PageShell } from "@/components/site/page-shell";
import { SearchBox } from "@/components/site/search-box";

/** Says that no page answers at `path`, which has no language, and offers the search. */
export function NotFoundView({ path }: { path: string }) {
  const t = useTranslations("states.not-found");
  return (
    <PageShell plain path={path}>
      <div className="wrap grid items-center gap-8 pt-16 sm:grid-cols-[auto_1fr]">
        <EmptyStamp middle="404" below={t("stamp")} label={`404, ${t("stamp")}`} size={150} />
        <div className="max-w-[56ch]">
          <h1 className="font-serif text-34 font-medium">{t("title")}</h1>
          <p className="mb-4 mt-2 text-ink-2">{t("text")}</p>
          <SearchBox className="flex" id="not-found-search" landmark={false} />
        </div>
      </div>
    </PageShell>
  );
}
