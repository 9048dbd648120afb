import { CHECK_PROFILES, isCheckProfile } from "@/lib/skill-format";
import { scanPackage } from "@/lib/vetting/scan-package";
import { EXIT, UsageError, type Command, type Output } from "../command";
import { printReasons } from "../judge-opened";
import { openPackage } from "../open-package";
import { chooseOption, parseOptions } from "../parse-options";
import { describeIssue } from "../print-check";
import { printJson, printLine } from "../print";
import { toSarif } from "../sarif";
import { RULES, type Rule, type RuleCase } from "@/lib/vetting/rules/rule";

const WEIGHTS: Readonly<Record<RuleCase["severity"], string>> = {
  reject: "rejected",
  hold: "held for a person",
  remark: "a remark",
  note: "shown, no more",
};

/**
 * Prints what a rule of vetting looks for, why, what comes of it, and what an author can do.
 *
 * @throws UsageError for a rule that there is not.
 */
function explainRule(name: string, output: Output): void {
  const { id, title, why, cases, remedy } = findRule(name);
  printLine(output, `${id}: ${title.en}`);
  printLine(output, why);
  for (const { severity, message, unless } of cases) {
    const exception = unless === undefined ? "" : ` (not where the skill is for ${unless.join(" or ")})`;
    const told = message === "{object}" ? title.en : message.replace(/:? \{object\}/, "");
    printLine(output, `  ${WEIGHTS[severity].padEnd(18)} ${told}${exception}`);
  }
  if (cases.length === 0)
    printLine(output, "  Compared with what the skill declares; by itself it is no reason to hold a skill.");
  printLine(output, remedy.en);
}

/** By its code, or by the code's last part. */
function findRule(name: string): Rule {
  const found = RULES.find(({ id }) => id === name || id.slice(id.indexOf(".") + 1) === name);
  if (found === undefined)
    throw new UsageError(`no rule is called ${name}; the rules are ${RULES.map(({ id }) => id).join(", ")}`);
  return found;
}

const help = `Usage: emporion vet PATH [options]
       emporion vet --explain RULE

Judges a skill as a market judges every upload, by its format and for harmful content,
and prints the verdict, the findings and the digest of the report. The same engine
version and the same files give the same report digest on every machine: compare it
with the one a market shows. Nothing is sent anywhere. No findings is not no risk.

PATH is a skill's directory or a .skill archive.

  --format FORMAT   text (default)
                    json: { status, reasons, reportDigest, report }
                    sarif: a log of SARIF 2.1.0, for editors and code hosts
  --dialect NAME    read the package as this format, where it was uploaded as one
  --explain RULE    say what a rule looks for, why, and what to do; RULE is the code
                    of a finding

Exit code: 0 approved, 1 caution or rejected, 2 wrong usage, 3 the path cannot be
read or is no package.`;

const OPTIONS = {
  format: { type: "string" },
  dialect: { type: "string", multiple: true },
  explain: { type: "string" },
} as const;

/** `emporion vet`. */
export const command: Command = {
  help,
  async run(args, { stdout, stderr, cwd }) {
    const isExplained = args.some((each) => /^--explain(?:=|$)/.test(each));
    const paths = isExplained ? { min: 0, max: 0, name: "PATH" } : { min: 1, max: 1, name: "PATH" };
    const { values, positionals } = parseOptions(args, OPTIONS, paths);
    if (values.explain !== undefined) {
      explainRule(values.explain, stdout);
      return EXIT.ok;
    }
    const format = chooseOption("format", values.format, ["text", "json", "sarif"]);
    const dialects = values.dialect ?? [];
    if (!dialects.every(isCheckProfile))
      throw new UsageError(`--dialect is one of ${CHECK_PROFILES.join(", ")}`);
    const skill = await openPackage(positionals[0] ?? ".", { cwd, stderr });
    const judged = await scanPackage(skill, dialects.length === 0 ? {} : { dialects });
    const { status, reasons, vetting } = judged;
    const { report, reportDigest } = vetting;
    if (format === "json") printJson(stdout, { status, reasons, reportDigest, report }, 2);
    else if (format === "sarif") printJson(stdout, toSarif(judged), 2);
    else {
      printLine(stdout, `verdict         ${status}`);
      printLine(stdout, `package digest  ${report.packageDigest}`);
      printLine(stdout, `report digest   ${reportDigest}`);
      printLine(stdout, `engine          ${report.engineVersion}`);
      printLine(stdout, report.summary);
      printReasons(judged.format, stdout);
      for (const remark of judged.remarks) printLine(stdout, describeIssue(remark));
      for (const { severity, confidence, code, file, line, message, evidence, remedy } of report.findings) {
        printLine(stdout, `  ${severity} (${confidence}) ${code} ${file}:${line}: ${message}`);
        printLine(stdout, `      ${evidence}`);
        printLine(stdout, `      ${remedy}`);
      }
    }
    return status === "approved" ? EXIT.ok : EXIT.found;
  },
};
