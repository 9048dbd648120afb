import { indexLines } from "../../reading/line-index";
import { readPieces } from "../../reading/long-lines";
import type { SourceFile } from "../../reading/source-file";
import { gradeByOrigin, HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, MEDIUM_WEAK, type Grade } from "../../grade";
import type { Finding } from "../../finding";
import type { Origin } from "../../reading/units";
import { report, type Rule } from "../../rule";
import { findAddresses, hostKind } from "../../vocabulary/hosts";
import * as words from "../../vocabulary/windows-commands";

const CODE = "malicious.install_terminal_payload";
const DESTRUCTIVE = "malicious.destructive_command";
const PERSISTENCE = "suspicious.persistence";

/** Sees the same tricks in PowerShell and Windows commands, line by line. */
export const windowsPayload: Rule = {
  id: "windows-payload",
  title: "A Windows command downloads and runs something, hides what it runs, or harms the machine",
  why: "PowerShell one-liners that fetch a script and run it in memory, or take it encoded, are the Windows form of curl | sh; others switch the protection off, empty a drive or come back with every session.",
  remedy:
    "Put the code into the package, or install a released version from a package manager; leave the settings of the machine to the person.",
  codes: [CODE, DESTRUCTIVE, PERSISTENCE],
  check({ files }) {
    return files.flatMap((file) =>
      file.text === null || !words.SPEAKS_WINDOWS.test(file.text) ? [] : checkFile(file, file.text),
    );
  },
};

interface Found {
  readonly code: string;
  readonly grade: Grade;
  readonly message: string;
}

function checkFile(file: SourceFile, text: string): Finding[] {
  const lines = indexLines(text);
  const downloads = words.SAVES_AS.test(text) ? new Set<string>() : null;
  const findings: Finding[] = [];
  for (const { text: line, start } of readPieces(text)) {
    const found = judgeLine(line) ?? judgeStart(line, file, downloads);
    const grade = found === null ? null : weigh(found, line, file);
    if (found === null || grade === null) continue;
    const { code, message } = found;
    const place = { file: file.path, line: lines.lineAt(start), message, evidence: line };
    findings.push(report(windowsPayload, { code, ...grade, ...place }));
  }
  return findings;
}

/** A document tells a person what to set up; a script does it unasked. */
function weigh({ code, grade }: Found, line: string, file: SourceFile): Grade | null {
  if (code === PERSISTENCE && file.language === "markdown") return null;
  const origin: Origin =
    file.language !== "markdown"
      ? "script"
      : WARNS.test(line)
        ? "discussed"
        : file.isSkillDocument
          ? "skill"
          : "document";
  return gradeByOrigin(grade, origin, file.isSkillDocument);
}

function judgeLine(line: string): Found | null {
  const message = "A Windows command fetches something and runs it, or hides what it runs.";
  if (words.ENCODED.test(line) || words.LIVING_OFF.test(line))
    return { code: CODE, grade: HIGH_STRONG, message };
  if (words.DISARMS.test(line))
    return {
      code: CODE,
      grade: HIGH_STRONG,
      message: "A Windows command takes the protection of the machine away.",
    };
  if (words.EXCLUDES.test(line))
    return {
      code: CODE,
      grade: HIGH_WEAK,
      message: "A Windows command hides a place from the protection of the machine.",
    };
  if (words.DELETES_EVERYTHING.test(line))
    return { code: DESTRUCTIVE, grade: HIGH_STRONG, message: "A Windows command empties a home or a drive." };
  if (words.STAYS.test(line))
    return {
      code: PERSISTENCE,
      grade: MEDIUM_STRONG,
      message: "A Windows command comes back with the next session.",
    };
  if (!words.FETCHES.test(line) || !words.RUNS.test(line)) return null;
  const grade = gradeSource(line);
  return grade === null ? null : { code: CODE, grade, message };
}

function gradeSource(line: string): Grade | null {
  const kinds = findAddresses(line).map(hostKind);
  if (kinds.length > 0 && kinds.every((kind) => kind === "installer")) return null;
  return kinds.some((kind) => kind !== "other" && kind !== "installer") ? HIGH_STRONG : MEDIUM_STRONG;
}

/** A downloaded program that a later line starts; in a document it is a step that a person takes. */
function judgeStart(written: string, file: SourceFile, downloads: Set<string> | null): Found | null {
  if (downloads === null) return null;
  const line = written.replace(JOINED, "$1/$2");
  const started = Array.from(line.matchAll(words.STARTS_FILE), (match) => nameOf(match[1] ?? ""));
  const saved = words.SAVES_AS.exec(line)
    ?.slice(1)
    .find((name) => name !== undefined);
  const runs = started.some((name) => downloads.has(name));
  if (saved !== undefined && gradeSource(line) !== null) downloads.add(nameOf(saved));
  if (!runs) return null;
  const grade = file.language === "windows" ? MEDIUM_STRONG : MEDIUM_WEAK;
  return { code: CODE, grade, message: "A downloaded program is started." };
}

/** `(Join-Path $folder 'name')` is the path that it makes. */
const JOINED = /\(\s*Join-Path\s+([^\s()"']{1,200})\s+["']?([^\s()"']{1,200})["']?\s*\)/gi;

const nameOf = (path: string) =>
  path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();

const WARNS = /\b(?:never|don'?t|do not|malicious|attack|detect|suspicious|block|example of)\b/i;
