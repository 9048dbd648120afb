import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { Tally } from "@/components/home/tally";
import { ThreeWays } from "@/components/home/three-ways";
import type { HomeView } from "@/lib/registry/views";

const NOTHING: HomeView["tally"] = {
  skillsListed: 0,
  versionsSealed: 0,
  examplesReplayed24h: 0,
  calls24h: 0,
  paidToCreators7dLamports: "0",
  countedAt: "2026-11-22T00:00:00.000Z",
};

test("what has not happened is not shown as a figure", () => {
  expect(htmlOf(<Tally tally={NOTHING} />)).toBe("");
  const some = htmlOf(<Tally tally={{ ...NOTHING, skillsListed: 3 }} />);
  expect(some).toContain("Skills listed");
  expect(some).not.toContain("Calls, 24 h");
  expect(some).not.toContain("Paid to publishers");
});

test("each way to use a skill has one line; an input cannot end the quotes of its line", () => {
  const shown = {
    skill: { slug: "text-wrap", version: "1.0.0" },
    example: { input: { text: "it's" } },
  } as HomeView["shown"];
  const page = htmlOf(<ThreeWays origin="http://market" shown={shown} />);
  expect(page.match(/data-copy="[^"]*"/g)).toHaveLength(3);
  expect(page).toContain(String.raw`it\u0027s`);
  expect(htmlOf(<ThreeWays origin="http://market" shown={null} />).match(/data-copy="[^"]*"/g)).toHaveLength(
    1,
  );
});
