import { VOCABULARY } from "../vocabulary/data";
import { findAddresses, hostTraits, isListed, isOwnPlace } from "./hosts";
import type { ShellCommand } from "./shell-values";

export type Ecosystem = "python" | "node" | "other";

export interface Install {
  readonly object: string;
  readonly traits: readonly string[];
}

/** Something to be installed, written in a command or a list of dependencies: where it comes from, and whether its name is a slip. */
export function judgeInstall(words: readonly string[], ecosystem: Ecosystem): Install {
  for (const address of words.flatMap((word) => findAddresses(word))) {
    const traits = hostTraits(address).filter((trait) =>
      /^(?:bare-address|collector|drop|shortener|unencrypted)$/.test(trait),
    );
    const isKnown = isListed(address.host, "indexes") && !address.host.startsWith("gist.");
    if (!isKnown && !isOwnPlace(address.host))
      return { object: address.url, traits: [...traits, "elsewhere"] };
    if (traits.length > 0 && !isOwnPlace(address.host)) return { object: address.url, traits };
  }
  const misspelt = words.map((word) => findMisspelt(word, ecosystem)).find((found) => found !== null);
  if (misspelt) return { object: `${misspelt.name} (${misspelt.known})`, traits: ["misspelt"] };
  return { object: words.filter((word) => !word.startsWith("-")).join(" "), traits: [] };
}

/** What `pip install`, `npx`, `deno run` and the like fetch; null for a command that installs nothing. */
export function readInstall({ name, words }: ShellCommand): Install | null {
  const rest = words.slice(1).map(({ text }) => text);
  const [verb = "", ...after] = rest;
  const judged = (ecosystem: Ecosystem, those: readonly string[]) =>
    those.length === 0 ? null : judgeInstall(those, ecosystem);
  if (/^python[\d.]*$/.test(name))
    return verb === "-m" && after[0] === "pip" ? pip(after.slice(1), judged) : null;
  if (/^pip[\d.]*$/.test(name) || name === "pipx")
    return verb === "run" ? judged("python", runWords(after)) : pip(rest, judged);
  if (name === "uv")
    return verb === "pip"
      ? pip(after, judged)
      : /^(?:run|tool)$/.test(verb)
        ? judged("python", runWords(after))
        : pip(rest, judged);
  if (name === "uvx") return judged("python", runWords(rest));
  if (/^(?:npx|bunx|pnpx)$/.test(name)) return judged("node", runWords(rest));
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name)) {
    if (/^(?:install|add|i|ci)$/.test(verb)) return judged("node", after);
    if (/^(?:exec|dlx|x)$/.test(verb)) return judged("node", runWords(after));
    const setsRegistry = /^(?:config|set)$/.test(verb) && after.some((word) => /registry/.test(word));
    return setsRegistry ? judged("node", after) : null;
  }
  if (/^(?:gem|cargo|go|brew)$/.test(name) && /^(?:install|add|get|tap)$/.test(verb))
    return judged("other", after);
  if (name === "deno" && verb === "run")
    return judged(
      "other",
      runWords(after).filter((word) => word.includes("://")),
    );
  const registers =
    /^(?:claude|codex|gemini|openclaw|qwen|opencode)$/.test(name) &&
    verb === "mcp" &&
    (after[0] ?? "").startsWith("add");
  const started = after.findIndex((word) => /^(?:npx|uvx|bunx|pipx|deno)$/.test(word));
  if (registers && started !== -1)
    return judged(
      after[started] === "npx" || after[started] === "bunx" ? "node" : "python",
      runWords(after.slice(started + 1)),
    );
  const object = after.find((word) => word.startsWith("{"));
  if (registers && object !== undefined)
    return judged(
      "node",
      Array.from(object.matchAll(/"([^"]{1,300})"/g), (match) => match[1] ?? ""),
    );
  const applies = name === "kubectl" && /^(?:apply|create)$/.test(verb);
  if (!registers && !applies) return null;
  const install = judgeInstall(after, "other");
  return { object: install.object, traits: install.traits.filter((trait) => trait !== "elsewhere") };
}

function pip(
  [verb = "", ...words]: readonly string[],
  judged: (ecosystem: Ecosystem, words: readonly string[]) => Install | null,
): Install | null {
  const setsIndex = verb === "config" && words.some((word) => /index-url/.test(word));
  return /^(?:install|add|i|download)$/.test(verb) || setsIndex ? judged("python", words) : null;
}

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

const SHORTEST = 5;
const LISTED = { python: new Set(VOCABULARY.packages.python), node: new Set(VOCABULARY.packages.node) };
const HONEST = new Set(VOCABULARY.packages.honest);

/** A name that is one slip of a hurried typist away from a well-known one. */
export function findMisspelt(word: string, ecosystem: Ecosystem): { name: string; known: string } | null {
  if (ecosystem === "other" || word.startsWith("-")) return null;
  const name = /^(@?[\p{L}0-9][\p{L}\w./-]{0,100}?)(?:\[[^\]]{0,80}\])?(?:@[\w.^~-]*|[<>=!~^ ;].*)?$/iu
    .exec(word.slice(0, 200))?.[1]
    ?.toLowerCase();
  if (name === undefined || name.length < SHORTEST || HONEST.has(name)) return null;
  const plain = ecosystem === "python" ? name.replace(/[_.]/g, "-") : name;
  if (LISTED[ecosystem].has(plain)) return null;
  const known = VOCABULARY.packages[ecosystem].find(
    (each) => each.length > SHORTEST && isOneSlip(plain, each),
  );
  return known === undefined ? null : { name, known };
}

/** True for a package that many know by name. */
export const isPopular = (name: string): boolean => LISTED.node.has(name);

/** Letters that one is easily taken for the other. */
const ALIKE = /^(?:il|li|1l|l1|i1|1i|o0|0o|mn|nm|\.-|-\.|_-|-_)$/;

/**
 * True if one slip makes one of the other: two letters turned around, one doubled or left out inside, or one taken for
 * another that looks like it. Other letters are exchanged by honest names too (`pandas`, `candas`).
 */
function isOneSlip(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1 || name === known) return false;
  let from = 0;
  while (from < name.length && name.charAt(from) === known.charAt(from)) from++;
  let rest = 0;
  while (rest < Math.min(name.length, known.length) - from && name.at(-1 - rest) === known.at(-1 - rest))
    rest++;
  const [a, b] = [name.slice(from, name.length - rest), known.slice(from, known.length - rest)];
  if (a.length === 2 && b.length === 2) return a.charAt(0) === b.charAt(1) && a.charAt(1) === b.charAt(0);
  if (a.length === 1 && b.length === 1) return ALIKE.test(a + b);
  if (a.length === 1 && b === "") return /[a-z]/.test(a) && a === name.charAt(from - 1) && from < name.length;
  return a === "" && /^[a-z]$/.test(b) && from > 0 && rest > 0;
}
