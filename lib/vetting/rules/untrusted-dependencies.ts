import { indexLines } from "../reading/line-index";
import type { SourceFile } from "../reading/source-file";
import { HIGH_WEAK, LOW_STRONG, MEDIUM_STRONG, type Grade } from "../grade";
import type { Finding } from "../finding";
import { report, type Rule } from "../rule";
import { findAddresses, hostKind, isSuspiciousKind } from "../vocabulary/hosts";

const CODE = "suspicious.install_untrusted_source";
const KNOWN_INDEX =
  /(?:^|\.)(?:pypi\.org|pythonhosted\.org|pytorch\.org|nvidia\.com|npmjs\.org|npmjs\.com|yarnpkg\.com|github\.com|gitlab\.com|huggingface\.co|conda\.anaconda\.org)$/;

/** Reads requirements.txt and package.json for sources and scripts that the package managers' own review never saw. */
export const untrustedDependencies: Rule = {
  id: "untrusted-dependencies",
  title: "Dependencies come from an unusual source, or run a script when installed",
  why: "Installing is running: a package from a private index, a bare URL or with an install script runs code before anybody has used the skill.",
  remedy: "Use released versions from the public index, and no install scripts.",
  codes: [CODE],
  check({ files }) {
    return files.flatMap((file) => {
      const name = file.path.slice(file.path.lastIndexOf("/") + 1);
      if (file.text === null) return [];
      if (/^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/.test(name))
        return checkRequirements(file, file.text);
      return name === "package.json" ? checkNodePackage(file, file.text) : [];
    });
  },
};

function checkRequirements(file: SourceFile, text: string): Finding[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    const found = gradeRequirement(line.trim());
    if (found === null) return [];
    const { grade, message } = found;
    return [
      report(untrustedDependencies, {
        code: CODE,
        ...grade,
        file: file.path,
        line: at + 1,
        message,
        evidence: line,
      }),
    ];
  });
}

function gradeRequirement(line: string): { grade: Grade; message: string } | null {
  if (line === "" || line.startsWith("#")) return null;
  const [address] = findAddresses(line);
  if (address === undefined)
    return /^--trusted-host\b/.test(line)
      ? { grade: MEDIUM_STRONG, message: "Certificates are not checked for a package index." }
      : null;
  if (isSuspiciousKind(hostKind(address)))
    return { grade: HIGH_WEAK, message: `A package comes from ${address.host}.` };
  if (address.scheme === "http")
    return { grade: MEDIUM_STRONG, message: "A package is fetched without encryption." };
  if (KNOWN_INDEX.test(address.host)) return null;
  const index = /^(?:-i|--index-url|--extra-index-url|-f|--find-links)\b/.test(line);
  return {
    grade: MEDIUM_STRONG,
    message: index ? `Packages are looked up at ${address.host}.` : `A package comes from ${address.host}.`,
  };
}

const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepare", "preuninstall"];
const FETCHES =
  /\b(?:curl|wget|iwr|irm|node\s+-e|python3?\s+-c|bash\s+-c|sh\s+-c|eval|base64|powershell)\b|https?:/;

function checkNodePackage(file: SourceFile, text: string): Finding[] {
  const scripts = readScripts(text);
  const lines = indexLines(text);
  return INSTALL_SCRIPTS.flatMap((name) => {
    const script = scripts[name];
    if (typeof script !== "string") return [];
    const fetches = FETCHES.test(script);
    const message = fetches
      ? `The ${name} script fetches or builds code.`
      : `A ${name} script runs when the package is installed.`;
    const line = lines.lineAt(Math.max(0, text.indexOf(`"${name}"`)));
    return [
      report(untrustedDependencies, {
        code: CODE,
        ...(fetches ? MEDIUM_STRONG : LOW_STRONG),
        file: file.path,
        line,
        message,
        evidence: script,
      }),
    ];
  });
}

function readScripts(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null || !("scripts" in parsed)) return {};
    const { scripts } = parsed;
    return typeof scripts === "object" && scripts !== null ? { ...scripts } : {};
  } catch {
    return {};
  }
}
