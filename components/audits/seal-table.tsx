import { useTranslations } from "next-intl";
import { extentOf, auditWordClass, Seal } from "@/components/marks/audit-mark";
import { skillPath } from "@/components/skill/links";
import { atEnd, DataTable, whereRoomy } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { shortAddress, shortDigest } from "@/lib/platform/i18n/format";
import type { SealView } from "@/lib/registry/views";

interface SealTableProps {
  seals: readonly SealView[];
  /**
   * For a verifier's own page: without the name, which every row would repeat, and without the digest, for want
   * of room.
   */
  brief?: boolean;
}

/** Signed audits as a ledger; on phones each becomes two lines. */
export function SealTable({ seals, brief = false }: SealTableProps) {
  const t = useTranslations("audits.table");
  return (
    <DataTable
      stacked
      className="seal-table mt-3"
      caption={t("caption")}
      columns={[
        t("signed"),
        t("skill"),
        t("scope"),
        !brief && t("verifier"),
        !brief && whereRoomy(t("digest")),
        whereRoomy(t("until")),
        atEnd(t("result")),
      ]}
    >
      {seals.map((seal) => (
        <SealTableRow key={seal.auditId} seal={seal} brief={brief} />
      ))}
    </DataTable>
  );
}

function SealTableRow({ seal, brief }: { seal: SealView; brief: boolean }) {
  const t = useTranslations("audits");
  return (
    <tr>
      <td className="num">
        <When iso={seal.issuedAt} as="minute" />
      </td>
      <th scope="row">
        <SiteLink
          className="font-semibold hover:underline"
          href={skillPath(seal.slug, "security", seal.version)}
        >
          {seal.slug}
        </SiteLink>{" "}
        <span className="mono text-ink-3">{seal.version}</span>
      </th>
      <td>
        {t(`scope.${extentOf(seal)}`, { base: seal.baseVersion ?? "" })}
        {seal.confidential ? <small className="block text-13 text-ink-2">{t("confidential")}</small> : null}
      </td>
      {brief ? null : (
        <>
          <td className="wide-only">
            <SiteLink
              className="hover:underline"
              href={`/people/${encodeURIComponent(seal.verifierUsername)}`}
            >
              {seal.verifierName}
            </SiteLink>{" "}
            <span className="mono whitespace-nowrap text-ink-3" title={seal.verifierAddress}>
              {shortAddress(seal.verifierAddress)}
            </span>
          </td>
          <td className="num roomy-only text-ink-3" title={seal.packageDigest}>
            {shortDigest(seal.packageDigest)}
          </td>
        </>
      )}
      <td className="roomy-only whitespace-nowrap">
        <When iso={seal.expiresAt} as="day" />
      </td>
      <td className="end seal-result">
        {seal.counts ? (
          <span className={`mark ${auditWordClass("Audited")}`}>
            <Seal state="Audited" />
            {t("table.valid")}
          </span>
        ) : (
          <span className="text-ink-3">{t("table.void")}</span>
        )}
      </td>
    </tr>
  );
}
