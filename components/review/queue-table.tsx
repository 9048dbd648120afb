import { getTranslations } from "next-intl/server";
import { auditWordClass, Seal } from "@/components/marks/audit-mark";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Empty } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { formatSize } from "@/lib/platform/i18n/format";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { QueueRow } from "@/lib/audits/queue";

interface QueueTableProps {
  rows: readonly QueueRow[];
  /** What reserves a version. */
  reserve: (versionId: string) => Promise<void>;
  /** Others may wait that are not asked for. */
  isFiltered: boolean;
}

/** What waits for an audit, in the order it is to be read. */
export async function QueueTable({ rows, reserve, isFiltered }: QueueTableProps) {
  const t = await getTranslations("review");
  const state = await getTranslations("common");
  const words = await getTranslations("console.filter");
  if (rows.length === 0 && isFiltered) return <Empty title={t("noneSuch")} />;
  if (rows.length === 0)
    return (
      <Empty
        title={t("empty")}
        actions={
          <SiteLink className="btn btn-sm" href="/audits">
            {t("emptyNext")}
          </SiteLink>
        }
      >
        {t("emptyDetail")}
      </Empty>
    );
  return (
    <DataTable
      stacked
      className="queue-table"
      caption={t("queue")}
      columns={[
        t("skill"),
        t("scope"),
        t("listedAs"),
        t("waitingSince"),
        t("reservation"),
        atEnd(t("calls")),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.versionId}>
          <th scope="row">
            <SiteLink className="font-semibold hover:underline" href={`/review/${row.versionId}`}>
              {row.slug}
            </SiteLink>{" "}
            <span className="mono text-ink-3">{row.version}</span>
            <small className="block text-13 font-normal text-ink-2">
              {row.owner ?? words("no-owner")} · {row.runtime ?? words("no-code")} ·{" "}
              {formatSize(row.sizeBytes)}
            </small>
          </th>
          <td>{row.own ? t("own") : t(`duty.${row.duty}`)}</td>
          <td>
            <span className={`mark ${auditWordClass(row.auditState)}`}>
              <Seal state={row.auditState} />
              {state(`audit.${row.auditState}`)}
            </span>
          </td>
          <td>
            <When iso={row.publishedAt} as="relative" />
            {row.auditAskedAt === null ? null : (
              <small className="block text-13 font-medium text-ink">
                {t.rich("askedForSince", { when: slot(<When iso={row.auditAskedAt} as="relative" />) })}
              </small>
            )}
          </td>
          <td>
            <Reservation row={row} reserve={reserve} />
          </td>
          <td className="end num wide-only">{row.calls7d}</td>
        </tr>
      ))}
    </DataTable>
  );
}

/** Who reads it until when; a free one can be reserved from here. */
async function Reservation({
  row: { claim, own, versionId, slug },
  reserve,
}: { row: QueueRow } & Pick<QueueTableProps, "reserve">) {
  const t = await getTranslations("review");
  if (claim) {
    const until = slot(<When iso={claim.until} as="minute" />);
    return claim.mine
      ? t.rich("reservedMine", { until })
      : t.rich("reservedBy", { name: claim.verifierName, until });
  }
  if (own) return null;
  return (
    <form action={reserve.bind(null, versionId)}>
      <button type="submit" className="btn btn-sm">
        {t("reserve")}
        <span className="vh"> {slug}</span>
      </button>
    </form>
  );
}
