import type { Finding } from "@/lib/vetting/finding";
import { RULES } from "@/lib/vetting/rules/rule";
import type { ScanResult } from "@/lib/vetting/scan-package";

/** What the format alone decides has one rule of its own: `emporion validate` tells more. */
const FORMAT_RULE = "format";
const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const LEVELS = { high: "error", medium: "warning", low: "note", info: "note" } as const;

/**
 * A verdict as a log of SARIF 2.1.0 (OASIS): one run, every rule with its help, one result for each finding. Paths are
 * relative to the package, whose folder the reader of the log knows.
 */
export function toSarif({ status, format, vetting }: ScanResult): object {
  const { report, reportDigest } = vetting;
  const rules = [
    ...RULES.map(({ id, title, why, remedy }) => ruleOf(id, title.en, `${why} ${remedy.en}`)),
    ruleOf(
      FORMAT_RULE,
      "The package keeps the rules of its format",
      "A market refuses or holds a package that its format does not allow. `emporion validate` says what is wrong, line by line.",
    ),
  ];
  const ofFormat = format.status === "approved" ? [] : format.reasons;
  const level = format.status === "rejected" ? "error" : "warning";
  const results = [
    ...ofFormat.map((text) => result(FORMAT_RULE, { level, text, file: "SKILL.md", line: 1 })),
    ...report.findings.map((finding) => result(finding.code, placed(finding))),
  ];
  return sarifLog("emporion vet", rules, results, {
    semanticVersion: report.engineVersion,
    properties: { verdict: status, packageDigest: report.packageDigest, reportDigest },
  });
}

/** A log with one run, in which each result is of one of the rules. */
export function sarifLog(
  name: string,
  rules: readonly { id: string }[],
  results: readonly { ruleId: string }[],
  { semanticVersion, properties }: { semanticVersion?: string; properties?: object } = {},
): object {
  const ruleIndex = new Map(rules.map(({ id }, at) => [id, at]));
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name, ...(semanticVersion === undefined ? {} : { semanticVersion }), rules } },
        columnKind: "utf16CodeUnits",
        results: results.map((each) => ({ ...each, ruleIndex: ruleIndex.get(each.ruleId) })),
        ...(properties === undefined ? {} : { properties }),
      },
    ],
  };
}

export type SarifLevel = "error" | "warning" | "note";

/** A rule with its help. */
export const ruleOf = (id: string, title: string, help: string) => ({
  id,
  shortDescription: { text: title },
  help: { text: help },
});

interface Placed {
  readonly level: SarifLevel;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly evidence?: string;
}

const placed = ({ severity, message, file, line, evidence }: Finding): Placed => ({
  level: LEVELS[severity],
  text: message,
  file,
  line,
  evidence,
});

function result(ruleId: string, { level, text, file, line, evidence }: Placed) {
  const region = { startLine: line, ...(evidence === undefined ? {} : { snippet: { text: evidence } }) };
  const uri = file.split("/").map(encodeURIComponent).join("/");
  const physicalLocation = { artifactLocation: { uri }, region };
  return { ruleId, level, message: { text }, locations: [{ physicalLocation }] };
}
