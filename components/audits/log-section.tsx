import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/code-block";
import { SectionHead } from "@/components/ui/section-head";
import { When } from "@/components/ui/when";
import type { LogEntryRow } from "@/lib/transparency/read-log";

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
  const commands = `curl -fsSL "${origin}/v1/keys" | jq -r '.keys[0].public_key_pem' > market.pem
npx tsx cli/emporion.ts verify log ${origin} --key market.pem`;
  return (
    <section className="mt-12" aria-labelledby="log">
      <SectionHead id="log" title={t("title")} remark={t("entries", { count: size })} />
      <p className="max-w-[68ch] py-3 text-14">{t("lead")}</p>
      <table className="ledger ledger-rows w-full">
        <caption className="vh">{t("caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("number")}</th>
            <th scope="col">{t("when")}</th>
            <th scope="col">{t("what")}</th>
            <th scope="col">{t("subject")}</th>
            <th scope="col">{t("hash")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq}>
              <th scope="row" className="num">
                {entry.seq}
              </th>
              <td>
                <When iso={entry.loggedAt.toISOString()} as="minute" />
              </td>
              <td>
                {t(`kind.${wordOf(entry.kind)}`)} {isBackfilled(entry.body) ? t("backfilled") : null}
              </td>
              <td className="mono wrap-anywhere">{subjectOf(entry.body)}</td>
              <td className="mono wide-only" title={entry.leafHash}>
                {entry.leafHash.slice(0, 12)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="mt-6 mb-2 text-14 font-semibold">{t("checkpoint")}</h3>
      <CodeBlock code={checkpoint} title={t("checkpoint")} />
      <h3 className="mt-6 mb-2 text-14 font-semibold">{t("verify")}</h3>
      <CodeBlock code={commands} title="sh" />
    </section>
  );
}

const KINDS = [
  "version-published",
  "version-quarantined",
  "version-rejected",
  "version-yanked",
  "skill-quarantined",
  "skill-released",
  "audit-signed",
  "audit-revoked",
  "verifier-enrolled",
  "verifier-ended",
  "challenge-opened",
  "challenge-decided",
  "bond-locked",
  "bond-released",
  "bond-slashed",
] as const;

const wordOf = (kind: string) =>
  KINDS.find((known) => known === kind.replace(":", "-")) ?? "version-published";

/** True for what happened before there was a log. */
const isBackfilled = (body: string) =>
  (JSON.parse(body) as { data: { backfilled?: string } }).data.backfilled !== undefined;

/** Skill and version, or the wallet, an entry is about. */
function subjectOf(body: string): string {
  const { data } = JSON.parse(body) as { data: { slug?: string; version?: string; verifier?: string } };
  return data.slug === undefined ? (data.verifier ?? "") : `${data.slug} ${data.version ?? ""}`;
}
