import { describe, expect, test } from "vitest";
import { ERROR_CODES, PROBLEMS } from "@/lib/kernel/error-codes";
import {
  listDialectDocuments,
  readDialectDocument,
  readDocument,
  readGuide,
  toDocument,
} from "./read-document";
import { isErrorCode, readErrorPage } from "./error-pages";
import { GUIDES, isGuide } from "./guides";
import { readApiDescription } from "./read-api-description";

test.each(ERROR_CODES.map((code) => [code]))(
  "%s has a page that says what happened, why, and what an agent should do",
  (code) => {
    expect(readErrorPage(code, "en")).toMatchObject({
      title: PROBLEMS[code].title,
      language: "en",
      body: expect.stringMatching(
        /^## What happened\n\n[^]+\n\n## Why\n\n[^]+\n\n## What an agent should do next\n\n- /,
      ) as string,
    });
  },
);

test.each(GUIDES.map((guide) => [guide]))("the guide %s has a title and a summary", (guide) => {
  const document = readGuide(guide, "https://m.example", "en");
  expect(document?.title).toBeTruthy();
  expect(document?.summary.length).toBeGreaterThan(40);
  expect(document?.summary).not.toMatch(/[`*#|]/);
});

test.each([
  ["mcp", "claude mcp add --transport http emporion https://m.example/mcp"],
  ["clients", "npx clawhub --site https://m.example install csv-profile"],
  // What a command says of itself stays as it is.
  ["cli", "took emporion from, else http://127.0.0.1:3000"],
] as const)("the code of the guide %s names this market: %s", (guide, code) => {
  expect(readGuide(guide, "https://m.example", "en")?.body).toContain(code);
});

test.each(["ko", "zh-Hans"] as const)(
  "in %s a document is translated, with the places of the English one",
  (locale) => {
    const [english, translated] = ["en", locale].map((language) => readDocument(language, "payment.md"));
    expect(translated?.language).toBe(locale);
    expect(translated?.title).not.toBe(english?.title);
    expect(translated?.places).toEqual(english?.places);
    expect(english?.places).toContain("What it costs");
  },
);

test.each(["ko", "xx", "..", "constructor"])("what has no translation in %j is English", (locale) => {
  expect(readDocument(locale, "operating.md")).toEqual(readDocument("en", "operating.md"));
  expect(readDocument(locale, "nothing.md")).toBeNull();
});

test("every written dialect is listed under its own id", () => {
  for (const { id, title } of listDialectDocuments()) {
    expect(title).not.toBe("");
    expect(readDialectDocument(id)?.id).toBe(id);
  }
});

describe("what a reader types into the address", () => {
  test.each(["../cli", "..%2fcli", "nothing", "", "__proto__", "usk/../../cli"])(
    "%j is no document",
    (name) => {
      expect(readDialectDocument(name)).toBeNull();
      expect(isGuide(name)).toBe(false);
      expect(isErrorCode(name)).toBe(false);
    },
  );
});

test("remarks to those who edit a file are not shown", () => {
  const document = toDocument(
    "# A title\n\n<!-- Written by a program. -->\n\nThe `first` sentence.\n\n<!--\nx\n-->\n- a\n",
  );
  expect(document).toEqual({
    title: "A title",
    summary: "The first sentence.",
    body: "The `first` sentence.\n\n- a",
  });
});

test("a text without a heading is no document", () => {
  expect(toDocument("just text\n")).toBeNull();
  expect(toDocument(null)).toBeNull();
});

test("the description of the API has operations and schemas", () => {
  const { paths, components } = readApiDescription();
  expect(paths["/v1/validate"]?.["post"]?.operationId).toBe("validateSkill");
  expect(components.schemas["Problem"]).toBeDefined();
});
