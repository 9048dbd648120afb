import { expect, it, describe } from "vitest";
import { ERROR_CODES } from "@/lib/kernel/error-codes";
import {
  findingMeaning,
  issueMeanings,
  MEANING_NAMESPACES,
  refusalMeaning,
} from "@/lib/platform/i18n/code-meanings";
import { loadMessages, type Messages } from "@/lib/platform/i18n/translations";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/i18n/routing";
import { checkSkill } from "@/lib/skill-format";
import { ISSUE_MEANINGS } from "@/lib/skill-format/issues/issue-codes";
import { RULES } from "@/lib/vetting/rules/rule";

const TRANSLATED = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
const FINDING_CODES = [...new Set(RULES.map(({ id }) => id))].sort();

/** What the page of publishing can be answered with. */
const REFUSALS = [
  "SKILL_MD_MISSING",
  "FILE_MISSING",
  "FILE_INVALID_TYPE",
  "ARCHIVE_INVALID",
  "PATH_INVALID",
  "CONTENT_TOO_LARGE",
  "CONTENT_TOO_MANY_FILES",
  "BASE64_DECODE_FAILED",
  "REQUEST_INVALID",
  "UPLOAD_FAILED",
  "SKILL_NAME_TAKEN",
  "SKILL_NAME_RESERVED",
  "SKILL_NAME_DRAFT_COLLISION",
  "VERSION_NOT_HIGHER",
  "PERMISSION_DENIED",
  "EMAIL_NOT_VERIFIED",
] as const;

/** `malicious.reverse_shell` and the like, as the files nest them. */
function codesOf(namespace: Messages | string | undefined): string[] {
  return Object.entries(typeof namespace === "object" ? namespace : {}).flatMap(([group, codes]) =>
    Object.keys(codes).map((code) => `${group}.${code}`),
  );
}

function sentencesOf(messages: Messages | string | undefined): string[] {
  if (messages === undefined) return [];
  return typeof messages === "string" ? [messages] : Object.values(messages).flatMap(sentencesOf);
}

describe.each(TRANSLATED)("what a check says, in %s", (locale) => {
  const { issues, findings, refusals } = loadMessages(locale);

  it("is there for each code of an issue, and for no other", () => {
    expect(Object.keys(issues ?? {}).sort()).toEqual(Object.keys(ISSUE_MEANINGS).sort());
  });

  it("is there for each code of a vetting rule, with what to do, and for no other", () => {
    expect(codesOf(findings).sort()).toEqual(FINDING_CODES);
    for (const code of FINDING_CODES) {
      const known = findingMeaning(locale, code);
      expect([known?.meaning, known?.remedy].every(Boolean), code).toBe(true);
    }
  });

  it("is there for each code an upload is refused with, and those are codes of the market", () => {
    const known = Object.keys(refusals ?? {}).sort();
    expect(known).toEqual([...REFUSALS].sort());
    expect(known.filter((code) => !(ERROR_CODES as readonly string[]).includes(code))).toEqual([]);
    for (const code of REFUSALS) expect(refusalMeaning(locale, code), code).toBeTruthy();
    expect(refusalMeaning(locale, "constructor")).toBeUndefined();
  });

  it("leaves nothing open but the path, once, and is in that language", () => {
    for (const sentence of [issues, findings, refusals].flatMap(sentencesOf)) {
      expect(
        sentence
          .split("{path}")
          .join("")
          .match(/[{}<>]/),
        sentence,
      ).toBeNull();
      expect(sentence.split("{path}").length, sentence).toBeLessThanOrEqual(2);
      expect(sentence).toMatch(locale === "ko" ? /\p{Script=Hangul}/u : /\p{Script=Han}/u);
    }
  });

  it("names the field where the code of an issue is a general one", () => {
    const table = issues as Record<string, string>;
    const silent = Object.keys(table).filter((code) => code.startsWith("FIELD_"));
    expect(silent.filter((code) => table[code]?.includes("{path}") !== true)).toEqual([]);
  });

  it("is handed to a page for the codes of its reports alone", () => {
    const { reports } = checkSkill({ files: new Map([["SKILL.md", "---\nname: a b\n---\n"]]) });
    const codes = new Set(reports.flatMap((report) => report.issues.map(({ code }) => code)));
    const { lang, byCode } = issueMeanings(locale, reports) ?? { byCode: {} };
    expect(lang).toBe(locale);
    expect(Object.keys(byCode).sort()).toEqual([...codes].sort());
  });

  it("is unknown for a code that no table has, also one that every object has", () => {
    for (const code of ["malicious.gone", "malicious", "constructor.name", ""])
      expect(findingMeaning(locale, code)).toBeUndefined();
  });
});

it("English needs no meanings: there the checks speak for themselves", () => {
  for (const namespace of MEANING_NAMESPACES) expect(loadMessages(DEFAULT_LOCALE)[namespace]).toBeUndefined();
  expect(issueMeanings(DEFAULT_LOCALE, [])).toBeUndefined();
  expect(findingMeaning(DEFAULT_LOCALE, FINDING_CODES[0] ?? "")).toBeUndefined();
  expect(refusalMeaning(DEFAULT_LOCALE, "VERSION_NOT_HIGHER")).toBeUndefined();
});
