import { shellText } from "./literals/literals";

/** One demand on a version, for instance `>= 2.28`. */
export interface VersionDemand {
  readonly operator: "==" | "!=" | ">=" | "<=" | ">" | "<" | "~=";
  readonly version: string;
}

export interface PythonRequirement {
  /** As written. */
  readonly text: string;
  /** In the form in which names are equal: lower case, one hyphen for each run of `-_.`. */
  readonly name: string;
  readonly demands: readonly VersionDemand[];
}

const NAME = String.raw`[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?`;
const DEMAND = String.raw`(?:==|!=|>=|<=|~=|>|<)\s*[0-9A-Za-z][0-9A-Za-z.*+!_-]{0,63}`;
const REQUIREMENT = new RegExp(
  String.raw`^(${NAME})(?:\[[A-Za-z0-9._,\s-]{0,100}\])?\s*((?:${DEMAND})(?:\s*,\s*${DEMAND}){0,9})?$`,
);
const NODE_PACKAGE =
  /^(?:@[a-z0-9-][a-z0-9._-]{0,60}\/)?[a-z0-9-][a-z0-9._-]{0,60}(?:@[0-9A-Za-z^~<>=.*+-]{1,60})?$/;
const MAX_CHARACTERS = 300;

/**
 * Reads a name with demands (the part of PEP 508 that skills use); null for anything else, an option or an address
 * above all.
 */
export function readPythonRequirement(text: string): PythonRequirement | null {
  const given = text.trim();
  const match = given.length <= MAX_CHARACTERS ? REQUIREMENT.exec(given) : null;
  if (!match) return null;
  const demands = (match[2] ?? "").split(",").flatMap((part) => readDemand(part.trim()));
  return { text: given, name: normalName(match[1] ?? ""), demands };
}

function readDemand(text: string): VersionDemand[] {
  const match = /^(==|!=|>=|<=|~=|>|<)\s*(.+)$/.exec(text);
  return match ? [{ operator: match[1] as VersionDemand["operator"], version: match[2] ?? "" }] : [];
}

/** A Python package's name as names are compared. */
export function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

/** True and false only where both are plain numbered releases; null where that cannot be told. */
export function meetsDemand(installed: string, { operator, version }: VersionDemand): boolean | null {
  const [have, want] = [readRelease(installed), readRelease(version)];
  if (have === null || want === null) return null;
  const order = compareReleases(have, want);
  switch (operator) {
    case "==":
      return order === 0;
    case "!=":
      return order !== 0;
    case ">=":
      return order >= 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case "<":
      return order < 0;
    case "~=":
      return want.length < 2
        ? null
        : order >= 0 && compareReleases(have.slice(0, want.length - 1), want.slice(0, -1)) === 0;
  }
}

function readRelease(text: string): number[] | null {
  return /^v?\d{1,9}(?:\.\d{1,9}){0,9}$/.test(text.trim())
    ? text.trim().replace(/^v/, "").split(".").map(Number)
    : null;
}

function compareReleases(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * A command that installs what is named properly; null when nothing is. What an author wrote is one quoted word each.
 */
export function installPythonCommand(requirements: readonly string[]): string | null {
  const words = requirements.flatMap((text) => readPythonRequirement(text)?.text ?? []);
  return words.length === 0 ? null : `python3 -m pip install ${words.map(shellText).join(" ")}`;
}

export function installNodeCommand(packages: readonly string[]): string | null {
  const words = packages
    .map((text) => text.trim())
    .filter((text) => NODE_PACKAGE.test(text) && !text.startsWith("-"));
  return words.length === 0 ? null : `npm install ${words.map(shellText).join(" ")}`;
}
