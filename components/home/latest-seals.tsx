import { useTranslations } from "next-intl";
import { SealTable } from "@/components/audits/seal-table";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import type { SealView } from "@/lib/registry/views";

export function LatestSeals({ seals }: { seals: readonly SealView[] }) {
  const t = useTranslations("home.seals");
  return (
    <section aria-labelledby="seals" className="mt-16">
      <SectionHead
        id="seals"
        title={t("title")}
        remark={t("remark")}
        more={
          <SiteLink className="link" href="/audits">
            {t("all")}
          </SiteLink>
        }
      />
      {seals.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("empty")}</p>
      ) : (
        <SealTable seals={seals} />
      )}
    </section>
  );
}
