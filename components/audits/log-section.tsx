import { useTranslations } from "next-intl";
import { skillPath } from "@/components/skill/links";
import { CodeBlock } from "@/components/ui/code/code-block";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { SentenceSpace } from "@/components/ui/sentences";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { LogEntryRow } from "@/lib/log/transparency/read-log";

interface LogSectionProps {
  origin: string;
  size: number;
  entries: readonly LogEntryRow[];
  /** Signed note over the log as it is. */
  checkpoint: string;
}

/** The newest entries of the transparency log, its signed checkpoint, and how to check all of it without us. */
export function LogSection({ origin, size, entries, checkpoint }: LogSectionProps) {
  const t = useTranslations("audits.log");
  const shell = useTranslations("common")("shell");
  const commands = `curl -fsSL "${origin}/v1/keys" | jq -r '.keys[0].public_key_pem' > market.pem
emporion verify log ${origin} --key market.pem`;
  return (
    <PageSection
      id="log"
      title={t("title")}
      remark={t("entries", { count: size })}
      more={
        <SiteLink className="link" href="/v1/log/entries">
          {t("json")}
        </SiteLink>
      }
      className="mt-12"
    >
      <p className="max-w-[68ch] pt-3 pb-5 text-14 text-ink-2">
        {t("lead")}
        <SentenceSpace />
        <SiteLink className="link" href="/docs/transparency">
          {t("how")}
        </SiteLink>
      </p>
      <DataTable
        stacked
        className="log-table"
        caption={t("caption")}
        columns={[t("number"), t("when"), t("what"), t("subject"), atEnd(t("hash"))]}
      >
        {entries.map((entry) => (
          <tr key={entry.seq}>
            <th scope="row" className="num">
              {entry.seq}
            </th>
            <td className="num">
              <When iso={entry.loggedAt.toISOString()} as="second" />
            </td>
            <td>
              {t(`kind.${wordOf(entry.kind)}`)} {isBackfilled(entry.body) ? t("backfilled") : null}
            </td>
            <td className="wrap-anywhere">
              <Subject body={entry.body} />
            </td>
            <td className="num end wide-only text-ink-3" title={entry.leafHash}>
              {entry.leafHash.slice(0, 12)}
            </td>
          </tr>
        ))}
      </DataTable>
      <div className="mt-6">
        <CodeBlock code={checkpoint} title={t("checkpoint")} wrap />
      </div>
      <h3 className="mt-6 mb-2 text-14 font-semibold">{t("verify")}</h3>
      <CodeBlock code={commands} title={shell} wrap />
    </PageSection>
  );
}

const KINDS = [
  "version-published",
  "version-quarantined",
  "version-rejected",
  "version-yanked",
  "version-erased",
  "skill-deprecated",
  "skill-undeprecated",
  "skill-price-announced",
  "skill-price-changed",
  "skill-access-changed",
  "skill-quarantined",
  "skill-released",
  "skill-transferred",
  "skill-maintainer-added",
  "skill-maintainer-ended",
  "organisation-founded",
  "organisation-member-added",
  "organisation-member-changed",
  "organisation-member-ended",
  "organisation-payee-changed",
  "skill-renamed",
  "audit-signed",
  "audit-revoked",
  "audit-unfounded",
  "verifier-enrolled",
  "verifier-ended",
  "challenge-opened",
  "challenge-decided",
  "bond-locked",
  "bond-released",
  "bond-slashed",
  "advisory-published",
  "advisory-withdrawn",
] as const;

const wordOf = (kind: string) =>
  KINDS.find((known) => known === kind.replace(":", "-")) ?? "version-published";

/** True for what happened before there was a log. */
const isBackfilled = (body: string) =>
  (JSON.parse(body) as { data: { backfilled?: string } }).data.backfilled !== undefined;

interface LoggedData {
  slug?: string;
  version?: string;
  verifier?: string;
  organisation?: string;
  /** Of an advisory: of one that names no skill, the key. */
  cause?: string;
}

/** Skill and version, or the wallet or key, an entry is about. */
function Subject({ body }: { body: string }) {
  const { data } = JSON.parse(body) as { data: LoggedData };
  if (data.slug === undefined)
    return <span className="mono">{data.organisation ?? data.verifier ?? data.cause}</span>;
  return (
    <>
      <SiteLink
        className="font-semibold hover:underline"
        href={skillPath(data.slug, "security", data.version)}
      >
        {data.slug}
      </SiteLink>{" "}
      <span className="mono text-ink-3">{data.version}</span>
    </>
  );
}
