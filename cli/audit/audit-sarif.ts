import { pathToFileURL } from "node:url";
import path from "node:path";
import { ruleOf, sarifLog, type SarifLevel } from "../sarif";
import { lockOf, type AuditedProject } from "./audit-projects";
import { KINDS, type Kind, type Severity } from "./list-findings";

const LEVELS: Readonly<Record<Severity, SarifLevel>> = {
  high: "error",
  medium: "warning",
  low: "note",
  info: "note",
};
const UNANSWERED = "unanswered";

/** What was found, as a log of SARIF 2.1.0: each finding at the line of the skill in its lock file. */
export function toAuditSarif(projects: readonly AuditedProject[], cwd: string): object {
  const kinds = Object.entries(KINDS) as [Kind, string][];
  const rules = [
    ...kinds.map(([kind, title]) =>
      ruleOf(kind, title, `${title}. \`emporion help audit\` says what to do.`),
    ),
    ruleOf(
      UNANSWERED,
      "A market gave no answer",
      "Nothing is known of what was installed from it. Ask again later.",
    ),
  ];
  const results = projects.flatMap(({ directory, skills }) =>
    skills.flatMap(({ name, version, line, findings, unanswered }) => {
      const at = { uri: uriOf(lockOf(directory), cwd), line };
      const silent =
        unanswered === null ? [] : [result(UNANSWERED, "error", `${name} ${version}: ${unanswered}`, at)];
      const found = findings.map(({ kind, severity, text, remedy, id }) =>
        result(
          kind,
          LEVELS[severity],
          `${name} ${version}: ${id === undefined ? "" : `${id}: `}${text}${remedy === "" ? "" : `. ${remedy}`}`,
          at,
        ),
      );
      return [...silent, ...found];
    }),
  );
  return sarifLog("emporion audit", rules, results);
}

interface At {
  uri: string;
  line: number;
}

const result = (ruleId: string, level: SarifLevel, text: string, { uri, line }: At) => ({
  ruleId,
  level,
  message: { text },
  locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } }],
});

/** Relative to where the command runs, which the reader of the log knows; whole for what lies elsewhere. */
function uriOf(file: string, cwd: string): string {
  const way = path.relative(cwd, file);
  if (way.startsWith("..") || path.isAbsolute(way)) return pathToFileURL(file).href;
  return way.split(path.sep).map(encodeURIComponent).join("/");
}
