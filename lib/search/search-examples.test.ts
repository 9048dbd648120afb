import { expect, test } from "vitest";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { searchExamples, type ExampleSearch } from "./search-examples";

const database = testDatabase();
testBlobStore();

const SKILLS = [
  { name: "quiet-one", calls7d: 1 },
  { name: "busy-one", calls7d: 9 },
  { name: "other-one", calls7d: 5 },
];

/** Each skill has ten examples: the odd ones are proven, but the last has drifted; the even ones have not been run. */
async function publishAll(): Promise<void> {
  const account = await makeAccount();
  const examples = Array.from({ length: 10 }, () => ({ input: { text: "a" }, output: { echo: "a" } }));
  for (const { name, calls7d } of SKILLS) {
    await publishNow(
      buildSkillPackage({ name, description: "Repeats.", frontMatter: { examples } }),
      account,
    );
    const skill = await database().skill.update({ where: { slug: name }, data: { calls7d } });
    const versionId = skill.latestVersionId ?? "";
    await database().exampleReplay.deleteMany({ where: { versionId } });
    await database().exampleReplay.createMany({
      data: [1, 3, 5, 7, 9].map((position) => ({
        versionId,
        position,
        state: position === 9 ? ("drifted" as const) : ("proven" as const),
        matchRule: "exact" as const,
        wallMs: 5,
        replayedAt: new Date(),
      })),
    });
  }
}

const read = async (search: ExampleSearch) => {
  const { rows, total } = await searchExamples(search);
  return { total, places: rows.map(({ skill, example }) => `${skill.slug} ${example.position}`) };
};
/** Of each skill these, the busiest skill first. */
const ofEach = (positions: number[]) =>
  ["busy-one", "other-one", "quiet-one"].flatMap((slug) =>
    positions.map((position) => `${slug} ${position}`),
  );

test("proven examples come first, then the others, each by the calls of its skill; pages and states have their totals", async () => {
  await publishAll();
  const proven = ofEach([1, 3, 5, 7]);
  const order = [...proven, ...ofEach([0, 2, 4, 6, 8, 9])];
  expect(await read({})).toEqual({ total: 30, places: order.slice(0, 20) });
  expect(await read({ page: 2 })).toEqual({ total: 30, places: order.slice(20) });
  expect(await read({ page: 3 })).toEqual({ total: 30, places: [] });
  expect(await read({ state: "proven" })).toEqual({ total: 12, places: proven });
  expect(await read({ state: "drifted" })).toEqual({ total: 3, places: ofEach([9]) });
  expect(await read({ state: "not_run" })).toEqual({ total: 15, places: ofEach([0, 2, 4, 6, 8]) });
});

test("examples in the reader's language come first, with words or without, and each once over all pages", async () => {
  const account = await makeAccount();
  for (const [name, description] of [
    ["contract-audit-zh", "审计智能合约中的漏洞，并给出修复建议。"],
    ["receipt-ocr-ko", "한국어 영수증에서 상호와 금액을 추출합니다."],
  ] as const)
    await publishNow(buildSkillPackage({ name, description }), account);
  const readBoth = async (search: ExampleSearch) => {
    const pages = [await searchExamples(search), await searchExamples({ ...search, page: 2 })];
    return pages.flatMap(({ rows }) =>
      rows.map(({ skill, example }) => ({
        of: skill.contentLanguage,
        id: `${skill.slug} ${example.position}`,
      })),
    );
  };
  for (const search of [{}, { capability: "text_generation" }]) {
    const plain = await readBoth(search);
    expect(plain).toHaveLength(32);
    for (const readerLanguage of ["en", "zh", "ko"] as const) {
      const own = plain.filter((row) => row.of === readerLanguage);
      const others = plain.filter((row) => row.of !== readerLanguage);
      expect(own).not.toEqual([]);
      expect(await readBoth({ ...search, readerLanguage })).toEqual([...own, ...others]);
    }
  }
});
