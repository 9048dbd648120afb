import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CleanHome, printResults } from "./testing/stock-client";
import { convertSkill, findConversionObstacle } from "@/lib/conversion/convert-skill";
import { catalogueSource } from "@/lib/conversion/testing/sources";

const CATALOGUE = path.resolve("prisma/catalogue");
const catalogue = fs
  .readdirSync(CATALOGUE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const converted = catalogue.filter(
  (slug) => findConversionObstacle(catalogueSource(slug), "ClaudeCodeAgentSkill") === null,
);

afterAll(printResults);

describe("every package the market makes for Claude Code as an Agent Skill", () => {
  const home = new CleanHome();

  beforeAll(() => {
    for (const slug of converted) {
      for (const { path: file, bytes } of convertSkill(catalogueSource(slug), "ClaudeCodeAgentSkill").files) {
        const place = home.path("converted", slug, file);
        fs.mkdirSync(path.dirname(place), { recursive: true });
        fs.writeFileSync(place, bytes);
      }
    }
  });

  test.each(converted)("%s passes skills-ref validate", async (slug) => {
    const { code, text } = await home.run("skills-ref", "validate", home.path("converted", slug));
    expect(text).toContain("Valid skill");
    expect(code).toBe(0);
  });

  test("none has an error for skill-check", async () => {
    const place = home.path("converted");
    const { text } = await home.run("skill-check", "check", place, "--format", "json", "--no-security-scan");
    const { summary } = JSON.parse(text.slice(text.indexOf("{"))) as { summary: Record<string, number> };
    expect(summary).toMatchObject({ errorCount: 0, skillCount: converted.length });
  });

  test("what is not converted is an Agent Skill as it is, but for the one that is Exo SKILL.md alone", async () => {
    expect(converted.length).toBeGreaterThan(30);
    const refused: string[] = [];
    for (const slug of catalogue.filter((each) => !converted.includes(each))) {
      const { code } = await home.run("skills-ref", "validate", path.join(CATALOGUE, slug));
      if (code !== 0) refused.push(slug);
    }
    expect(refused).toEqual(["roman-numerals"]);
  });
});
