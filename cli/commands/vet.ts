import { CHECK_PROFILES, checkSkill, isCheckProfile } from "@/lib/skill-format";
import { readVettingFacts } from "@/lib/vetting/read-vetting-facts";
import { vetPackage } from "@/lib/vetting/vet-package";
import { EXIT, UsageError, type Command } from "../command";
import { openPackage } from "../open-package";
import { chooseOption, parseOptions } from "../parse-options";
import { printJson, printLine } from "../print-line";

const help = `Usage: emporion vet PATH [options]

Scans a skill for harmful content, as a market does with every upload, and prints the
verdict, the findings and the digest of the report. The same engine version and the
same files give the same report digest on every machine: compare it with the one a
market shows. No findings is not no risk.

PATH is a skill's directory or a .skill archive.

  --format FORMAT   text (default), or json: { reportDigest, report }
  --dialect NAME    read the package as this format, where it was uploaded as one

Exit code: 0 approved, 1 caution or rejected, 2 wrong usage, 3 the path cannot be
read or is no package.`;

const OPTIONS = { format: { type: "string" }, dialect: { type: "string", multiple: true } } as const;

/** `emporion vet`. */
export const command: Command = {
  help,
  async run(args, { stdout, cwd }) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "PATH" });
    const format = chooseOption("format", values.format, ["text", "json"]);
    const dialects = values.dialect ?? [];
    if (!dialects.every(isCheckProfile))
      throw new UsageError(`--dialect is one of ${CHECK_PROFILES.join(", ")}`);
    const skill = await openPackage(positionals[0] ?? ".", cwd);
    const files = new Map(skill.files.map(({ path, bytes }) => [path, bytes]));
    const { manifest } = checkSkill({ files, ...(dialects.length === 0 ? {} : { dialects }) });
    const { report, reportDigest } = vetPackage({
      files: skill.files,
      facts: readVettingFacts(manifest),
    });
    if (format === "json") printJson(stdout, { reportDigest, report }, 2);
    else {
      printLine(stdout, `verdict         ${report.verdict}`);
      printLine(stdout, `package digest  ${report.packageDigest}`);
      printLine(stdout, `report digest   ${reportDigest}`);
      printLine(stdout, `engine          ${report.engineVersion}`);
      printLine(stdout, report.summary);
      for (const { severity, confidence, code, file, line, message, evidence, remedy } of report.findings) {
        printLine(stdout, `  ${severity} (${confidence}) ${code} ${file}:${line}: ${message}`);
        printLine(stdout, `      ${evidence}`);
        printLine(stdout, `      ${remedy}`);
      }
    }
    return report.verdict === "approved" ? EXIT.ok : EXIT.found;
  },
};
