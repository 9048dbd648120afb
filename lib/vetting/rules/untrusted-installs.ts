import { HIGH_WEAK, MEDIUM_STRONG, type Grade } from "../grade";
import type { ShellCommand } from "../reading/shell-commands";
import type { ShellUnit } from "../reading/units";
import type { Rule } from "../rule";
import { pipelineText, reportPlaces, type Place } from "../sightings";
import { findAddresses, hostKind, isSuspiciousKind } from "../vocabulary/hosts";
import { findMisspelt, isKnownIndex, type Ecosystem } from "../vocabulary/package-names";

const CODE = "suspicious.install_untrusted_source";

/** Sees commands that install from a place no package manager's review has seen, and names that are misspelt. */
export const untrustedInstalls: Rule = {
  id: "untrusted-installs",
  title: "A command installs from an unusual source, or a package whose name is misspelt",
  why: "Installing is running: what lies at an address can change at any time, and a name that is one letter off belongs to somebody else.",
  remedy: "Use released versions from the public index, under the names their authors gave them.",
  codes: [CODE],
  check(context) {
    return reportPlaces(untrustedInstalls, context.units.shell.flatMap(checkShell));
  },
};

function checkShell(unit: ShellUnit): Place[] {
  return unit.script.pipelines.flatMap(({ commands, start }) =>
    commands.flatMap((command): Place[] => {
      const install = readInstall(command);
      if (install === null) return [];
      const found = gradeInstall(install);
      return found === null
        ? []
        : [{ unit, offset: start, code: CODE, ...found, evidence: pipelineText(commands) }];
    }),
  );
}

interface Install {
  readonly ecosystem: Ecosystem;
  readonly words: readonly string[];
}

const PYTHON = /^(?:pip[\d.]*|pipx|uvx)$/;
const NODE = /^(?:npm|pnpm|yarn|bun|npx|bunx|pnpx)$/;

/** The words behind `pip install`, `npx`, `deno run` and the like; null for a command that installs nothing. */
function readInstall({ name, words }: ShellCommand): Install | null {
  const all = words.map((word) => word.text);
  const rest = all.slice(1);
  if (/^python[\d.]*$/.test(name) && rest[0] === "-m" && rest[1] === "pip")
    return installOf("python", rest.slice(2));
  if (name === "uv") return installOf("python", rest[0] === "pip" ? rest.slice(1) : rest);
  if (name === "uvx" || (name === "pipx" && rest[0] === "run")) return { ecosystem: "python", words: rest };
  if (PYTHON.test(name)) return installOf("python", rest);
  if (/^(?:npx|bunx|pnpx)$/.test(name)) return { ecosystem: "node", words: rest };
  if (NODE.test(name)) return installOf("node", rest);
  if (name === "deno" || name === "gem" || name === "cargo") return installOf("other", rest);
  return name === "kubectl" && /^(?:apply|create)$/.test(rest[0] ?? "")
    ? { ecosystem: "cluster", words: rest }
    : null;
}

function installOf(ecosystem: Ecosystem, words: readonly string[]): Install | null {
  return /^(?:install|add|i|run|exec|dlx|x|tool)$/.test(words[0] ?? "")
    ? { ecosystem, words: words.slice(1) }
    : null;
}

function gradeInstall({ ecosystem, words }: Install): { grade: Grade; message: string } | null {
  for (const address of words.flatMap(findAddresses)) {
    if (isSuspiciousKind(hostKind(address)))
      return { grade: HIGH_WEAK, message: `What is installed comes from ${address.host}.` };
    if (address.scheme === "http" && !isOwnPlace(address.host))
      return { grade: MEDIUM_STRONG, message: "What is installed is fetched without encryption." };
    if (ecosystem !== "cluster" && !isKnownIndex(address.host) && !isOwnPlace(address.host))
      return { grade: MEDIUM_STRONG, message: `What is installed comes from ${address.host}.` };
  }
  const misspelt = words
    .filter((word) => !word.startsWith("-"))
    .map((word) => findMisspelt(word, ecosystem))
    .find((found) => found !== null);
  if (misspelt === undefined || misspelt === null) return null;
  return {
    grade: MEDIUM_STRONG,
    message: `The package ${misspelt.name} is one letter off ${misspelt.known}.`,
  };
}

/** This machine, a place of the reader's own, or one that stands for it in an example. */
function isOwnPlace(host: string): boolean {
  return /^(?:localhost|127\.|10\.|192\.168\.|\[::1)|^(?:[\w-]+\.)*(?:example\.(?:com|org|net)|local|lan|internal|corp|test)$|(?:^|[.-])(?:your|my|company|internal)\b|[$<{]/.test(
    host,
  );
}
