import { useTranslations } from "next-intl";
import { FindingWords } from "@/components/review/finding-words";
import type { ReviewView } from "@/lib/audits/get-review";
import type { AccessView } from "@/lib/registry/views";

interface AccessTableProps {
  access: ReviewView["access"];
  base: string | null;
  version: string;
}

const KINDS = ["network", "filesystem", "subprocess"] as const;

/** What both versions declare they may touch, and what vetting saw the code do beyond it. */
export function AccessTable({ access: { before, after, undeclared }, base, version }: AccessTableProps) {
  const t = useTranslations("review");
  const say = (access: AccessView | null, kind: (typeof KINDS)[number]) =>
    access === null ? "–" : access[kind] ? t("yes") : t("no");
  const gap = (count: number) => (count > 0 ? "access-gap" : undefined);
  const secrets = (access: AccessView | null) =>
    access === null ? "–" : access.envVars.length === 0 ? t("no") : access.envVars.length;
  return (
    <>
      <table className="ledger w-full text-13">
        <thead>
          <tr>
            <th scope="col">{t("kind")}</th>
            {base !== null && <th scope="col">{base}</th>}
            <th scope="col">{version}</th>
            <th scope="col" className="end">
              {t("seenUndeclared")}
            </th>
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => (
            <tr key={kind} className={gap(undeclared.counts[kind])}>
              <th scope="row">{t(kind)}</th>
              {base !== null && <td>{say(before, kind)}</td>}
              <td>{say(after, kind)}</td>
              <td className="end num">{undeclared.counts[kind]}</td>
            </tr>
          ))}
          <tr className={gap(undeclared.counts.secrets)}>
            <th scope="row">{t("secrets")}</th>
            {base !== null && <td title={before?.envVars.join(", ")}>{secrets(before)}</td>}
            <td title={after.envVars.join(", ")}>{secrets(after)}</td>
            <td className="end num">{undeclared.counts.secrets}</td>
          </tr>
        </tbody>
      </table>
      {after.envVars.length > 0 && (
        <p className="mt-2 text-12 text-ink-3">
          {t("secrets")}: <span className="font-mono wrap-anywhere">{after.envVars.join(", ")}</span>
        </p>
      )}
      {undeclared.findings.length > 0 && (
        <ul className="mt-2 list-disc ps-5 text-13">
          {undeclared.findings.map(({ key, code, message }) => (
            <li key={key}>
              <FindingWords code={code} message={message} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
