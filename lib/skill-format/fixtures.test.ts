import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { checkSkill } from "./check-skill";
import { CHECK_PROFILES } from "./types";

const ROOT = path.join(import.meta.dirname, "fixtures");

/** A folder named as a sentence: a package, and `issues.json` with the errors and warnings it must give. */
const FIXTURES = CHECK_PROFILES.flatMap((profile) =>
  ["valid", "invalid"].flatMap((verdict) => {
    const directory = path.join(ROOT, profile, verdict);
    const sentences = existsSync(directory) ? readdirSync(directory).sort() : [];
    return sentences.map((sentence) => ({
      profile,
      verdict,
      sentence,
      directory: path.join(directory, sentence),
    }));
  }),
);

function readPackage(directory: string): Map<string, string> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = names.map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)));
  return new Map(
    paths
      .filter((name) => name !== "issues.json")
      .map((name) => [name.split(path.sep).join("/"), readFileSync(path.join(directory, name), "utf8")]),
  );
}

it.each(FIXTURES)("$profile, $verdict: $sentence", ({ profile, verdict, directory }) => {
  const { reports } = checkSkill({ files: readPackage(directory), dialects: [profile] });
  const expected: unknown = JSON.parse(readFileSync(path.join(directory, "issues.json"), "utf8"));
  const issues = (reports[0]?.issues ?? []).filter(({ severity }) => severity !== "info");
  expect(issues.map(({ severity, code, path: at, line }) => [severity, code, at, line ?? null])).toEqual(
    expected,
  );
  expect(reports[0]?.valid).toBe(verdict === "valid");
});
