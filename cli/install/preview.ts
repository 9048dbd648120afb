import type { DownloadedSkill, FoundSkill } from "@/client";
import { describeAudit } from "@/lib/audits/describe-audit";
import { isExecutable } from "@/lib/package";
import { formatDay, formatSize } from "@/lib/platform/i18n/format";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { formatLamportsAsSol } from "@/lib/skill-format";
import { SEVERITIES } from "@/lib/vetting/finding";
import { asLine, hostsOf, listFirst, readSaid, type Declared, type Said } from "./facts";
import { describeStated, type Change } from "./granted";

interface Previewed {
  name: string;
  found: DownloadedSkill;
  details: FoundSkill;
  declared: Declared;
  folders: readonly string[];
  /** What is another than in the version that is installed; none for a skill that is new here. */
  changes: readonly Change[];
}

const WIDTH = 14;
const MOST_FINDINGS = 5;

/**
 * What is shown of a version before it is installed, a line each, one screen. What its SKILL.md declares is told apart
 * from what vetting has seen, and who says it is named. Foreign texts are bounded, and without control characters.
 */
export function previewSkill({ name, found, details, declared, folders, changes }: Previewed): string[] {
  const said = readSaid(details);
  const rows: (readonly [string, string])[] = [
    ["publisher", describePublisher(found, said)],
    ["audit", describeAuditor(details, said)],
    ["declares", describeDeclared(declared)],
    ["seen", describeSeen(said)],
    ["hosts seen", describeHosts(said)],
    [
      "allowed-tools",
      declared.allowedTools.length === 0
        ? "none: your agent asks as it always does"
        : `asks your agent to allow without asking: ${listFirst(declared.allowedTools, 20)}`,
    ],
    ...(declared.compatibility?.trim()
      ? ([["needs", `in its author's words: ${asLine(declared.compatibility)}`]] as const)
      : []),
    ...describeFindings(said).map((line, index) => [index === 0 ? "findings" : "", line] as const),
    ["price", describePrice(details)],
    ["licence", declared.license?.trim() ? asLine(declared.license, 80) : "none named"],
    ["size", describeSize(found)],
    ["goes into", folders.join(", ")],
    ...changes.map(
      ({ line, widens }, index) =>
        [index === 0 ? "changes" : "", `${line}${widens ? "  (asks for more trust)" : ""}`] as const,
    ),
  ];
  return [
    `${name} ${found.version}  ${asLine(details.description, 160)}`,
    ...rows.map(([label, text]) => `  ${label.padEnd(WIDTH)}${text}`),
  ];
}

function describePublisher(
  { publisher, trustLevel }: DownloadedSkill,
  { publisher_domains: domains }: Said,
): string {
  if (publisher === null || trustLevel === "sandbox") return "an agent's upload that no account answers for";
  const proven = domains?.length
    ? `domain proven: ${listFirst(
        domains.map(({ domain }) => domain),
        4,
      )}`
    : "no domain proven";
  return `${publisher.name} (${domains === null || domains === undefined ? "the market says nothing of domains" : proven})`;
}

function describeAuditor(details: FoundSkill, { audit }: Said): string {
  if (details.audit_state === "Audited")
    return `${asLine(describeAudit(details))}, by ${audit ? `verifier ${asLine(audit.verifier_name, 64)}` : "whom the market does not say"}`;
  const why = details.audit_state === "Optimistic" ? "its publisher has put down a bond; " : "";
  return `${details.audit_state}: ${why}audited by nobody`;
}

function describeDeclared({ network, filesystem, subprocess, envVars }: Declared): string {
  const variables = envVars === null ? "not declared" : listFirst(envVars) || "none";
  return `network: ${describeStated(network)}; files: ${describeStated(filesystem)}; programs: ${describeStated(subprocess)}; variables: ${variables}`;
}

function describeSeen({ vetting }: Said): string {
  const picture = vetting?.picture;
  if (!picture) return "the market does not say what vetting saw";
  const seen = (["reads", "runs", "changes"] as const).flatMap((kind) =>
    picture[kind].length === 0
      ? []
      : [
          `${kind} ${listFirst(
            picture[kind].map(({ what }) => what),
            5,
          )}`,
        ],
  );
  return `${seen.length === 0 ? "reads, runs and changes nothing that it knows" : seen.join("; ")} (vetting${dayOf(vetting.finished_at)})`;
}

function describeHosts(said: Said): string {
  const hosts = hostsOf(said);
  if (hosts === null) return "the market does not say";
  if (hosts.length === 0) return "none";
  const unexpected = new Set(
    said.vetting?.picture?.contacts.flatMap((contact) => (contact.is_expected ? [] : [contact.host])),
  );
  return listFirst(
    hosts.map((host) => (unexpected.has(host) ? `${host} (its description does not name it)` : host)),
  );
}

function describeFindings({ findings, vetting }: Said): string[] {
  if (!findings) return ["the market does not say"];
  if (findings.length === 0) return [`none by vetting${dayOf(vetting?.finished_at)}, which is not no risk`];
  // The gravest first; what another market calls otherwise may be graver.
  const rank = ({ severity }: { severity: string }) => {
    const known = SEVERITIES.findIndex((each) => each === severity);
    return known < 0 ? SEVERITIES.length : known;
  };
  const sorted = findings.toSorted((left, right) => rank(right) - rank(left));
  const lines = sorted
    .slice(0, MOST_FINDINGS)
    .map(
      ({ severity, code, message, file }) =>
        `${asLine(severity, 20)} ${asLine(code, 40)}${file ? ` in ${asLine(file, 60)}` : ""}: ${asLine(message, 120)}`,
    );
  return sorted.length > MOST_FINDINGS ? [...lines, `and ${sorted.length - MOST_FINDINGS} more`] : lines;
}

function describePrice({ price_lamports: priceLamports }: FoundSkill): string {
  const buys = priceSentence({ priceLamports });
  if (buys === null) return "free";
  return `a call costs ${priceLamports} lamports (${formatLamportsAsSol(priceLamports)} SOL). ${buys}`;
}

function describeSize({ package: { files } }: DownloadedSkill): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const runs = files.filter(isExecutable).length;
  return `${files.length} ${files.length === 1 ? "file" : "files"}, ${formatSize(bytes)}; ${runs === 0 ? "none" : runs} may be run`;
}

/** What a market sends as a time may be anything. */
function dayOf(moment: string | null | undefined): string {
  const at = new Date(moment ?? "");
  return Number.isNaN(at.getTime()) ? "" : `, ${formatDay(at.toISOString(), "en")}`;
}
