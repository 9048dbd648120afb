import { indexLines } from "../reading/line-index";
import type { SourceFile } from "../reading/source-file";
import { HIGH_WEAK, LOW_STRONG, MEDIUM_STRONG, type Grade } from "../grade";
import type { Finding } from "../finding";
import { report, type Rule } from "../rule";
import { findAddresses, hostKind, isSuspiciousKind } from "../vocabulary/hosts";
import { findMisspelt, isKnownIndex, isPopular, type Ecosystem } from "../vocabulary/package-names";

const CODE = "suspicious.install_untrusted_source";

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
      if (name === "pyproject.toml") return checkBuildSystem(file, file.text);
      if (/^(?:package-lock|npm-shrinkwrap)\.json$/.test(name)) return checkLock(file, file.text);
      return name === "package.json" ? checkNodePackage(file, file.text) : [];
    });
  },
};

function checkRequirements(file: SourceFile, text: string): Finding[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    const found = gradeRequirement(line.trim());
    return found === null ? [] : [toFinding(file, found, { line: at + 1, evidence: line })];
  });
}

interface Graded {
  grade: Grade;
  message: string;
}

function toFinding(
  { path }: SourceFile,
  { grade, message }: Graded,
  seen: { line: number; evidence: string },
): Finding {
  return report(untrustedDependencies, { code: CODE, ...grade, file: path, message, ...seen });
}

function gradeRequirement(line: string): Graded | null {
  if (line === "" || line.startsWith("#")) return null;
  const [address] = findAddresses(line);
  if (address === undefined)
    return /^--trusted-host\b/.test(line)
      ? { grade: MEDIUM_STRONG, message: "Certificates are not checked for a package index." }
      : gradeName(line, "python");
  if (isSuspiciousKind(hostKind(address)))
    return { grade: HIGH_WEAK, message: `A package comes from ${address.host}.` };
  if (address.scheme === "http")
    return { grade: MEDIUM_STRONG, message: "A package is fetched without encryption." };
  if (isKnownIndex(address.host)) return null;
  const index = /^(?:-i|--index-url|--extra-index-url|-f|--find-links)\b/.test(line);
  return {
    grade: MEDIUM_STRONG,
    message: index ? `Packages are looked up at ${address.host}.` : `A package comes from ${address.host}.`,
  };
}

function gradeName(word: string, ecosystem: Ecosystem): Graded | null {
  const misspelt = findMisspelt(word, ecosystem);
  if (misspelt === null) return null;
  return {
    grade: MEDIUM_STRONG,
    message: `The package ${misspelt.name} is one letter off ${misspelt.known}.`,
  };
}

const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepare", "preuninstall"];
const FETCHES =
  /\b(?:curl|wget|iwr|irm|node\s+-e|python3?\s+-c|bash\s+-c|sh\s+-c|eval|base64|powershell)\b|https?:/;

function checkNodePackage(file: SourceFile, text: string): Finding[] {
  const parsed = readObject(text);
  const scripts = fieldsOf(parsed["scripts"]);
  const lines = indexLines(text);
  return checkNames(file, text, parsed).concat(
    INSTALL_SCRIPTS.flatMap((name) => {
      const script = scripts[name];
      if (typeof script !== "string") return [];
      const fetches = FETCHES.test(script);
      const message = fetches
        ? `The ${name} script fetches or builds code.`
        : `A ${name} script runs when the package is installed.`;
      const line = lines.lineAt(Math.max(0, text.indexOf(`"${name}"`)));
      const grade = fetches ? MEDIUM_STRONG : LOW_STRONG;
      return [toFinding(file, { grade, message }, { line, evidence: script })];
    }),
  );
}

const LISTS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** Dependencies from an address, and names one letter off. */
function checkNames(file: SourceFile, text: string, parsed: Record<string, unknown>): Finding[] {
  const lines = indexLines(text);
  return LISTS.flatMap((list) => Object.entries(fieldsOf(parsed[list]))).flatMap(([name, version]) => {
    const addressed =
      typeof version === "string" && version.includes("://")
        ? gradeRequirement(`${name} @ ${version}`)
        : null;
    const found = addressed ?? gradeName(name, "node") ?? gradeOther(name, String(version));
    if (found === null) return [];
    const line = lines.lineAt(Math.max(0, text.indexOf(`"${name}"`)));
    return [toFinding(file, found, { line, evidence: `${name} ${String(version)}` })];
  });
}

/** `npm:other@1.0.0` whose name is one letter off, or `somebody/repository` behind the name of a well-known package. */
function gradeOther(name: string, version: string): Graded | null {
  const alias = /^npm:(@?[\w./-]+?)(?:@[^@]*)?$/.exec(version)?.[1];
  if (alias !== undefined && gradeName(alias, "node") !== null) return gradeName(alias, "node");
  const repository = /^(?:github:|gitlab:|bitbucket:)?([\w-]+)\/([\w.-]+)(?:#.*)?$/.exec(version);
  if (repository === null || !isPopular(name, "node") || repository[1] === name) return null;
  return { grade: MEDIUM_STRONG, message: `What is called ${name} comes from ${repository[0]}.` };
}

/** A lock file says where each package really comes from. */
function checkLock(file: SourceFile, text: string): Finding[] {
  const lines = indexLines(text);
  return Array.from(text.matchAll(/"resolved"\s*:\s*"(https?:\/\/[^"]{1,500})"/g))
    .flatMap((match) => {
      const found = gradeRequirement(`locked @ ${match[1] ?? ""}`);
      if (found === null) return [];
      return [toFinding(file, found, { line: lines.lineAt(match.index), evidence: match[1] ?? "" })];
    })
    .slice(0, MAX_LOCKED);
}

const MAX_LOCKED = 5;

const REQUIREMENT =
  /["']([A-Za-z0-9][\w.-]*(?:\[[^\]"']*\])?\s*(?:@\s*[^"']{1,300}|[<>=!~][^"']{0,100})?)["']/g;

/** The lists of a pyproject.toml that are installed: `requires = [...]`, `dependencies = [...]`. */
function checkBuildSystem(file: SourceFile, text: string): Finding[] {
  const lines = indexLines(text);
  return Array.from(
    text.matchAll(/^\s*(?:requires|dependencies|dev)\s*=\s*\[([^[]{0,8000}?)\]\s*$/gm),
  ).flatMap((list) =>
    Array.from((list[1] ?? "").matchAll(REQUIREMENT)).flatMap((match) => {
      const requirement = match[1] ?? "";
      const found = gradeRequirement(requirement);
      if (found === null) return [];
      const line = lines.lineAt(list.index + list[0].indexOf(requirement));
      return [toFinding(file, found, { line, evidence: requirement })];
    }),
  );
}

function readObject(text: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
