import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CHECK_PROFILES } from "@/lib/skill-format";
import { formatPage } from "./format-page";
import { issuesOf } from "./page";
import { DIALECT_PAGES, renderAll } from "./pages";

const DIRECTORY = path.join(import.meta.dirname, "..", "..", "docs", "dialects");

describe("docs/dialects", () => {
  it("holds the generated pages, and the one that a person writes", async () => {
    expect((await readdir(DIRECTORY)).sort()).toEqual(["differences.md", ...renderAll().keys()].sort());
  });

  it.each([...renderAll()])(
    "%s says what the checks do (npm run docs:dialects writes it)",
    async (name, text) => {
      const file = path.join(DIRECTORY, name);
      const written = await readFile(file, "utf8");
      expect(written).toBe(await formatPage(file, text));
    },
  );
});

it("there is a page for every profile", () => {
  expect(DIALECT_PAGES.map(({ profile }) => profile).sort()).toEqual([...CHECK_PROFILES].sort());
});

describe.each(DIALECT_PAGES)("the page of $profile", ({ profile, example, tries }) => {
  it("shows a skill without errors and warnings", () => {
    expect(issuesOf(profile, example).filter(({ severity }) => severity !== "info")).toEqual([]);
  });

  it("changes the example in every line of its verdicts", () => {
    for (const [written, change] of tries) expect([written, change(example)]).not.toEqual([written, example]);
  });
});
