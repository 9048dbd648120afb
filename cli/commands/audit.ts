import path from "node:path";
import { auditProjects, type AuditedProject, type AuditedSkill, lockOf } from "../audit/audit-projects";
import { findProjects } from "../audit/find-projects";
import { isAtLeast, SEVERITIES, type Finding, type Severity, KINDS, type Kind } from "../audit/list-findings";
import { EXIT, InputError, UsageError, type Command, type CommandContext, type Output } from "../command";
import { findPlace } from "../install/find-project";
import { LOCK_FILE } from "../install/lock-file";
import { chooseOption, parseOptions } from "../parse-options";
import { POLICY_HELP, POLICY_OPTION } from "../policy/find-policies";
import { printJson, printLine } from "../print";
import { pathToFileURL } from "node:url";
import { ruleOf, sarifLog, type SarifLevel } from "../sarif";

const LEVELS: Readonly<Record<Severity, SarifLevel>> = {
  high: "error",
  medium: "warning",
  low: "note",
  info: "note",
};
const UNANSWERED = "unanswered";

/** What was found, as a log of SARIF 2.1.0: each finding at the line of the skill in its lock file. */
function toAuditSarif(projects: readonly AuditedProject[], cwd: string): object {
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

const help = `Usage: emporion audit [DIRECTORY]... [options]

Asks the markets of ${LOCK_FILE} what they know today of everything that is
installed, and compares the files with it: advisories, skills in quarantine, versions
that were withdrawn, seals that ended, newer versions, files that were changed here, and
what a market does not know. Nothing is changed. Each market is asked once for all
projects, without your key, and only about what is said to be from it.

${POLICY_HELP}

DIRECTORY is a project. Left out: the nearest directory upwards that has a lock file.

  --recursive       every project below each DIRECTORY (8 deep, 20000 directories and
                    500 projects at most; no link is followed). Left out, DIRECTORY is
                    the current one
  --global          what is installed in your home directory, also
  --fail-on LEVEL   the least severity for exit code 1: info, low (default), medium,
                    high, or never
  --policy FILE     a policy that holds too; may be given several times
  --json            one object with every finding, for programs
  --sarif           a log of SARIF 2.1.0, for editors and code hosts

Severities: an advisory has the one that its market gives it; quarantine, a version whose
files are given to nobody any more, other bytes than were published and what a policy
refuses are high; any other withdrawn version, a seal that was revoked, changed files and
an unknown skill are medium; an expired seal, a missing folder and a skill that another
one replaces are low; another version that is given out now, and changed line ends, are
info.

Exit code: 0 nothing of that severity, 1 a finding of it or above, 2 wrong usage, 3 a
market gives no answer, a lock file is missing or cannot be read, or not all of a
directory was looked into: then something is not known, which is not fine.`;

const OPTIONS = {
  recursive: { type: "boolean" },
  global: { type: "boolean" },
  "fail-on": { type: "string" },
  ...POLICY_OPTION,
  json: { type: "boolean" },
  sarif: { type: "boolean" },
} as const;

/** `emporion audit`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 0, name: "DIRECTORY" });
    if (values.json && values.sarif) throw new UsageError("--json and --sarif are two forms of one answer");
    const failOn = chooseOption("fail-on", values["fail-on"], ["low", "info", "medium", "high", "never"]);
    const places = await listPlaces(positionals, values, context);
    const limits = places.limits.map((limit) => `not all was looked into: ${limit}`);
    const projects = await auditProjects(places.projects, values.policy ?? [], context);
    const report = { projects, problems: [...limits, ...listProblems(projects, context.cwd)], failOn };
    if (values.json) printJson(context.stdout, toJson(report, context), 2);
    else if (values.sarif) printJson(context.stdout, toAuditSarif(projects, context.cwd), 2);
    else printReport(report, context);
    for (const problem of report.problems) printLine(context.stderr, problem);
    return decideExit(report);
  },
};

interface Report {
  projects: readonly AuditedProject[];
  /** What is not known, and why, a line each. */
  problems: readonly string[];
  failOn: Severity | "never";
}

/** What is not known comes before what was found: half an answer is not the answer. */
export function decideExit({ projects, problems, failOn }: Report): number {
  if (problems.length > 0) return EXIT.input;
  const findings = projects.flatMap(({ skills }) => skills.flatMap((skill) => skill.findings));
  return failOn !== "never" && findings.some(({ severity }) => isAtLeast(severity, failOn))
    ? EXIT.found
    : EXIT.ok;
}

async function listPlaces(
  named: readonly string[],
  { recursive = false, global = false }: { recursive?: boolean | undefined; global?: boolean | undefined },
  context: CommandContext,
): Promise<{ projects: string[]; limits: string[] }> {
  const { cwd } = context;
  const own = global ? [await findPlace({ global }, context)] : [];
  const roots = named.map((directory) => path.resolve(cwd, directory));
  if (!recursive) {
    const projects = roots.length > 0 ? roots : global ? [] : [await findPlace({}, context)];
    return { projects: [...new Set([...own, ...projects])], limits: [] };
  }
  const found = [];
  for (const root of roots.length > 0 ? roots : [cwd]) found.push(await findProjects(root));
  const projects = [...new Set([...own, ...found.flatMap((each) => each.projects)])];
  if (projects.length === 0)
    throw new InputError(`${LOCK_FILE}: there is none below; emporion add writes it`);
  return { projects, limits: found.flatMap((each) => each.limits) };
}

function listProblems(projects: readonly AuditedProject[], cwd: string): string[] {
  const faults = projects.flatMap(({ directory, fault }) =>
    fault === null ? [] : [`${nameOf(directory, cwd)}: ${fault}`],
  );
  const silent = new Map<string, number>();
  for (const { market, unanswered } of projects.flatMap(({ skills }) => skills))
    if (unanswered !== null) {
      const line = `${market}: ${unanswered}`;
      silent.set(line, (silent.get(line) ?? 0) + 1);
    }
  const lines = [...silent].map(
    ([line, skills]) => `${line}; nothing is known of ${count(skills, "skill")} from it`,
  );
  return [...faults, ...lines];
}

const nameOf = (directory: string, cwd: string): string => {
  const way = path.relative(cwd, directory);
  return way === "" ? "." : way.startsWith("..") ? directory : way;
};

function printReport({ projects, problems }: Report, { stdout, cwd, clock }: CommandContext): void {
  for (const { directory, skills } of projects) {
    const isQuiet = skills.every(({ findings, unanswered }) => findings.length === 0 && unanswered === null);
    printLine(
      stdout,
      `${nameOf(directory, cwd)}: ${count(skills.length, "skill")}${isQuiet ? ", nothing found" : ""}`,
    );
    for (const skill of skills) printSkill(skill, stdout);
  }
  const skills = projects.flatMap((project) => project.skills);
  const counts = countSeverities(skills);
  const found = [...SEVERITIES].reverse().map((severity) => `${counts[severity]} ${severity}`);
  const asked = new Set(skills.filter(({ unanswered }) => unanswered === null).map(({ market }) => market));
  const answered = asked.size === 0 ? "no market answered" : `${[...asked].join(", ")} answered`;
  printLine(
    stdout,
    `${count(projects.length, "project")}, ${count(skills.length, "skill")}: ${found.join(", ")}; ${answered} at ${clock.now().toISOString()}`,
  );
  if (problems.length > 0) printLine(stdout, "not everything is known, see below");
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function printSkill({ name, version, findings, unanswered }: AuditedSkill, stdout: Output): void {
  if (unanswered !== null) printLine(stdout, `  unknown  ${name} ${version}: its market says nothing of it`);
  for (const finding of findings) printFinding(`${name} ${version}`, finding, stdout);
}

function printFinding(skill: string, { severity, id, text, remedy, url }: Finding, stdout: Output): void {
  printLine(stdout, `  ${severity.padEnd(7)}  ${skill}: ${id === undefined ? "" : `${id}: `}${text}`);
  if (remedy !== "") printLine(stdout, `           ${remedy}`);
  if (url !== undefined) printLine(stdout, `           ${url}`);
}

function countSeverities(skills: readonly AuditedSkill[]): Record<Severity, number> {
  const counts = { info: 0, low: 0, medium: 0, high: 0 };
  for (const { severity } of skills.flatMap(({ findings }) => findings)) counts[severity] += 1;
  return counts;
}

function toJson({ projects, problems, failOn }: Report, { cwd, clock }: CommandContext): object {
  return {
    checkedAt: clock.now().toISOString(),
    failOn,
    isComplete: problems.length === 0,
    counts: countSeverities(projects.flatMap(({ skills }) => skills)),
    projects: projects.map(({ directory, skills }) => ({ directory: nameOf(directory, cwd), skills })),
    problems,
  };
}
