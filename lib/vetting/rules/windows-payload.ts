import { indexLines } from "../reading/line-index";
import type { SourceFile } from "../reading/source-file";
import { gradeByOrigin, HIGH_STRONG, MEDIUM_STRONG, type Grade } from "../grade";
import type { Finding } from "../finding";
import type { Origin } from "../reading/units";
import { report, type Rule } from "../rule";
import { findAddresses, hostKind } from "../vocabulary/hosts";

const CODE = "malicious.install_terminal_payload";
const MAX_LINE = 4000;

/** Sees the same tricks in PowerShell and Windows commands, line by line. */
export const windowsPayload: Rule = {
  id: "windows-payload",
  title: "A Windows command downloads and runs something, or hides what it runs",
  why: "PowerShell one-liners that fetch a script and run it in memory, or take it encoded, are the Windows form of curl | sh.",
  remedy: "Put the code into the package, or install a released version from a package manager.",
  codes: [CODE],
  check({ files }) {
    return files.flatMap((file) =>
      file.text === null || !SPEAKS_WINDOWS.test(file.text) ? [] : checkFile(file, file.text),
    );
  },
};

const SPEAKS_WINDOWS =
  /\b(?:powershell|pwsh|iex|iwr|irm|Invoke-(?:Expression|WebRequest|RestMethod)|certutil|bitsadmin|mshta|regsvr32|rundll32|DownloadString|DownloadFile)\b/i;
const FETCHES =
  /\b(?:iwr|irm|curl|wget|Invoke-(?:WebRequest|RestMethod)|DownloadString|DownloadFile|DownloadData)\b/i;
const RUNS =
  /(?:\|\s*(?:iex|Invoke-Expression)\b|\b(?:iex|Invoke-Expression)\b\s*[("'$&]|\b(?:iex|Invoke-Expression)\s+\(?\s*(?:iwr|irm|New-Object))/i;
const ENCODED =
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,300}\s-e(?:nc(?:odedcommand)?|c)?\s+["']?[A-Za-z0-9+/=]{40,}/i;
const LIVING_OFF =
  /\bcertutil(?:\.exe)?\b[^\n]{0,200}-urlcache|\bbitsadmin\b[^\n]{0,200}\/transfer|\bmshta(?:\.exe)?\s+["']?(?:https?:|javascript:|vbscript:)|\bregsvr32\b[^\n]{0,100}\/i:https?:|\brundll32\b[^\n]{0,100}javascript:/i;

function checkFile(file: SourceFile, text: string): Finding[] {
  const lines = indexLines(text);
  let at = 0;
  const findings: Finding[] = [];
  for (const line of text.split("\n")) {
    const grade = gradeLine(line.slice(0, MAX_LINE), file);
    if (grade !== null) {
      const message = "A Windows command fetches something and runs it, or hides what it runs.";
      findings.push(
        report(windowsPayload, {
          code: CODE,
          ...grade,
          file: file.path,
          line: lines.lineAt(at),
          message,
          evidence: line,
        }),
      );
    }
    at += line.length + 1;
  }
  return findings;
}

function gradeLine(line: string, file: SourceFile): Grade | null {
  const origin: Origin =
    file.language !== "markdown"
      ? "script"
      : WARNS.test(line)
        ? "discussed"
        : file.isSkillDocument
          ? "skill"
          : "document";
  const weigh = (grade: Grade) => gradeByOrigin(grade, origin, file.isSkillDocument);
  if (ENCODED.test(line) || LIVING_OFF.test(line)) return weigh(HIGH_STRONG);
  if (!FETCHES.test(line) || !RUNS.test(line)) return null;
  const kinds = findAddresses(line).map(hostKind);
  if (kinds.length > 0 && kinds.every((kind) => kind === "installer")) return null;
  return weigh(kinds.some((kind) => kind !== "other" && kind !== "installer") ? HIGH_STRONG : MEDIUM_STRONG);
}

const WARNS = /\b(?:never|don'?t|do not|malicious|attack|detect|suspicious|block|example of)\b/i;
