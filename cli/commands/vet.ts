import { CHECK_PROFILES, isCheckProfile } from "@/lib/skill-format";
import { scanPackage } from "@/lib/vetting/scan-package";
import { EXIT, UsageError, type Command } from "../command";
import { printReasons } from "../judge-opened";
import { openPackage } from "../open-package";
import { chooseOption, parseOptions } from "../parse-options";
import { printJson, printLine } from "../print-line";

const help = `Usage: emporion vet PATH [options]

Judges a skill as a market judges every upload, by its format and for harmful content,
and prints the verdict, the findings and the digest of the report. The same engine
version and the same files give the same report digest on every machine: compare it
with the one a market shows. No findings is not no risk.

PATH is a skill's directory or a .skill archive.

  --format FORMAT   text (default), or json: { status, reasons, reportDigest,
                    report }
  --dialect NAME    read the package as this format, where it was uploaded as one

Exit code: 0 approved, 1 caution or rejected, 2 wrong usage, 3 the path cannot be
read or is no package.`;

const OPTIONS = { format: { type: "string" }, dialect: { type: "string", multiple: true } } as const;

/** `emporion vet`. */
export const command: Command = {
  help,
  async run(args, { stdout, stderr, cwd }) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "PATH" });
    const format = chooseOption("format", values.format, ["text", "json"]);
    const dialects = values.dialect ?? [];
    if (!dialects.every(isCheckProfile))
      throw new UsageError(`--dialect is one of ${CHECK_PROFILES.join(", ")}`);
    const skill = await openPackage(positionals[0] ?? ".", { cwd, stderr });
    const {
      status,
      reasons,
      format: decision,
      vetting,
    } = await scanPackage(skill, dialects.length === 0 ? {} : { dialects });
    const { report, reportDigest } = vetting;
    if (format === "json") printJson(stdout, { status, reasons, reportDigest, report }, 2);
    else {
      printLine(stdout, `verdict         ${status}`);
      printLine(stdout, `package digest  ${report.packageDigest}`);
      printLine(stdout, `report digest   ${reportDigest}`);
      printLine(stdout, `engine          ${report.engineVersion}`);
      printLine(stdout, report.summary);
      printReasons(decision, stdout);
      for (const { severity, confidence, code, file, line, message, evidence, remedy } of report.findings) {
        printLine(stdout, `  ${severity} (${confidence}) ${code} ${file}:${line}: ${message}`);
        printLine(stdout, `      ${evidence}`);
        printLine(stdout, `      ${remedy}`);
      }
    }
    return status === "approved" ? EXIT.ok : EXIT.found;
  },
};
