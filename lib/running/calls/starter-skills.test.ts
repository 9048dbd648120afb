import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { assemblePackage } from "@/lib/package";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import { makeAccount, publishNow, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testRunner();

let account: TestAccount;
beforeAll(async () => {
  account = await makeAccount();
});

function starterPackage(slug: string) {
  const root = path.join("prisma/catalogue", slug);
  const files = fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile());
  return assemblePackage(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return { path: path.relative(root, file), bytes: fs.readFileSync(file) };
    }),
  );
}

describe("the VibeLife skills of the starter catalogue", () => {
  test.each([
    ["bazi", "birth", { birth_time: "2000-01-01T12:00" }, { bazi: "己卯 丙子 戊午 戊午" }],
    ["zodiac", "birth", { birth_time: "2000-01-01T12:00" }, { sun_sign: "摩羯座", rising_sign: null }],
    [
      "synastry",
      "births",
      { first: { birth_time: "2000-01-01T12:00" }, second: { birth_time: "2000-01-01T12:00" } },
      { compared: 49 },
    ],
    [
      "lifecoach",
      "wheel",
      {
        areas: [
          { name: "健康", importance: 9, satisfaction: 4 },
          { name: "工作", importance: 8, satisfaction: 7 },
        ],
      },
      { focus: "健康", habit: null },
    ],
    [
      "body-energy-estimate",
      "data",
      { sex: "female", age: 30, height_cm: 165, weight_kg: 60, activity: "light" },
      {},
    ],
  ])("%s answers by its own tool (%s), with a card", async (slug, name, data, expected) => {
    await publishNow(starterPackage(slug), account, { priceLamports: 0n });
    const tool = `calculate_${slug.replaceAll("-", "_")}`;
    const { run } = await runFreeSkill({
      skill: slug,
      input: { tool_call: { tool, args: { [name]: data } } },
    });
    expect(run).toMatchObject({ state: "DONE", failure: null });
    expect(run.output).toMatchObject({ card: { card_type: "custom", data_source: { data: expected } } });
  });
});
