import { indexLines } from "../reading/line-index";
import type { SourceFile } from "../reading/source-file";
import type { Fact } from "./fact";
import { findMisspelt, isPopular, judgeInstall, type Ecosystem } from "./installs";

const LISTS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepare", "preuninstall"];
const FETCHES =
  /\b(?:curl|wget|iwr|irm|node\s+-e|python3?\s+-c|bash\s+-c|sh\s+-c|eval|base64|powershell)\b|https?:/;
const MAX_LOCKED = 5;
const REQUIREMENT =
  /["']([A-Za-z0-9][\w.-]*(?:\[[^\]"']*\])?\s*(?:@\s*[^"']{1,300}|[<>=!~][^"']{0,100})?)["']/g;

/** Dependencies of requirements.txt, pyproject.toml, package.json and lock files: their sources, slips and scripts. */
export function findDependencies(files: readonly SourceFile[]): Fact[] {
  return files.flatMap((file) => {
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    if (file.text === null) return [];
    if (/^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/.test(name)) return requirements(file, file.text);
    if (name === "pyproject.toml") return buildSystem(file, file.text);
    if (/^(?:package-lock|npm-shrinkwrap)\.json$/.test(name)) return lockFile(file, file.text);
    return name === "package.json" ? nodePackage(file, file.text) : [];
  });
}

function installs(
  file: SourceFile,
  words: readonly string[],
  ecosystem: Ecosystem,
  at: { line: number; evidence: string },
): Fact[] {
  const { object, traits } = judgeInstall(words, ecosystem);
  if (traits.length === 0) return [];
  return [
    {
      kind: "installs",
      object,
      file: file.path,
      origin: "carried",
      traits: [...traits, "listed"].sort(),
      ...at,
    },
  ];
}

function requirements(file: SourceFile, text: string): Fact[] {
  return text.split(/\r?\n/).flatMap((written, at) => {
    const line = written.trim();
    if (line === "" || line.startsWith("#")) return [];
    if (/^--trusted-host\b/.test(line))
      return [
        {
          kind: "weakens" as const,
          object: line,
          file: file.path,
          line: at + 1,
          origin: "carried" as const,
          traits: ["certificates"],
          evidence: line,
        },
      ];
    return installs(file, [line], "python", { line: at + 1, evidence: line });
  });
}

function nodePackage(file: SourceFile, text: string): Fact[] {
  const parsed = readObject(text);
  const lines = indexLines(text);
  const lineOf = (name: string) => lines.lineAt(Math.max(0, text.indexOf(`"${name}"`)));
  const scripts = fieldsOf(parsed["scripts"]);
  const listed = LISTS.flatMap((list) => Object.entries(fieldsOf(parsed[list])));
  const names = listed.flatMap(([name, version]): Fact[] => {
    const at = { line: lineOf(name), evidence: `${name} ${String(version)}` };
    const alias = /^npm:(@?[\w./-]+?)(?:@[^@]*)?$/.exec(String(version))?.[1];
    const repository = /^(?:github:|gitlab:|bitbucket:)?([\w-]+)\/([\w.-]+)(?:#.*)?$/.exec(String(version));
    if (repository !== null && isPopular(name) && repository[1] !== name)
      return [
        {
          kind: "installs",
          object: repository[0],
          file: file.path,
          origin: "carried",
          traits: ["elsewhere", "listed"],
          ...at,
        },
      ];
    const isSlip = alias !== undefined && findMisspelt(alias, "node") !== null;
    return installs(
      file,
      [isSlip ? alias : name, ...(String(version).includes("://") ? [String(version)] : [])],
      "node",
      at,
    );
  });
  const run = INSTALL_SCRIPTS.flatMap((name): Fact[] => {
    const script = scripts[name];
    if (typeof script !== "string") return [];
    const traits = FETCHES.test(script) ? ["fetching", "install-script"] : ["install-script"];
    return [
      {
        kind: "installs",
        object: `${name}: ${script}`,
        file: file.path,
        origin: "carried",
        line: lineOf(name),
        evidence: script,
        traits,
      },
    ];
  });
  return names.concat(run);
}

/** A lock file says where each package really comes from. */
function lockFile(file: SourceFile, text: string): Fact[] {
  const lines = indexLines(text);
  return Array.from(text.matchAll(/"resolved"\s*:\s*"(https?:\/\/[^"]{1,500})"/g))
    .flatMap((match) =>
      installs(file, [match[1] ?? ""], "other", {
        line: lines.lineAt(match.index),
        evidence: match[1] ?? "",
      }),
    )
    .slice(0, MAX_LOCKED);
}

/** The lists of a pyproject.toml that are installed: `requires = [...]`, `dependencies = [...]`. */
function buildSystem(file: SourceFile, text: string): Fact[] {
  const lines = indexLines(text);
  return Array.from(
    text.matchAll(/^\s*(?:requires|dependencies|dev)\s*=\s*\[([^[]{0,8000}?)\]\s*$/gm),
  ).flatMap((list) =>
    Array.from((list[1] ?? "").matchAll(REQUIREMENT)).flatMap((match) => {
      const requirement = match[1] ?? "";
      const line = lines.lineAt(list.index + list[0].indexOf(requirement));
      return installs(file, [requirement], "python", { line, evidence: requirement });
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

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
