import { describe, expect, test } from "vitest";
import { makeAccount, uniqueName } from "@/lib/testing/builders";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { upload } = testPublisher();

describe("of parallel uploads", () => {
  test("of one new name by twenty accounts exactly one wins", async () => {
    const name = uniqueName();
    const accounts = await Promise.all(Array.from({ length: 20 }, () => makeAccount()));
    const results = await Promise.allSettled(accounts.map((account) => upload({ name }, account)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "SKILL_NAME_TAKEN" });
    expect(await database().skill.count({ where: { slug: name } })).toBe(1);
  });

  test.each([
    ["twenty contents", (i: number) => ({ body: `body ${i}` })],
    ["the same bytes", () => ({})],
    ["the same bytes, which state no version,", () => ({ version: null })],
  ])("of one version with %s exactly one wins", async (_, contentOf) => {
    const name = uniqueName();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (__, i) => upload({ name, ...contentOf(i) })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "VERSION_NOT_HIGHER" });
    expect(await database().skillVersion.count({ where: { skill: { slug: name } } })).toBe(1);
  });
});
