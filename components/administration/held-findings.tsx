import { useLocale } from "next-intl";
import { SeverityPill } from "@/components/publish/severity-pill";
import { findingMeaning } from "@/lib/i18n/code-meanings";
import type { FindingView } from "@/lib/registry/views";

interface HeldFindingsProps {
  /** The gravest first. */
  findings: readonly { code: string; severity: string }[];
}

/** What vetting found in a held version, each kind once, in the reader's language; in English the summary says enough. */
export function HeldFindings({ findings }: HeldFindingsProps) {
  const locale = useLocale();
  const kinds = findings.filter(({ code }, at) => findings.findIndex((each) => each.code === code) === at);
  const known = kinds.flatMap(({ code, severity }) => {
    const meaning = findingMeaning(locale, code)?.meaning;
    return meaning === undefined ? [] : [{ code, severity: severity as FindingView["severity"], meaning }];
  });
  if (known.length === 0) return null;
  return (
    <ul className="grid gap-1 text-14">
      {known.map(({ code, severity, meaning }) => (
        <li key={code} className="flex flex-wrap items-baseline gap-2">
          <SeverityPill severity={severity} />
          {meaning}
          <span className="font-mono text-12 text-ink-3">{code}</span>
        </li>
      ))}
    </ul>
  );
}
