import { useTranslations } from "next-intl";
import { FindingWords } from "@/components/review/finding-words";
import { originOf, YesNo } from "@/components/skill/security/access";
import { atEnd, DataTable } from "@/components/ui/data-table";
import type { ReviewView } from "@/lib/audits/review/get-review";
import type { AccessView } from "@/lib/registry/views";
import { ACCESS_KINDS, type AccessKind } from "@/lib/vetting/access-kinds";

interface AccessTableProps {
  access: ReviewView["access"];
  base: string | null;
  version: string;
}

/** What both versions declare they may touch, and what vetting saw the code do beyond it. */
export function AccessTable({ access: { before, after, undeclared }, base, version }: AccessTableProps) {
  const t = useTranslations("review");
  const say = (access: AccessView | null, kind: AccessKind) =>
    access === null ? "–" : <Declared access={access} kind={kind} />;
  const gap = (count: number) => (count > 0 ? "*:bg-caution-wash" : undefined);
  return (
    <>
      <DataTable
        className="w-full text-13"
        columns={[t("kind"), base !== null && base, version, atEnd(t("seenUndeclared"))]}
      >
        {ACCESS_KINDS.map((kind) => (
          <tr key={kind} className={gap(undeclared.counts[kind])}>
            <th scope="row">{t(kind)}</th>
            {base !== null && <td title={variables(before, kind)}>{say(before, kind)}</td>}
            <td title={variables(after, kind)}>{say(after, kind)}</td>
            <td className="end num">{undeclared.counts[kind]}</td>
          </tr>
        ))}
      </DataTable>
      {after.envVars !== null && after.envVars.length > 0 && (
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

const variables = (access: AccessView | null, kind: AccessKind) =>
  kind === "secrets" ? access?.envVars?.join(", ") : undefined;

function Declared({ access, kind }: { access: AccessView; kind: AccessKind }) {
  const count = access.envVars?.length ?? 0;
  if (kind === "secrets" && count > 0) return count;
  return <YesNo value={kind === "secrets" ? false : access[kind]} origin={originOf(access, kind)} />;
}
