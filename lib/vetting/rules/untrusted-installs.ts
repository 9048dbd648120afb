import { HIGH_WEAK, MEDIUM_STRONG, type Grade } from "../grade";
import { isRegistration } from "../reading/embedded/registered-servers";
import type { ShellCommand } from "../reading/shell/shell-commands";
import type { ShellUnit } from "../reading/units";
import type { Rule } from "../rule";
import { pipelineText, reportPlaces, type Place } from "../match-places";
import { findAddresses, hostKind, isSuspiciousKind } from "../vocabulary/hosts";
import { findMisspelt, isKnownIndex, isOwnPlace, type Ecosystem } from "../vocabulary/package-names";

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

/**
 * The words that name what `pip install`, `npx`, `deno run` and the like fetch; null for a command that
 * installs nothing.
 */
function readInstall({ name, words }: ShellCommand): Install | null {
  const rest = words.slice(1).map((word) => word.text);
  if (/^python[\d.]*$/.test(name))
    return rest[0] === "-m" && rest[1] === "pip" ? readPip(rest.slice(2)) : null;
  if (/^pip[\d.]*$/.test(name)) return readPip(rest);
  if (name === "uv")
    return rest[0] === "pip" ? readPip(rest.slice(1)) : readVerb("python", rest, /^(?:run|tool)$/);
  if (name === "uvx" || (name === "pipx" && rest[0] === "run"))
    return { ecosystem: "python", words: runWords(rest) };
  if (name === "pipx") return readPip(rest);
  if (/^(?:npx|bunx|pnpx)$/.test(name)) return { ecosystem: "node", words: runWords(rest) };
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name)) return readVerb("node", rest, /^(?:exec|dlx|x)$/);
  if (name === "deno") return readVerb("other", rest, /^run$/);
  if (name === "gem" || name === "cargo") return readVerb("other", rest, /^$/);
  // A server of tools that runs elsewhere is named by its address alone.
  const isRemote =
    (name === "kubectl" && /^(?:apply|create)$/.test(rest[0] ?? "")) || isRegistration(name, words);
  return isRemote ? { ecosystem: "cluster", words: rest } : null;
}

const readPip = (words: readonly string[]) => readVerb("python", words, /^$/);

/** `install a b` fetches each, `run a b` fetches `a` and hands `b` to it. */
function readVerb(
  ecosystem: Ecosystem,
  [verb = "", ...words]: readonly string[],
  runs: RegExp,
): Install | null {
  if (/^(?:install|add|i)$/.test(verb)) return { ecosystem, words };
  if (/^(?:config|set)$/.test(verb)) return namesIndex(words) ? { ecosystem, words } : null;
  return runs.test(verb) ? { ecosystem, words: runWords(words) } : null;
}

/** `config set registry URL`: whatever is installed from now on comes from there. */
const namesIndex = (words: readonly string[]) =>
  words.some((word) =>
    /^(?:@[\w-]+:)?registry\b|^(?:global|install|user)\.(?:extra-)?index-url\b/.test(word),
  );

const NAMES_SOURCE =
  /^(?:--(?:from|with|spec|package|registry|index-url|extra-index-url|index|find-links)|-p)(?:=|$)/;

/** The first word that is no option, and what options name as a source. */
function runWords(words: readonly string[]): string[] {
  const first = words.findIndex(
    (word, at) => !word.startsWith("-") && !NAMES_SOURCE.test(words[at - 1] ?? ""),
  );
  const options = first === -1 ? words : words.slice(0, first);
  const named = options.filter(
    (word, at) => NAMES_SOURCE.test(word) || NAMES_SOURCE.test(options[at - 1] ?? ""),
  );
  return first === -1 ? named : [...named, words[first] ?? ""];
}

function gradeInstall({ ecosystem, words }: Install): { grade: Grade; message: string } | null {
  for (const address of words.flatMap(findAddresses)) {
    if (isSuspiciousKind(hostKind(address)))
      return { grade: HIGH_WEAK, message: `What is installed comes from ${address.host}.` };
    if (address.scheme === "http" && !isOwnPlace(address.host))
      return { grade: MEDIUM_STRONG, message: "What is installed is fetched without encryption." };
    const isKnown = isKnownIndex(address.host) && !address.host.startsWith("gist.");
    if (ecosystem !== "cluster" && !isKnown && !isOwnPlace(address.host))
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
