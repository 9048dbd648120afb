import { expect, test } from "vitest";
import { chooseShown } from "@/lib/catalogue/get-home";
import { DAY_MS } from "@/lib/kernel/clock";
import type { ContentLanguage } from "@/lib/registry/views";
import type { ExampleSearchRow } from "@/lib/search/views";

const row = (slug: string, output: unknown = { n: 1 }, state = "proven", contentLanguage = "en") =>
  ({
    skill: { slug, contentLanguage },
    example: { input: { a: 1 }, output, replay: { state } },
  }) as ExampleSearchRow;
const dayOf = (day: number) => new Date(day * DAY_MS + 1);
const shownOn = (rows: ExampleSearchRow[], day: number, language: ContentLanguage = "en") =>
  chooseShown(rows, dayOf(day), language)?.skill.slug ?? null;

test("each day shows the next skill, and the same one all day", () => {
  const rows = [row("a"), row("a"), row("b"), row("c")];
  expect([0, 1, 2, 3].map((day) => shownOn(rows, day))).toEqual(["a", "b", "c", "a"]);
  expect(chooseShown(rows, new Date(2 * DAY_MS - 1), "en")?.skill.slug).toBe("b");
});

test("only what was proven and can be read at once is shown", () => {
  const rows = [row("drifted", {}, "drifted"), row("long", "x".repeat(500)), row("fits")];
  expect([0, 1, 2].map((day) => shownOn(rows, day))).toEqual(["fits", "fits", "fits"]);
  expect(shownOn([row("long", "x".repeat(500))], 0)).toBeNull();
  expect(chooseShown([], dayOf(0), "en")).toBeNull();
});

test.each<[string, unknown, unknown, boolean]>([
  ["as long as may be", "x".repeat(398), "x".repeat(398), true],
  ["with an input that is a character longer", "x".repeat(399), "", false],
  ["with an output that is a character longer", "", "x".repeat(399), false],
  ["without an output", "", undefined, false],
])("an example %s", (_name, input, output, fits) => {
  const one = row("skill", output);
  expect(shownOn([{ ...one, example: { ...one.example, input, output } }], 0)).toBe(fits ? "skill" : null);
});

test("what a verifier has read is shown before what nobody has", () => {
  const audited = (slug: string, language = "en") => {
    const one = row(slug, { n: 1 }, "proven", language);
    return { ...one, skill: { ...one.skill, auditState: "Audited" as const } };
  };
  expect([0, 1, 2].map((day) => shownOn([row("new"), audited("read"), row("other")], day))).toEqual([
    "read",
    "read",
    "read",
  ]);
  expect(shownOn([row("english"), audited("한글", "ko")], 0)).toBe("english");
});

test("who reads the page reads what it shows, if anything is in their language", () => {
  const of = (slug: string, language: string) => row(slug, { n: 1 }, "proven", language);
  const rows = [of("한글", "ko"), of("english", "en"), of("汉字", "zh"), of("other", "en")];
  expect([0, 1, 2].map((day) => shownOn(rows, day))).toEqual(["english", "other", "english"]);
  expect([0, 1, 2].map((day) => shownOn(rows, day, "ko"))).toEqual(["한글", "한글", "한글"]);
  expect([0, 1].map((day) => shownOn([of("한글", "ko"), of("汉字", "zh")], day))).toEqual(["한글", "汉字"]);
});
