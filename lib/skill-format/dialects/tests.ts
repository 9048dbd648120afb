import { quote } from "../yaml/node";
import type { IssueCode } from "../issues/issue-codes";
import type { Severity } from "../issues/issue";
import { toPackagePath } from "../values/relative-path";
import { countCharacters } from "../values/measure-text";
import { isSemVer } from "../values/versions";
import type { Test } from "./dialect";

/** The form of a text, by a function that knows it: `"x" is not …`. */
export function form(
  has: (text: string) => boolean,
  fault: string,
  severity: Severity = "error",
  code: IssueCode = "FIELD_FORMAT",
): Test {
  return { code, severity, fault: (text) => (has(text) ? null : `${quote(text)} ${fault}`) };
}

/** One of some words; case counts. */
export function oneOf(values: readonly string[], severity: Severity = "error"): Test {
  const fault = (text: string) =>
    values.includes(text) ? null : `${quote(text)} is not one of ${values.join(", ")}`;
  return { code: "FIELD_ENUM", severity, fault };
}

/** Characters of a text without outer blanks. */
export function atLeast(min: number): Test {
  const fault = (text: string) => bound(countCharacters(text), (length) => length >= min, `at least ${min}`);
  return { code: "FIELD_TOO_SHORT", fault };
}

/** Characters of a text without outer blanks. */
export function atMost(max: number): Test {
  const fault = (text: string) => bound(countCharacters(text), (length) => length <= max, `at most ${max}`);
  return { code: "FIELD_TOO_LONG", fault };
}

const bound = (length: number, isInside: (length: number) => boolean, limit: string) =>
  isInside(length) ? null : `${length} characters; ${limit}`;

/** Exo §2; USK §3-1; VibeLife §2.1. */
export const SEMVER = form(isSemVer, "is not a semantic version such as 1.0.0");

/** Kebab-case: a name of digits alone, or beginning with one, is fine. */
export function isKebabCase(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** Exo §2; USK §3-1; VibeLife §2.1; Agent Skills, name: the identifier is kebab-case. */
export const KEBAB_CASE = form(
  isKebabCase,
  "is not kebab-case: lower-case a-z, digits and single hyphens between them",
);

/** VibeLife §3; Agent Skills, name: the identifier equals the directory name, where that is known. */
export const EQUALS_DIRECTORY: Test = {
  code: "NAME_DIR_MISMATCH",
  fault: (name, { view: { dir = name } }) =>
    name === dir ? null : `${quote(name)} differs from the directory ${quote(dir)}`,
};

const WHEN_WORDS =
  /\b(when|whenever|use|used|uses|using|if|for|before|after|while)\b|[当當]|时|時|使用|用于|用於|适用|需要|とき|場合|使う|때|경우|사용|필요/i;

/**
 * Skill Metadata §3.2; Agent Skills, description: a description should say when to use the skill. No program can
 * decide it: a hint, no more.
 */
export const SAYS_WHEN: Test = {
  code: "DESCRIPTION_WEAK",
  severity: "warning",
  fault: (text) => (WHEN_WORDS.test(text) ? null : "does not seem to say when to use the skill"),
};

/** A file the front matter names is a safe relative path, and in the package (Exo §2, USK §1). */
export function packageFile(missing: Severity = "error"): readonly Test[] {
  return [
    {
      code: "PATH_UNSAFE",
      fault: (text) =>
        toPackagePath(text) === null
          ? `${quote(text)} is not a path inside the package: relative, without ".." or backslashes`
          : null,
    },
    {
      code: "FILE_NOT_FOUND",
      severity: missing,
      fault: (text, { view }) => {
        const path = toPackagePath(text);
        return path === null || view.files.has(path) ? null : `${quote(path)} is not in the package`;
      },
    },
  ];
}

/** What is said where a field is left out. */
export function absent(
  message: string,
  severity: Severity = "warning",
  code: IssueCode = "RECOMMENDED_MISSING",
): { missing: Test } {
  return { missing: { code, severity, fault: () => message } };
}
