import { useTranslations } from "next-intl";
import { exactSol, formatLamports } from "@/lib/i18n/format-lamports";
import type { PublicationView } from "@/lib/publishing/read-publication";
import type { VersionPreview } from "@/lib/registry/preview-version";

interface PublishSummaryProps {
  publication: PublicationView;
  preview: Extract<VersionPreview, { ok: true }>;
  /** Lamports to be locked afterwards, for an optimistic listing. */
  bond: bigint | null;
  /** True while price and listing are still being chosen: they are left out. */
  open?: boolean;
}

/** Everything that is about to be published, once more and in full. */
export function PublishSummary({ publication, preview, bond, open = false }: PublishSummaryProps) {
  const t = useTranslations("publish");
  const { slug, packageDigest, package: skillPackage, listing } = publication;
  const { terms, duty, version } = preview;
  const bytes = skillPackage.files.reduce((sum, file) => sum + file.bytes.length, 0);
  const price = terms.priceLamports.toString();
  return (
    <section className="sum-box" aria-labelledby="sum-head">
      <h2 id="sum-head">{t("summary.title")}</h2>
      <dl className="facts">
        <Fact name={t("summary.skill")} mono>{`${slug} ${version}`}</Fact>
        <Fact name={t("summary.files")}>
          {t("packageSize", { kilobytes: Math.ceil(bytes / 1000), files: skillPackage.files.length })}
        </Fact>
        <Fact name={t("summary.audit")}>{t(`summary.duty-${duty}`)}</Fact>
        {open ? null : (
          <Fact name={t("summary.price")}>
            {price === "0"
              ? t("summary.free")
              : t("summary.amount", { lamports: formatLamports(price), sol: exactSol(price) })}
          </Fact>
        )}
        {open || listing === null ? null : (
          <Fact name={t("summary.listing")}>{t(`listing.${listing}.name`)}</Fact>
        )}
        {bond === null ? null : (
          <Fact name={t("summary.bond")}>
            {t("summary.amount", {
              lamports: formatLamports(bond.toString()),
              sol: exactSol(bond.toString()),
            })}
          </Fact>
        )}
      </dl>
      <p className="sum-long">
        {t("summary.digest")} <code>{packageDigest}</code>
      </p>
      {terms.payeeAddress === null ? null : (
        <p className="sum-long">
          {t("summary.payee")} <code>{terms.payeeAddress}</code>
        </p>
      )}
    </section>
  );
}

function Fact({ name, mono = false, children }: { name: string; mono?: boolean; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? "mono" : undefined}>{children}</dd>
    </div>
  );
}
