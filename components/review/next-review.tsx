import { useTranslations } from "next-intl";
import { NextLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { QueueRow } from "@/lib/audits/queue";

/** The first of the queue that the verifier may audit and nobody else has reserved, but for the one they are at. */
export const nextToRead = (rows: readonly QueueRow[], at?: string): QueueRow | undefined =>
  rows.find(({ versionId, own, claim }) => versionId !== at && !own && (claim === null || claim.mine));

/** What a verifier reads next, since when it waits, and the way there; nothing where nothing waits for them. */
export function NextReview({ next }: { next: QueueRow | undefined }) {
  const t = useTranslations("review");
  if (!next) return null;
  const { versionId, slug, version, duty, auditAskedAt, publishedAt } = next;
  const when = slot(<When iso={auditAskedAt ?? publishedAt} as="relative" />);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border border-edge bg-surface px-4 py-3">
      <p className="min-w-0 wrap-anywhere">
        {t("next")} <b className="font-semibold">{slug}</b> <span className="font-mono">{version}</span>{" "}
        <span className="text-14 text-ink-2">
          {t(`duty.${duty}`)} · {t.rich(auditAskedAt === null ? "listedSince" : "askedForSince", { when })}
        </span>
      </p>
      <NextLink href={`/review/${versionId}`}>{t("openNext")}</NextLink>
    </div>
  );
}
