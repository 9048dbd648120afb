import { useTranslations } from "next-intl";
import { VettingPill } from "@/components/dashboard/vetting-pill";
import { ItemList } from "@/components/ui/item-list";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import type { UnlistedUpload } from "@/lib/ownership/maintainers/list-maintenance";

/** What the reader uploaded to skills of others and vetting has not let through, each with the way to what it found. */
export function UnlistedUploads({ uploads }: { uploads: readonly UnlistedUpload[] }) {
  const t = useTranslations("dashboard");
  if (uploads.length === 0) return null;
  return (
    <section className="part" aria-labelledby="unlisted">
      <SectionHead id="unlisted" title={t("maintainers.unlisted")} />
      <ItemList>
        {uploads.map(({ versionId, slug, version, vettingStatus, uploadedAt }) => (
          <li key={versionId}>
            <div>
              <h3 className="text-16 font-semibold text-ink">
                {slug} <span className="mono font-normal text-ink-3">{version}</span>
              </h3>
              <p>
                <VettingPill status={vettingStatus} />{" "}
                {t.rich("maintainers.uploaded", { day: slot(<When iso={uploadedAt} as="day" />) })}
              </p>
            </div>
            <SiteLink className="link text-14" href={`/publish/${versionId}`}>
              {t("attention.to-rejected")}
              <span className="vh">{` ${slug} ${version}`}</span>
            </SiteLink>
          </li>
        ))}
      </ItemList>
    </section>
  );
}
