import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SkillMark, skillSign } from "@/components/marks/skill-mark";

const named = { slug: "reader", category: "Documents" };

test("a skill shows its own icon, or else the sign of its name; neither is read aloud", () => {
  const icon = renderToStaticMarkup(<SkillMark skill={{ ...named, iconPath: "/icons/0.png" }} />);
  expect(icon).toContain('src="/icons/0.png"');
  expect(icon).toContain('alt=""');
  const sign = renderToStaticMarkup(<SkillMark skill={{ ...named, iconPath: null }} />);
  expect(sign).toContain(skillSign(named));
  expect(sign).toContain('aria-hidden="true"');
});

const signs = (category: string | null) =>
  Array.from({ length: 200 }, (_, number) => skillSign({ slug: `skill-${number}`, category }));

test("the same name and category make the same sign, however the category is written", () => {
  const sign = skillSign({ slug: "json-diff", category: "Data analysis" });
  expect(skillSign({ slug: "json-diff", category: "data_analysis" })).toBe(sign);
  expect(skillSign({ slug: "json-diff", category: "Legal" })).not.toBe(sign);
});

test("two hundred names of one category make more than a hundred and ninety signs, all with one head", () => {
  const all = signs("Data analysis");
  expect(new Set(all).size).toBeGreaterThan(190);
  const head = all[0]?.match(/^M12 8v14(M[^M]+)/)?.[1] ?? "none";
  expect(all.every((sign) => sign.startsWith(`M12 8v14${head}`))).toBe(true);
});

test("a sign is path data of at most 100 bytes within its box, whatever the name is", () => {
  for (const slug of ["", '"><script>', "名".repeat(5_000)]) {
    const sign = skillSign({ slug, category: slug });
    expect(sign).toMatch(/^[MmHhVvLlAaZz\d .-]+$/);
    expect(sign.length).toBeLessThanOrEqual(100);
  }
});
