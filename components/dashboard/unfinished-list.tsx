import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { skillPath } from "@/components/skill/skill-path";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import type { Unfinished } from "@/lib/catalogue/dashboard/get-dashboard";
import type { JobProgress } from "@/lib/platform/jobs/queue";

/** What goes on without its person, or waits for them to go on with it, each with its step and the way back to it. */
export function UnfinishedList({ versions, purchases, reviews }: Unfinished) {
  const t = useTranslations("dashboard.unfinished");
  if (versions.length + purchases.length + reviews.length === 0) return null;
  return (
    <section aria-labelledby="unfinished" className="mt-10">
      <SectionHead id="unfinished" title={t("title")} remark={t("remark")} />
      <ul className="divide-y divide-line">
        {versions.map(({ versionId, replaying, ...row }) => (
          <Row key={versionId} {...row} href={`/publish/${versionId}`}>
            {replaying === null ? t("vetting") : <Replaying progress={replaying} />}
          </Row>
        ))}
        {purchases.map(({ quoteId, step, callsMade, ...row }) => (
          <Row key={quoteId} {...row} href={`${skillPath(row.slug, "overview", row.version)}#run`}>
            {t(step, { made: callsMade, calls: row.calls })}
          </Row>
        ))}
        {reviews.map(({ versionId, until, comparing, ...row }) => (
          <Row key={versionId} {...row} href={`/review/${versionId}`}>
            {t.rich("review", { until: slot(<When iso={until.toISOString()} as="minute" />) })}{" "}
            {comparing === null ? null : <Comparing progress={comparing} />}
          </Row>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  slug: string;
  version: string;
  href: string;
  since?: Date;
  children: ReactNode;
}

function Row({ slug, version, href, since, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 text-14">
      <SiteLink className="link font-medium" href={href}>
        {slug}
      </SiteLink>
      <span className="mono text-13">{version}</span>
      <span className="min-w-0 text-ink-2">{children}</span>
      {since ? (
        <span className="ms-auto text-13 text-ink-3">
          <When iso={since.toISOString()} as="relative" />
        </span>
      ) : null}
    </li>
  );
}

function Replaying({ progress }: { progress: JobProgress }) {
  const t = useTranslations("dashboard.unfinished");
  return progress.state === "later"
    ? t.rich("replay.later", whenOf(progress))
    : t(`replay.${progress.state}`);
}

function Comparing({ progress }: { progress: JobProgress }) {
  const t = useTranslations("dashboard.unfinished");
  return progress.state === "later"
    ? t.rich("compare.later", whenOf(progress))
    : t(`compare.${progress.state}`);
}

const whenOf = ({ at }: { at: Date }) => ({ when: slot(<When iso={at.toISOString()} as="minute" />) });
