import { compareVersions } from "@/lib/skill-format";

const MAX_CHARACTERS = 64;
const RANGE = /^([\^~]?)(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;
const EXACT = /^[\w.+-]+$/;

/**
 * Whether a text is a range of a set, as npm writes them: `*` for every release, `^1.2.0` for those that keep what 1.2.0
 * promises, `~1.2.0` for its patches, or one version.
 */
export function isSetRange(text: string): boolean {
  return text === "*" || (text.length <= MAX_CHARACTERS && (RANGE.test(text) || EXACT.test(text)));
}

/** Whether a release is in a range. A version that is named alone is in it whatever it is, also a pre-release. */
export function satisfiesRange(version: string, range: string): boolean {
  if (version === range || range === "*") return true;
  const [, sign = "", ...numbers] = RANGE.exec(range) ?? [];
  if (sign === "") return false;
  const lowest = numbers.join(".");
  return atLeast(version, lowest) && !atLeast(version, endOf(sign, numbers));
}

/** The first version that is no more in the range (npm, "Caret Ranges" and "Tilde Ranges"). */
function endOf(sign: string, numbers: readonly string[]): string {
  const [major = 0, minor = 0, patch = 0] = numbers.map(Number);
  if (sign === "~") return `${major}.${minor + 1}.0`;
  if (major > 0) return `${major + 1}.0.0`;
  return minor > 0 ? `0.${minor + 1}.0` : `0.0.${patch + 1}`;
}

const atLeast = (version: string, other: string): boolean => (compareVersions(version, other) ?? -1) >= 0;
