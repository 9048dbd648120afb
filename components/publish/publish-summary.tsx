import { Fact } from "@/components/ui/fact";
import { useTranslations } from "next-intl";
import { formatLamports, formatSol } from "@/lib/platform/i18n/format";
import type { PublicationView } from "@/lib/publishing/publications/read-publication";
import type { VersionPreview } from "@/lib/publishing/preview-version";

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
    <section className="rounded-1 border border-edge bg-surface px-5 py-4" aria-labelledby="sum-head">
      <h2 id="sum-head" className="mb-1.5 text-16 font-semibold">
        {t("summary.title")}
      </h2>
      <dl className="facts">
        <Fact name={t("summary.skill")} mono>{`${slug} ${version}`}</Fact>
        <Fact name={t("summary.files")}>
          {t("packageSize", { kilobytes: Math.ceil(bytes / 1000), files: skillPackage.files.length })}
        </Fact>
        <Fact name={t("summary.audit")}>{t(`summary.duty-${duty}`)}</Fact>
        {open ? null : (
          <Fact name={t("summary.price")}>
            {price === "0" ? t("summary.free") : <Amount lamports={price} />}
          </Fact>
        )}
        {open || listing === null ? null : (
          <Fact name={t("summary.listing")}>{t(`listing.${listing}.name`)}</Fact>
        )}
        {bond === null ? null : (
          <Fact name={t("summary.bond")}>
            <Amount lamports={bond.toString()} />
          </Fact>
        )}
      </dl>
      <Long name={t("summary.digest")}>{packageDigest}</Long>
      {terms.payeeAddress === null ? null : <Long name={t("summary.payee")}>{terms.payeeAddress}</Long>}
    </section>
  );
}

/** "20,000 lamports (0.000020 SOL)": digits in mono, the words in the text face. */
function Amount({ lamports }: { lamports: string }) {
  const t = useTranslations("publish.summary");
  return t.rich("amount", {
    lamports: formatLamports(lamports),
    sol: formatSol(lamports),
    n: (digits) => <span className="mono">{digits}</span>,
  });
}

function Long({ name, children }: { name: string; children: string }) {
  return (
    <p className="pt-2.5 text-13 wrap-anywhere text-ink-3">
      {name} <code className="block">{children}</code>
    </p>
  );
}
